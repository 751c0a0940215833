// Detect rules as readers: a moment is some texts and the facts beside them, and what a rule says of it follows from nothing else.

import type { Event } from "../../events/define.ts"
import { hashId } from "../../ids.ts"
import type { Reading, Signal } from "../../model.ts"
import type { Moment, PromptMoment, ToolMoment } from "../../questions/happened.ts"
import type { Refs, TextReader } from "../../readings/reader.ts"
import { alone, type Rule, ruleId } from "../../rules/rule.ts"
import type { HearWork } from "../../words/ear/hear.ts"
import type { FoldContext } from "../context.ts"

/** Beside the prompt, the one before it, and the agent's last message. */
interface PromptFacts extends Omit<PromptMoment, "text" | "prev" | "agentTail"> {
  /** false: the agent said nothing */
  readonly replied: boolean
}
/** Beside the input, the output, and the error output. */
export interface ToolFacts extends Omit<ToolMoment, "input" | "text" | "stdout" | "stderr"> {
  /** the client told output and error output apart */
  readonly apart: boolean
}
type Facts = PromptFacts | ToolFacts
/** A call by its texts and facts: whoever reads them both gets what was kept of it without looking twice. */
export type CallRead = readonly [texts: Refs, facts: ToolFacts]

const TAIL = 2000
/** A rule of detect looks at nothing but its moment, and may listen to it. */
const NOBODY = alone()

type Texts = readonly (string | null)[]
/** All rules of detect are asked about the same moment, one after the other: made once, and gone with its texts. */
const MOMENTS = new WeakMap<Texts, { readonly facts: Facts; readonly moment: Moment }>()
function momentOf(texts: Texts, facts: Facts): Moment {
  let made = MOMENTS.get(texts)
  if (made?.facts !== facts) MOMENTS.set(texts, (made = { facts, moment: newMoment(texts, facts) }))
  return made.moment
}

function newMoment(texts: Texts, facts: Facts): Moment {
  if (facts.what === "prompt") {
    const { replied, ...rest } = facts
    const [text = null, prev = null, reply = null] = texts
    // "" = the agent said nothing, null = not known any more
    return { ...rest, text: text ?? "", prev, agentTail: replied ? (reply?.slice(-TAIL) ?? null) : "" }
  }
  const { apart, ...rest } = facts
  const [input = null, text = null, stderr = null] = texts
  return { ...rest, input, text, stdout: apart ? text : null, stderr }
}

type DetectReader = TextReader<Facts, readonly Reading[]>
const MADE = new WeakMap<Rule<"detect">, DetectReader>()

/** Named after the rule; one with other params is another reader. `hear` comes with the release, so it is always the same. */
function readerOf(rule: Rule<"detect">, hear?: HearWork): DetectReader {
  let made = MADE.get(rule)
  if (made === undefined) {
    const name = `${rule.name}/${hashId(JSON.stringify(rule.params)).slice(0, 8)}`
    const own = hear === undefined ? NOBODY : { ...NOBODY, hear }
    const read: DetectReader["read"] = (texts, facts) => rule.decide(own, momentOf(texts, facts), rule.params).answer
    MADE.set(rule, (made = { name, version: rule.version, read }))
  }
  return made
}

/** What the detect rules of the preset make of one event: signals free of text, so that forgetting can keep them. */
export const readEvent = (
  context: FoldContext,
  event: Event,
  turn: number | null,
  refs: Refs,
  facts: Facts,
): readonly Signal[] =>
  context.read("signals", (): { readonly signals: readonly Signal[] } => ({
    signals: context.preset.rules.detect.flatMap(rule => {
      if (rule.hears !== undefined && rule.hears !== facts.what) return []
      const answer = context.readBy(readerOf(rule, context.hear), refs, facts)
      return answer.length === 0 ? [] : answer.map((r: Reading) => signalOf(r, event.id, turn, ruleId(rule)))
    }),
  })).signals

/** Written out: adding fields to a copy costs many times as much. */
function signalOf(r: Reading, event: string, turn: number | null, rule: string): Signal {
  const { signal, type, polarity, confidence, because, facts } = r
  return facts === undefined
    ? { signal, type, polarity, confidence, because, event, turn, rule }
    : { signal, type, polarity, confidence, because, facts, event, turn, rule }
}
