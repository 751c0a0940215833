// Alarms while an episode goes wrong. A loop of failing calls is the one that speaks by default: it is a known fix that is worth a
// word, and whether there is one is not known here. The session breaker and the first correction run in shadow: they are written
// down and measured, and speak only once they have proved right here.
import { GATE_PARAMS, type Gate, isProven, OPEN, PROVEN_PARAMS, pass, tripAt, type Wish } from "../../assess/gate.ts"
import { overMessages } from "../../assess/over-messages.ts"
import { type Averages, average, type Progress, START, streakAfter } from "../../assess/progress.ts"
import { PROVEN_READS } from "../../assess/tables.ts"
import type { Signal } from "../../model.ts"
import { defineRule } from "../rule.ts"

interface Loop {
  readonly streak: number
  /** what failed last, one key for each */
  readonly row: readonly string[]
  readonly gate: Gate
}
const LOOP = { ...GATE_PARAMS, failures: 3, longRow: 4, speaks: true }
const loop = overMessages<Loop, typeof LOOP>(
  "failure_streak",
  { streak: 0, row: [], gate: OPEN },
  (state, message, params) => {
    const { signals } = message
    const call = signals.findLast(s => s.signal === "tool")
    if (call?.type !== "fail")
      return call?.type === "ok" && state.streak > 0 ? { streak: 0, row: [], gate: state.gate } : state
    const streak = state.streak + 1
    const row = [...state.row, keyOf(call)].slice(-params.failures)
    const same = new Set(row).size === 1
    const because = `${streak} calls failed in a row${same ? ", in the same way" : ""}`
    const wish: Wish | null =
      streak >= params.failures ? { trip: "failure_streak", intervention: "fix", because } : null
    const speaks = params.speaks && (same || streak >= params.longRow)
    return { streak, row, gate: pass(state.gate, wish, message, speaks, params) }
  },
)
/** The same failure has the same fingerprint; where there is none, the tool has to do. */
const keyOf = (call: Signal): string => String(call.facts?.fingerprint ?? `tool ${call.facts?.tool ?? ""}`)

/** Three failures in a row trip it; it speaks when they are the same failure again and again, or one more follows. */
export const failureStreak = defineRule("alarm", "failure-streak@2", {
  source: "S2-37, S2-45..47; bench/assessment.ts: rows of different failures are ordinary work",
  params: LOOP,
  tables: loop.tables,
  on: loop.on,
  decide(context, input) {
    const state = loop.of(context, input.episode)
    const tripped = tripAt(state.gate, input)
    if (tripped === null) return { answer: null, because: `${state.streak} tool failures in a row` }
    const { trip, intervention, spoken, because } = tripped
    return { answer: { trip, intervention, spoken }, because }
  },
})

interface Mood extends Averages {
  readonly streak: number
  /** the last user messages: was it a correction? */
  readonly corrections: readonly boolean[]
  readonly gate: Gate
}
const MOOD = {
  ...GATE_PARAMS,
  alpha: 0.3,
  threshold: 0.7,
  failures: 3,
  corrections: 3,
  ofUserMessages: 5,
  speaks: false,
  ...PROVEN_PARAMS,
}
const mood = overMessages<Mood, typeof MOOD>(
  "ema_breaker",
  { ...START, streak: 0, corrections: [], gate: OPEN },
  (state, message, params) => {
    const { by, progress } = message
    const streak = streakAfter(state.streak, progress.tool)
    // Most messages: work that goes on.
    if (by !== "user" && progress.bad === null && progress.good === null && streak === state.streak) return state
    const mine =
      by === "user" ? [...state.corrections, progress.correction].slice(-params.ofUserMessages) : state.corrections
    const next = { ...average(state, progress, params.alpha), streak, corrections: mine }
    return { ...next, gate: pass(state.gate, wish(next, progress, params), message, params.speaks, params) }
  },
)

/** Only what this very message adds can set it off: an old wound does not. */
function wish(
  now: Omit<Mood, "gate">,
  { bad, tool, correction, repeat }: Progress,
  { threshold, failures, corrections }: typeof MOOD,
): Wish | null {
  const wrong = now.corrections.filter(Boolean).length
  if (bad === 1 && now.frustration > threshold)
    return { trip: "frustration", intervention: "check_in", because: `above ${threshold}` }
  if (tool === "fail" && now.streak >= failures)
    return { trip: "failure_streak", intervention: "fix", because: `${now.streak} calls failed in a row` }
  const because = `${wrong} corrections in ${now.corrections.length} user messages`
  if (correction && wrong >= corrections) return { trip: "corrections", intervention: "pivot", because }
  if (repeat) return { trip: "repeated", intervention: "clarify", because: "the same instruction again" }
  return null
}

const EMA_BREAKER = "ema-breaker@1"
/** Moving average of frustration, failures in a row, corrections among the last user messages, an instruction said again. */
export const emaBreaker = defineRule("alarm", EMA_BREAKER, {
  source: "S2-33..50 corrected by D37, D73; quiet by default (decision record)",
  params: MOOD,
  tables: mood.tables,
  reads: PROVEN_READS,
  on: mood.on,
  decide(context, input, params) {
    const state = mood.of(context, input.episode)
    const now = tripAt(state.gate, input)
    if (now === null) return { answer: null, because: "this message trips nothing" }
    const figures = `frustration ${state.frustration.toFixed(2)}, success ${state.success.toFixed(2)}, ${state.streak} failures in a row`
    const { trip, intervention } = now
    const spoken = now.spoken || isProven(context.rows, EMA_BREAKER, trip, params)
    return { answer: { trip, intervention, spoken }, because: `${now.because}; ${figures}` }
  },
})

const SIGN = { enabled: true, mute: false, speaks: false, ...PROVEN_PARAMS }
/** Where it was heard; null = not yet. */
const sign = overMessages<{ readonly heard: { readonly message: number; readonly at: number } | null }, typeof SIGN>(
  "first_correction",
  { heard: null },
  (state, { by, progress, message, at }, params) =>
    state.heard === null && by === "user" && params.enabled && progress.correction ? { heard: { message, at } } : state,
)
const FIRST_CORRECTION = "first-correction@1"
/** An early sign: the user sets something right for the first time. Measured like a trip, but not counted as one. */
export const firstCorrection = defineRule("alarm", FIRST_CORRECTION, {
  source: "bench/assessment.ts: comes before the first interrupt twice as often as an alarm at random times",
  params: SIGN,
  tables: sign.tables,
  reads: PROVEN_READS,
  on: sign.on,
  decide(context, input, params) {
    const { heard } = sign.of(context, input.episode)
    if (heard === null || heard.message !== input.message || heard.at !== input.at)
      return { answer: null, because: heard === null ? "no correction yet" : `first correction at ${heard.message}` }
    const spoken = (params.speaks && !params.mute) || isProven(context.rows, FIRST_CORRECTION, "correction", params)
    return {
      answer: { trip: "correction", intervention: "clarify", spoken, early: true },
      because: "the first correction of the episode",
    }
  },
})
