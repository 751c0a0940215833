// What a message says: which of its sentences will last, of which kind and how likely; and whether it complains of or
// praises the work before it. Reading only: whose words they are, and what becomes of them, is decided elsewhere.
import { messageGroups, plainly, sentenceGroups } from "./features.ts"
import type { Ear, EarKind } from "./model.ts"
import { sentencesOf } from "./sentences.ts"

export interface Stretch {
  /** UTF-16 offsets into the message */
  readonly start: number
  readonly end: number
  readonly kind: EarKind
  /** chance that a good colleague would write it down for later sessions */
  readonly p: number
  readonly level: "sure" | "heard" | "unlikely"
}
export interface Heard {
  /** every sentence, in order */
  readonly stretches: readonly Stretch[]
  /** chance that the message says the work before it is wrong, and that it says it is right */
  readonly complaint: number
  readonly praise: number
}

const LONGEST = 20_000
/** A message of at most so many sentences may be plain speech. */
export const PLAIN_SENTENCES = 4
const chance = (margin: number): number => 1 / (1 + Math.exp(-margin))

export function hear(ear: Ear, message: string, previous: string): Heard {
  const text = message.slice(0, LONGEST)
  const sentences = sentencesOf(text)
  const whole = messageGroups(text, sentences, previous)
  const complains = ear.margin("complaint", whole)
  const { lasting, complaint, praise } = ear.header
  const looked = sentences.map((_, k) => sentenceGroups(text, sentences, k, previous !== ""))
  const base = lasting[1]! * ear.margin("message", whole) + lasting[2]! * complains + lasting[3]!
  const aloud =
    sentences.length > PLAIN_SENTENCES
      ? null
      : ear.margin("message", plainly(messageGroups(text, sentences, ""))) + ear.header.plain
  return {
    stretches: sentences.map(({ start, end }, k) => {
      const among = chance(lasting[0]! * ear.margin("sentence", looked[k]!) + base)
      const plain = aloud === null ? 0 : chance(ear.margin("sentence", plainly(looked[k]!)) + aloud)
      const p = Math.max(among, plain)
      const level = p >= ear.header.sure ? "sure" : p >= ear.header.heard ? "heard" : "unlikely"
      return { start, end, kind: ear.kind(looked[k]!), p, level } as const
    }),
    complaint: text.trim() === "" ? 0 : chance(complaint[0] * complains + complaint[1]),
    praise: text.trim() === "" ? 0 : chance(praise[0] * ear.margin("praise", whole) + praise[1]),
  }
}
