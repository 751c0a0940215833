// Seed 002's circuit breaker as it was written: any bad signal feeds the average, more than N corrections in M messages,
// a verbatim repetition, three failures; it speaks. Kept as a baseline.
import { GATE_PARAMS, type Gate, OPEN, pass } from "../../assess/gate.ts"
import { perEpisode } from "../../assess/per-episode.ts"
import type { Signal } from "../../model.ts"
import { defineRule } from "../rule.ts"

interface State {
  readonly frustration: number
  readonly success: number
  readonly streak: number
  readonly corrections: readonly boolean[]
  readonly gate: Gate
}

const params = { ...GATE_PARAMS, alpha: 0.3, threshold: 0.7, failures: 3, corrections: 3, ofMessages: 5, speaks: true }
const episode = perEpisode<State, typeof params>(
  "groove_breaker",
  { frustration: 0, success: 0, streak: 0, corrections: [], gate: OPEN },
  (state, happened, params) => {
    const { signals, message, at } = happened
    const alpha = params.alpha
    const signal = signalOf(signals)
    const mix = (ema: number, to: number): number => alpha * to + (1 - alpha) * ema
    const call = signals.findLast(s => s.signal === "tool")?.type
    const corrected = signals.some(s => s.signal === "feedback" && s.type === "explicit_negative")
    const next = {
      frustration: signal === null ? state.frustration : mix(state.frustration, signal),
      success: signal === null ? state.success : mix(state.success, 1 - signal),
      streak: call === "fail" ? state.streak + 1 : call === "ok" ? 0 : state.streak,
      corrections: [...state.corrections, corrected].slice(-params.ofMessages),
    }
    const again = signals.some(s => s.signal === "feedback" && s.because === "same-request")
    const wrong = next.corrections.filter(Boolean).length
    const wants =
      next.frustration > params.threshold
        ? ({ trip: "frustration", intervention: "check_in", because: `above ${params.threshold}` } as const)
        : next.streak >= params.failures
          ? ({ trip: "failure_streak", intervention: "pivot", because: `${next.streak} failures in a row` } as const)
          : wrong > params.corrections
            ? ({ trip: "corrections", intervention: "pivot", because: `${wrong} corrections` } as const)
            : again
              ? ({ trip: "repeated", intervention: "clarify", because: "the same words again" } as const)
              : null
    return { ...next, gate: pass(state.gate, wants, { message, at }, params.speaks === true, params) }
  },
)

export const grooveBreaker = defineRule({
  question: "alarm",
  name: "groove-breaker",
  version: 1,
  source: "S2-33..50 as written; alpha, which the seed leaves open, from requirements part 4",
  params,
  tables: episode.tables,
  watches: episode.watches,
  step: episode.step,
  decide(own, input) {
    const state = episode.of(own, input.episode)
    const { last } = state.gate
    const figures = `frustration ${state.frustration.toFixed(2)}, ${state.streak} failures in a row`
    if (last === null || last.message !== input.message || last.at !== input.at)
      return { answer: null, because: figures }
    const { trip, intervention, spoken } = last
    return { answer: { trip, intervention, spoken }, because: `${last.because}; ${figures}` }
  },
})

/** 1 bad, 0 good, null when the message says nothing. */
function signalOf(signals: readonly Signal[]): number | null {
  const said = signals.filter(s => (s.signal === "feedback" || s.signal === "tool") && s.polarity !== 0)
  if (said.length === 0) return null
  return said.some(s => s.polarity < 0) ? 1 : 0
}
