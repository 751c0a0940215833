// A loop of failing tool calls: the one alarm that speaks by default. Three failures in a row trip it; it speaks by itself
// when they are the same failure again and again, or one more follows. Else only a known fix is worth a word, and
// whether there is one is not known here.
import { GATE_PARAMS, type Gate, OPEN, pass, perEpisode, tripAt } from "../../assess/gate.ts"
import type { Signal } from "../../model.ts"
import { defineRule } from "../rule.ts"

interface State {
  readonly streak: number
  /** what failed last, one key for each */
  readonly row: readonly string[]
  readonly gate: Gate
}

const params = { ...GATE_PARAMS, failures: 3, longRow: 4, speaks: true }
const episode = perEpisode<State, typeof params>(
  "failure_streak",
  { streak: 0, row: [], gate: OPEN },
  (state, happened, params) => {
    const { signals, message, at } = happened
    const call = signals.findLast(s => s.signal === "tool")
    const failed = call?.type === "fail"
    const passed = call?.type === "ok"
    if (!failed) return passed && state.streak > 0 ? { streak: 0, row: [], gate: state.gate } : state
    const needed = params.failures
    const streak = state.streak + 1
    const row = [...state.row, keyOf(call)].slice(-needed)
    const loop = new Set(row).size === 1
    const because = `${streak} calls failed in a row${loop ? ", in the same way" : ""}`
    const wants = streak >= needed ? ({ trip: "failure_streak", intervention: "fix", because } as const) : null
    const speaks = params.speaks === true && (loop || streak >= params.longRow)
    return { streak, row, gate: pass(state.gate, wants, { message, at }, speaks, params) }
  },
)

export const failureStreak = defineRule({
  question: "alarm",
  name: "failure-streak",
  version: 2,
  source: "S2-37, S2-45..47; bench/assessment.ts: rows of different failures are ordinary work",
  params,
  tables: episode.tables,
  on: episode.on,
  decide(context, input) {
    const state = episode.of(context, input.episode)
    const tripped = tripAt(state.gate, input)
    if (tripped === null) return { answer: null, because: `${state.streak} tool failures in a row` }
    const { trip, intervention, spoken, because } = tripped
    return { answer: { trip, intervention, spoken }, because }
  },
})

/** The same failure has the same fingerprint; where there is none, the tool has to do. */
const keyOf = (call: Signal): string => String(call.facts?.fingerprint ?? `tool ${call.facts?.tool ?? ""}`)
