// What the detect rules make of one event, once: their signals and where those that remember stand afterwards, both free of
// text, so that forgetting can keep them.
import type { Event } from "../events/define.ts"
import type { Reading, Signal } from "../model.ts"
import type { Moment } from "../questions/detect.ts"
import { type Rule, ruleId } from "../rules/rule.ts"
import { decide, type FoldContext, stateKey, stateOf, step } from "./context.ts"
import { TABLE } from "./tables.ts"

interface Detected {
  readonly signals: readonly Signal[]
  /** what rules that remember stand at afterwards, by their key */
  readonly states: Readonly<Record<string, unknown>>
}

/** Runs every detect rule of the preset, or takes what was kept when a text was forgotten. `main`: the text it is all about. */
export function readEvent(
  context: FoldContext,
  event: Event,
  turn: number | null,
  main: string | null,
  momentOf: () => Moment,
): readonly Signal[] {
  const { signals, states } = context.read("signals", (): Detected => {
    const old = main !== null && context.text(main) === null ? context.readings(event.id) : null
    // Words about earlier work are kept with the turn they begin (later-words.ts).
    if (old) return { signals: old.filter(r => r.signal !== "later").map(r => ({ ...r, event: event.id })), states: {} }
    const moment = momentOf()
    const { detect } = context.preset.rules
    const found = detect.flatMap(rule => {
      const { answer } = decide(context, rule, moment)
      step(context, rule, moment)
      return answer.length === 0 ? [] : answer.map((r: Reading) => signalOf(r, event.id, turn, ruleId(rule)))
    })
    const stepping = detect.filter(rule => rule.step) as unknown as readonly Rule[]
    return { signals: found, states: Object.fromEntries(stepping.map(r => [stateKey(r), stateOf(context, r)])) }
  })
  for (const key in states) TABLE.rule.set(context.rows, key, states[key])
  return signals
}

/** Written out: adding fields to a copy costs many times as much. */
function signalOf(r: Reading, event: string, turn: number | null, rule: string): Signal {
  const { signal, type, polarity, confidence, because, facts } = r
  return facts === undefined
    ? { signal, type, polarity, confidence, because, event, turn, rule }
    : { signal, type, polarity, confidence, because, facts, event, turn, rule }
}
