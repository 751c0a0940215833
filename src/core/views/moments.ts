// Detect rules as readers: a moment is some texts and the facts beside them, and what a rule says of it follows from nothing else.
import type { HearWork } from "../ear/hear.ts"
import { hashId } from "../ids.ts"
import type { Reading } from "../model.ts"
import type { Moment, PromptMoment, ToolMoment } from "../questions/detect.ts"
import type { TextReader } from "../readings/reader.ts"
import { alone, type Rule } from "../rules/rule.ts"

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
export type Facts = PromptFacts | ToolFacts

const TAIL = 2000
/** A rule of detect looks at nothing but its moment, and may listen to it. */
const NOBODY = alone()

function momentOf(texts: readonly (string | null)[], facts: Facts): Moment {
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
export function readerOf(rule: Rule<"detect">, hear?: HearWork): DetectReader {
  let made = MADE.get(rule)
  if (made === undefined) {
    const name = `${rule.name}/${hashId(JSON.stringify(rule.params)).slice(0, 8)}`
    const own = hear === undefined ? NOBODY : { ...NOBODY, hear }
    const read: DetectReader["read"] = (texts, facts) => rule.decide(own, momentOf(texts, facts), rule.params).answer
    MADE.set(rule, (made = { name, version: rule.version, read }))
  }
  return made
}
