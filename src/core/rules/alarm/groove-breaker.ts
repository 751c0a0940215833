// Seed 002's circuit breaker as it was written: any bad signal feeds the average, more than N corrections in M messages,
// a verbatim repetition, three failures; it speaks. Kept as a baseline.
import { GATE_PARAMS, type Gate, OPEN, pass } from "../../assess/gate.ts"
import type { Signal } from "../../model.ts"
import { defineRule } from "../rule.ts"

interface State {
  readonly frustration: number
  readonly success: number
  readonly streak: number
  readonly corrections: readonly boolean[]
  readonly gate: Gate
}

export const grooveBreaker = defineRule<"alarm", State>({
  question: "alarm",
  name: "groove-breaker",
  version: 1,
  source: "S2-33..50 as written; alpha, which the seed leaves open, from requirements part 4",
  params: { ...GATE_PARAMS, alpha: 0.3, threshold: 0.7, failures: 3, corrections: 3, ofMessages: 5, speaks: true },
  init: () => ({ frustration: 0, success: 0, streak: 0, corrections: [], gate: OPEN }),
  step(state, happened, params) {
    const { signals, message, at } = happened
    const alpha = params.alpha as number
    const signal = signalOf(signals)
    const mix = (ema: number, to: number): number => alpha * to + (1 - alpha) * ema
    const call = signals.findLast(s => s.signal === "tool")?.type
    const corrected = signals.some(s => s.signal === "feedback" && s.type === "explicit_negative")
    const next = {
      frustration: signal === null ? state.frustration : mix(state.frustration, signal),
      success: signal === null ? state.success : mix(state.success, 1 - signal),
      streak: call === "fail" ? state.streak + 1 : call === "ok" ? 0 : state.streak,
      corrections: [...state.corrections, corrected].slice(-(params.ofMessages as number)),
    }
    const again = signals.some(s => s.signal === "feedback" && s.because === "same-request")
    const wrong = next.corrections.filter(Boolean).length
    const wants =
      next.frustration > (params.threshold as number)
        ? ({ trip: "frustration", intervention: "check_in", because: `above ${params.threshold}` } as const)
        : next.streak >= (params.failures as number)
          ? ({ trip: "failure_streak", intervention: "pivot", because: `${next.streak} failures in a row` } as const)
          : wrong > (params.corrections as number)
            ? ({ trip: "corrections", intervention: "pivot", because: `${wrong} corrections` } as const)
            : again
              ? ({ trip: "repeated", intervention: "clarify", because: "the same words again" } as const)
              : null
    return { ...next, gate: pass(state.gate, wants, { message, at }, params.speaks === true, params) }
  },
  decide(state, input) {
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
