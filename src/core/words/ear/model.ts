// The ear's weights in memory, read from the bytes that tools/ear writes. Ground truth of the layout: the header below.
// A view is a table of how rare each feature is; a head is a table of weights over one view.
import { assetHead } from "../../asset-head.ts"
import { BUCKETS, type Group } from "./features.ts"

export const EAR_MAGIC = "MEAR"
export const EAR_KINDS = ["rule", "pref", "fact", "decision", "proc"] as const
export type EarKind = (typeof EAR_KINDS)[number]
/** Kinds are told apart by fewer rows: there are few examples of each. */
export const KIND_BUCKETS = 1 << 12
/** Whether it is another tongue than English, and what is said in it of the work. */
export const ABROAD = ["tongue", "complaint", "praise"] as const
/** How a sentence is meant (stance.ts says what follows of each). */
export const STANCES = ["own", "asked", "supposed", "reported", "denied", "carried", "habit", "told", "now"] as const
export const STANCE_BUCKETS = 1 << 13
/** Every feature as rare as any other. */
export const EVEN = new Uint8Array(BUCKETS).fill(1)
/** One byte holds how rare a feature is, in twentieths; 0 = never seen, and left out. */
export const RARITY_STEP = 20

interface Head {
  readonly name: string
  readonly view: "sentence" | "message"
  readonly bits: number
  readonly bias: number
  /** the greatest weight; a byte q stands for sign(q)·(q/127)²·most */
  readonly most: number
}
/** Weights of margins, the bias last. A sentence: itself, the message, its complaint; then the same by the encoder. */
interface Joint {
  readonly lasting: readonly number[]
  readonly complaint: readonly number[]
  readonly praise: readonly number[]
}
/** Layout: magic (4 bytes), u32 header length, JSON header, rarities (u8 × BUCKETS) per view, weights (i8) per head, kind, head abroad and stance. */
export interface EarHeader extends Joint {
  readonly id: string
  readonly heads: readonly Head[]
  readonly kinds: readonly { readonly bias: number; readonly most: number }[]
  /** from both ears' margins to chances, and from what was counted alone */
  readonly counted: Joint
  /** heads of what is said in other tongues than English, over words and letters as they are; their margins are log-odds */
  readonly abroad: readonly { readonly bits: number; readonly bias: number; readonly most: number }[]
  /** one head for each of STANCES, over what `stanceGroups` looks at; margins are log-odds */
  readonly stances: readonly { readonly bias: number; readonly most: number }[]
  /** added to how plainly it is said: for its rank in a short message, and for being kept where it is the whole of one */
  readonly plain: number
  readonly aloud: number
  /** chances from which words are kept at once, and from which they are heard */
  readonly sure: number
  readonly heard: number
}
export interface Ear {
  readonly header: EarHeader
  readonly margin: (head: string, groups: readonly Group[]) => number
  readonly abroad: (what: (typeof ABROAD)[number], groups: readonly Group[]) => number
  /** margins of STANCES, in their order */
  readonly stances: (groups: readonly Group[]) => readonly number[]
  /** margins of the kinds, in their order */
  readonly kinds: (groups: readonly Group[]) => readonly number[]
}

const weightOf = (byte: number, most: number): number => Math.sign(byte) * (byte / 127) ** 2 * most

/** Each group to length `scale`, a word said often with the logarithm of its count; calls back with key and value. */
export function weigh(groups: readonly Group[], rarity: Uint8Array, each: (key: number, value: number) => void): void {
  for (const { counts, scale } of groups) {
    let square = 0
    for (const [key, count] of counts) {
      const value = (1 + Math.log(count)) * rarity[key]!
      square += value * value
    }
    if (square === 0) continue
    const by = scale / Math.sqrt(square)
    for (const [key, count] of counts) if (rarity[key] !== 0) each(key, (1 + Math.log(count)) * rarity[key]! * by)
  }
}

export function readEar(bytes: Uint8Array): Ear {
  const { head: header, at: start } = assetHead<EarHeader>(bytes, EAR_MAGIC, "an ear")
  let at = start
  const wanted =
    at +
    2 * BUCKETS +
    header.heads.reduce((sum, { bits }) => sum + (1 << bits), 0) +
    KIND_BUCKETS * header.kinds.length +
    header.abroad.reduce((sum, { bits }) => sum + (1 << bits), 0) +
    STANCE_BUCKETS * header.stances.length
  if (bytes.length < wanted) throw new TypeError("an ear, cut short")
  const rarity = {
    sentence: bytes.subarray(at, at + BUCKETS),
    message: bytes.subarray(at + BUCKETS, at + 2 * BUCKETS),
  }
  at += 2 * BUCKETS
  const next = (count: number): Int8Array => {
    const out = new Int8Array(bytes.buffer, bytes.byteOffset + at, count)
    at += count
    return out
  }
  const heads = new Map(header.heads.map(head => [head.name, { ...head, weights: next(1 << head.bits) }]))
  const kinds = header.kinds.map(kind => ({ ...kind, weights: next(KIND_BUCKETS) }))
  const abroad = header.abroad.map(head => ({ ...head, weights: next(1 << head.bits) }))
  const stances = header.stances.map(head => ({ ...head, weights: next(STANCE_BUCKETS) }))
  return {
    header,
    stances: groups => marginsOf(stances, groups, EVEN),
    margin(name, groups) {
      const head = heads.get(name)!
      return marginsOf([head], groups, rarity[head.view])[0]!
    },
    abroad: (what, groups) => marginsOf([abroad[ABROAD.indexOf(what)]!], groups, EVEN)[0]!,
    kinds: groups => marginsOf(kinds, groups.slice(0, 2), rarity.sentence),
  }
}

interface Weighing {
  readonly weights: Int8Array
  readonly bias: number
  readonly most: number
}
/** What each of these tables makes of the groups; a table holds a power of two of rows. */
function marginsOf(tables: readonly Weighing[], groups: readonly Group[], rarity: Uint8Array): readonly number[] {
  const sums = tables.map(({ bias }) => bias)
  weigh(groups, rarity, (key, value) => {
    for (let i = 0; i < tables.length; i++) {
      const { weights, most } = tables[i]!
      sums[i]! += weightOf(weights[key & (weights.length - 1)]!, most) * value
    }
  })
  return sums
}
