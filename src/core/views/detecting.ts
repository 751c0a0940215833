// What the detect rules make of one event, once: signals free of text, so that forgetting can keep them.
import type { Event } from "../events/define.ts"
import type { Reading, Signal } from "../model.ts"
import type { Refs } from "../readings/reader.ts"
import { ruleId } from "../rules/rule.ts"
import type { FoldContext } from "./context.ts"
import { type Facts, readerOf } from "./moments.ts"

/** Runs every detect rule of the preset, or takes what was kept when a text was forgotten. `main`: the text it is all about. */
export function readEvent(
  context: FoldContext,
  event: Event,
  turn: number | null,
  main: string | null,
  refs: Refs,
  facts: Facts,
): readonly Signal[] {
  return context.read("signals", (): { readonly signals: readonly Signal[] } => {
    const old = main === null ? null : context.readings(event.id)
    // Words about earlier work are kept with the turn they begin (later-words.ts).
    if (old && context.text(main!) === null)
      return { signals: old.filter(r => r.signal !== "later").map(r => ({ ...r, event: event.id })) }
    const signals = context.preset.rules.detect.flatMap(rule => {
      const answer = context.readBy(readerOf(rule, context.hear), refs, facts)
      return answer.length === 0 ? [] : answer.map((r: Reading) => signalOf(r, event.id, turn, ruleId(rule)))
    })
    return { signals }
  }).signals
}

/** Written out: adding fields to a copy costs many times as much. */
function signalOf(r: Reading, event: string, turn: number | null, rule: string): Signal {
  const { signal, type, polarity, confidence, because, facts } = r
  return facts === undefined
    ? { signal, type, polarity, confidence, because, event, turn, rule }
    : { signal, type, polarity, confidence, because, facts, event, turn, rule }
}
