// A loop of failing tool calls: the one alarm that speaks by default. Three failures in a row trip it; it speaks by itself
// when they are the same failure again and again, or one more follows. Else only a known fix is worth a word, and
// whether there is one is not known here.
import { GATE_PARAMS, type Gate, OPEN, pass } from "../../assess/gate.ts"
import type { Signal } from "../../model.ts"
import { defineRule } from "../rule.ts"

interface State {
  /** what failed, one key for each failure of the row */
  readonly row: readonly string[]
  readonly gate: Gate
}

export const failureStreak = defineRule<"alarm", State>({
  question: "alarm",
  name: "failure-streak",
  version: 2,
  source: "S2-37, S2-45..47; bench/assessment.ts: rows of different failures are ordinary work",
  params: { ...GATE_PARAMS, failures: 3, longRow: 4, speaks: true },
  init: () => ({ row: [], gate: OPEN }),
  step(state, happened, params) {
    const { signals, message, at } = happened
    const call = signals.findLast(s => s.signal === "tool")
    const longest = Math.max(params.failures as number, params.longRow as number)
    const row =
      call?.type === "fail" ? [...state.row, keyOf(call)].slice(-longest) : call?.type === "ok" ? [] : state.row
    const failed = call?.type === "fail" && row.length >= (params.failures as number)
    const loop = new Set(row.slice(-(params.failures as number))).size === 1
    const because = `${row.length} calls failed in a row${loop ? ", in the same way" : ""}`
    const wants = failed ? ({ trip: "failure_streak", intervention: "fix", because } as const) : null
    const speaks = params.speaks === true && (loop || row.length >= (params.longRow as number))
    return { row, gate: pass(state.gate, wants, { message, at }, speaks, params) }
  },
  decide(state, input) {
    const { last } = state.gate
    if (last === null || last.message !== input.message || last.at !== input.at)
      return { answer: null, because: `${state.row.length} tool failures in a row` }
    const { trip, intervention, spoken, because } = last
    return { answer: { trip, intervention, spoken }, because }
  },
})

/** The same failure has the same fingerprint; where there is none, the tool has to do. */
const keyOf = (call: Signal): string => String(call.facts?.fingerprint ?? `tool ${call.facts?.tool ?? ""}`)
