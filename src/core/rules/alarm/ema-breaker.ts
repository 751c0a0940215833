// The session breaker: moving average of frustration, failures in a row, corrections among the last user messages, an
// instruction said again. Runs in shadow: it is written down, and speaks only once its trips have proved right here.
import { type Averages, average, type Evidence, evidenceOf, START, streakAfter } from "../../assess/evidence.ts"
import { GATE_PARAMS, type Gate, OPEN, pass, perEpisode, type Trip, tripAt } from "../../assess/gate.ts"
import { isProven, PROVEN_PARAMS, PROVEN_READS } from "../../assess/trip.ts"
import { defineRule } from "../rule.ts"

interface State extends Averages {
  readonly streak: number
  /** the last user messages: was it a correction? */
  readonly corrections: readonly boolean[]
  readonly gate: Gate
}

const params = {
  ...GATE_PARAMS,
  alpha: 0.3,
  threshold: 0.7,
  failures: 3,
  corrections: 3,
  ofUserMessages: 5,
  speaks: false,
  ...PROVEN_PARAMS,
}
const episode = perEpisode<State, typeof params>(
  "ema_breaker",
  { ...START, streak: 0, corrections: [], gate: OPEN },
  (state, happened, params) => {
    const heard = evidenceOf(happened.signals)
    const streak = streakAfter(state.streak, heard.tool)
    // Most messages: work that goes on.
    if (happened.by !== "user" && heard.frustration === null && heard.success === null && streak === state.streak)
      return state
    const next = {
      ...average(state, heard, params.alpha),
      streak,
      corrections:
        happened.by === "user"
          ? [...state.corrections, heard.correction].slice(-params.ofUserMessages)
          : state.corrections,
    }
    const { message, at } = happened
    return { ...next, gate: pass(state.gate, wish(next, heard, params), { message, at }, params.speaks, params) }
  },
)

const NAMED = { name: "ema-breaker", version: 1 } as const

export const emaBreaker = defineRule({
  question: "alarm",
  ...NAMED,
  source: "S2-33..50 corrected by D37, D73; quiet by default (decision record)",
  params,
  tables: episode.tables,
  reads: PROVEN_READS,
  on: episode.on,
  decide(context, input, params) {
    const state = episode.of(context, input.episode)
    const now = tripAt(state.gate, input)
    if (now === null) return { answer: null, because: "this message trips nothing" }
    const figures = `frustration ${state.frustration.toFixed(2)}, success ${state.success.toFixed(2)}, ${state.streak} failures in a row`
    const { trip, intervention } = now
    const spoken = now.spoken || isProven(context.rows, NAMED, trip, params)
    return { answer: { trip, intervention, spoken }, because: `${now.because}; ${figures}` }
  },
})

/** Only what this very message adds can set it off: an old wound does not. */
function wish(
  now: Omit<State, "gate">,
  heard: Evidence,
  { threshold, failures, corrections }: typeof params,
): Pick<Trip, "trip" | "intervention" | "because"> | null {
  const wrong = now.corrections.filter(Boolean).length
  if (heard.frustration === 1 && now.frustration > threshold)
    return { trip: "frustration", intervention: "check_in", because: `above ${threshold}` }
  if (heard.tool === "fail" && now.streak >= failures)
    return { trip: "failure_streak", intervention: "fix", because: `${now.streak} calls failed in a row` }
  if (heard.correction && wrong >= corrections)
    return {
      trip: "corrections",
      intervention: "pivot",
      because: `${wrong} corrections in ${now.corrections.length} user messages`,
    }
  if (heard.repeat) return { trip: "repeated", intervention: "clarify", because: "the same instruction again" }
  return null
}
