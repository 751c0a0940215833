// What a message says: which of its sentences will last, of which kind and how likely; and whether it complains of or
// praises the work before it. Words are counted first; where that leaves a doubt the encoder reads the message too. Reading
// only: whose words they are, and what becomes of them, is decided elsewhere.

import { sentencesOf } from "../sentences.ts"
import { encode } from "./encode.ts"
import type { Encoder } from "./encoder.ts"
import { abroadly, type Group, messageGroups, plainly, sentenceGroups } from "./features.ts"
import { EAR_KINDS, type Ear, type EarKind } from "./model.ts"
import type { ReadStance } from "./stance.ts"

type Level = "sure" | "heard" | "unlikely"
interface Stretch {
  /** UTF-16 offsets into the message */
  readonly start: number
  readonly end: number
  readonly kind: EarKind
  /** chance that a good colleague would write it down for later sessions */
  readonly p: number
  readonly level: Level
  /** the same without what being said plainly is worth */
  readonly among: Level
}
export interface Heard {
  /** every sentence, in order */
  readonly stretches: readonly Stretch[]
  /** chance that the message says the work before it is wrong, and that it says it is right */
  readonly complaint: number
  readonly praise: number
  /** rather in another tongue than English */
  readonly abroad: boolean
}

const LONGEST = 20_000
/** the end of what the agent said that is looked at with it */
const TAIL = 300
/** A message of at most so many sentences may be plain speech; kept at once for that is only one that says nothing else. */
export const PLAIN_SENTENCES = 4
/** What is kept at once is what the message is about: by how much a sentence falls behind the message's strongest. */
export const BESIDE = 0.4
const LEAST = -8
const chance = (margin: number): number => 1 / (1 + Math.exp(-margin))
const marginOf = (x: readonly number[], weights: readonly number[]): number =>
  x.reduce((sum, v, i) => sum + v * weights[i]!, weights[x.length]!)
const weighed = (x: readonly number[], weights: readonly number[]): number => chance(marginOf(x, weights))

/** Not worth a second reading: surely nothing that lasts, surely a complaint or surely none, surely no praise. */
const SURELY_NOT = { lasting: 0.06, complaint: 0.15, praise: 0.12 }
export const inDoubt = (lasting: number, complaint: number, praise: number): boolean =>
  lasting >= SURELY_NOT.lasting ||
  (complaint >= SURELY_NOT.complaint && complaint <= 1 - SURELY_NOT.complaint) ||
  praise >= SURELY_NOT.praise

/** What a message says of the work before it, in chances; and how a sentence is meant. By counting alone. */
export interface HearWork {
  (text: string, previous: string): Omit<Heard, "stretches">
  readonly stance: ReadStance
}
type Work = Pick<Heard, "complaint" | "praise">

/** In other tongues than English other weights speak, by as much as it is one of them. What has no letters is in none. */
function inItsTongue(ear: Ear, text: string, whole: readonly Group[], english: Work): Work & Pick<Heard, "abroad"> {
  const said = abroadly(whole)
  const share = /\p{L}/u.test(text) ? chance(ear.abroad("tongue", said)) : 0
  if (share < 0.5) return { ...english, abroad: false }
  const mixed = (what: keyof Work): number => (1 - share) * english[what] + share * chance(ear.abroad(what, said))
  return { complaint: mixed("complaint"), praise: mixed("praise"), abroad: true }
}

/** By counting alone: quick enough to run wherever a prompt is read. */
export function hearWork(ear: Ear, message: string, previous: string): ReturnType<HearWork> {
  const text = message.slice(0, LONGEST)
  const whole = messageGroups(text, sentencesOf(text), previous.slice(-TAIL))
  return inItsTongue(ear, text, whole, {
    complaint: weighed([ear.margin("complaint", whole)], ear.header.counted.complaint),
    praise: weighed([ear.margin("praise", whole)], ear.header.counted.praise),
  })
}

/** `encoder` is called for at most once, and only in doubt. */
export function hear(ear: Ear, encoder: () => Encoder, message: string, previous: string): Heard {
  const text = message.slice(0, LONGEST)
  if (text.trim() === "") return { stretches: [], complaint: 0, praise: 0, abroad: false }
  const sentences = sentencesOf(text)
  const whole = messageGroups(text, sentences, previous)
  const looked = sentences.map((_, k) => sentenceGroups(text, sentences, k, previous !== ""))
  const counted = {
    each: looked.map(groups => ear.margin("sentence", groups)),
    message: ear.margin("message", whole),
    complaint: ear.margin("complaint", whole),
    praise: ear.margin("praise", whole),
  }
  const sentence = (k: number): readonly number[] => [counted.each[k]!, counted.message, counted.complaint]
  const first = {
    lasting: sentences.map((_, k) => weighed(sentence(k), ear.header.counted.lasting)),
    complaint: weighed([counted.complaint], ear.header.counted.complaint),
    praise: weighed([counted.praise], ear.header.counted.praise),
  }
  const again = inDoubt(Math.max(0, ...first.lasting), first.complaint, first.praise)
    ? encode(encoder(), text, sentences, previous)
    : null
  const encoded = sentences.map((_, k) => Math.max(LEAST, again?.each[k] ?? LEAST))
  const most = { counted: Math.max(...counted.each), encoded: Math.max(...encoded) }
  const isPlain = sentences.length <= PLAIN_SENTENCES
  // "Never push to main." says what it says without its full stop
  const bare = isPlain ? text.replace(/(?<![.。])[.。]\s*$/, "") : text
  const parts = bare === text ? sentences : sentencesOf(bare)
  const { sure, heard } = ear.header
  return {
    stretches: sentences.map(({ start, end }, k) => {
      const part = bare === text || !parts[k] ? looked[k]! : sentenceGroups(bare, parts, k, previous !== "")
      const plain = isPlain ? ear.margin("plain", plainly(part)) : LEAST
      const among =
        again === null
          ? marginOf(sentence(k), ear.header.counted.lasting)
          : marginOf([...sentence(k), encoded[k]!, again.message, again.complaint], ear.header.lasting)
      const behind = BESIDE * (counted.each[k]! - most.counted + encoded[k]! - most.encoded)
      const aloud = sentences.length === 1 ? chance(plain + ear.header.aloud) : 0
      const stands = chance(among + behind) >= sure
      const kept = aloud >= sure || stands
      // said plainly it ranks a little higher, but never above what people meant to last
      const p = Math.max(chance(among), kept ? sure : Math.min(chance(plain + ear.header.plain), sure))
      const levelOf = (isSure: boolean, most: number): Level => (isSure ? "sure" : most >= heard ? "heard" : "unlikely")
      const [level, without] = [levelOf(kept, Math.max(p, aloud)), levelOf(stands, chance(among))]
      return {
        start,
        end,
        kind: kindOf(ear.kinds(looked[k]!), again?.kinds[k] ?? []),
        p,
        level,
        among: without,
      } as const
    }),
    ...inItsTongue(ear, text, whole, {
      complaint: again === null ? first.complaint : weighed([counted.complaint, again.complaint], ear.header.complaint),
      praise: again === null ? first.praise : weighed([counted.praise, again.praise], ear.header.praise),
    }),
  }
}

/** By both ears together. */
function kindOf(counted: readonly number[], encoded: readonly number[]): EarKind {
  const sums = counted.map((x, i) => x + (encoded[i] ?? 0) * ENCODED_KIND)
  return EAR_KINDS[sums.indexOf(Math.max(...sums))]!
}
const ENCODED_KIND = 0.5
