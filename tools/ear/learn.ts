// The method: three linear heads over two views, and a small last step that joins them. Everything is fitted out of folds
// by person, so that no figure comes from a person whose words were learned.
import { plainly } from "../../src/core/words/ear/features.ts"
import { BESIDE, inDoubt, PLAIN_SENTENCES } from "../../src/core/words/ear/hear.ts"
import { EAR_KINDS, KIND_BUCKETS } from "../../src/core/words/ear/model.ts"
import { type Example, type Matrix, matrixOf, messageExample, rarityOf, sentenceExamples } from "./examples.ts"
import type { Scored } from "./figures.ts"
import { type Fit, fitLogistic, margins } from "./logistic.ts"
import type { EncodedRow } from "./margins.ts"
import { gradeOf, type Row } from "./rows.ts"

type EncodedRows = ReadonlyMap<string, EncodedRow>

/** how much more a sentence that lasts costs when it is missed */
const MISSED = 3
/** what a message with only a grade 1, and a soft complaint, count for */
const PERHAPS = 0.3
const SOFT = 0.4
const C = 2
const ROUNDS = 25
/** A person who wrote much counts for more than one who wrote little, but not by as much. */
const USUAL = 60
const FEWEST = 20
const OWN = 2

/** Rows of a head's table, as a power of two; praise is told by fewer. */
const BITS = 17
const PRAISE_BITS = 16
export interface View {
  readonly bits: number
  readonly rarity: Uint8Array
  readonly buckets: Int32Array
}
export interface Heads {
  readonly sentence: Fit & View
  /** a sentence heard plainly: our own, and people's short messages as if they had been written for us */
  readonly plain: Fit & View
  readonly message: Fit & View
  readonly complaint: Fit & View
  readonly praise: Fit & View
}
export interface Examples {
  readonly sentences: readonly (readonly Example[])[]
  readonly messages: readonly Example[]
}
export const examplesOf = (rows: readonly Row[]): Examples => ({
  sentences: rows.map(sentenceExamples),
  messages: rows.map(messageExample),
})

export const saysNo = (row: Row): number => (row.f === "neg" || row.f === "mix" ? 1 : row.f === "soft" ? SOFT : 0)
export const saysYes = (row: Row): number => (row.f === "pos" || row.f === "mix" ? 1 : 0)

export function fitHead(x: Matrix, y: readonly number[], cost: readonly number[]): Fit {
  return fitLogistic(x, Float64Array.from(y), Float64Array.from(cost), x.buckets.length, C, ROUNDS)
}

/** Plain margins lie close together: made wider, what hardly sounds like a wish does not rank beside what does. */
const STEEP = 6
const steep = (fit: Fit): Fit => ({ weights: fit.weights.map(w => STEEP * w), bias: STEEP * fit.bias })
const aloud = (e: Example): Example => ({ ...e, groups: plainly(e.groups) })

export function fitHeads(of: Examples): Heads {
  const clear = of.sentences.map(all => all.filter(e => e.grade !== 1))
  const sentences = clear.flat()
  const plain = clear.filter((_, i) => of.sentences[i]!.length <= PLAIN_SENTENCES).flat().map(aloud)
  const sRarity = rarityOf(of.sentences.flat())
  const s = matrixOf(sentences, sRarity)
  const p = matrixOf(plain, sRarity)
  const mRarity = rarityOf(of.messages)
  const m = matrixOf(of.messages, mRarity)
  const spoken = of.messages.filter(e => e.row.f !== null)
  const w = matrixOf(spoken, mRarity)
  const praised = matrixOf(spoken, mRarity, key => key % (1 << PRAISE_BITS))
  const wrote = new Map<string, number>()
  for (const { row } of of.messages) wrote.set(row.owner, (wrote.get(row.owner) ?? 0) + 1)
  const even = (e: Example): number =>
    e.row.split === "written" ? OWN : Math.sqrt(USUAL / Math.max(FEWEST, wrote.get(e.row.owner)!))
  const cost = (e: Example): number => even(e) * (e.grade === 2 ? MISSED : 1)
  const on = (x: Matrix, rarity: Uint8Array, fit: Fit, bits = BITS) => ({ ...fit, bits, rarity, buckets: x.buckets })
  return {
    sentence: on(s, sRarity, fitHead(s, sentences.map(e => Number(e.grade === 2)), sentences.map(cost))),
    plain: on(p, sRarity, steep(fitHead(p, plain.map(e => Number(e.grade === 2)), plain.map(cost)))),
    message: on(m, mRarity, fitHead(m, of.messages.map(e => (e.grade === 2 ? 1 : e.grade === 1 ? PERHAPS : 0)), of.messages.map(cost))),
    complaint: on(w, mRarity, fitHead(w, spoken.map(e => saysNo(e.row)), spoken.map(even))),
    praise: on(praised, mRarity, fitHead(praised, spoken.map(e => saysYes(e.row)), spoken.map(even)), PRAISE_BITS),
  }
}

export interface Margins {
  readonly row: Row
  readonly sentences: readonly Example[]
  /** what the encoder says, out of folds; null where it said nothing */
  readonly encoded: EncodedRow | null
  readonly each: readonly number[]
  readonly message: number
  readonly complaint: number
  readonly praise: number
  /** each sentence heard plainly */
  readonly plain: readonly number[]
}
function marginsOf(head: Fit & View, examples: readonly Example[]): Float64Array {
  const x = matrixOf(examples, head.rarity, key => key % (1 << head.bits))
  const byBucket = new Map<number, number>()
  head.buckets.forEach((bucket, i) => byBucket.set(bucket, head.weights[i]!))
  return margins(x, Float64Array.from(x.buckets, bucket => byBucket.get(bucket) ?? 0), head.bias)
}
export function listen(heads: Heads, of: Examples, encoded: EncodedRows): readonly Margins[] {
  const flat = marginsOf(heads.sentence, of.sentences.flat())
  const flatPlain = marginsOf(heads.plain, of.sentences.flat().map(aloud))
  const message = marginsOf(heads.message, of.messages)
  const complaint = marginsOf(heads.complaint, of.messages)
  const praise = marginsOf(heads.praise, of.messages)
  let at = 0
  return of.messages.map((m, i) => {
    const sentences = of.sentences[i]!
    const each = sentences.map((_, k) => flat[at + k]!)
    const plain = sentences.map((_, k) => flatPlain[at + k]!)
    at += sentences.length
    return { row: m.row, sentences, encoded: encoded.get(m.row.id) ?? null, each, plain, message: message[i]!, complaint: complaint[i]!, praise: praise[i]! }
  })
}

/** Folds by person, the largest first onto the lightest fold; our own voices always learn. */
export function foldsOf(rows: readonly Row[], count: number): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const row of rows) if (row.split !== "written") sizes.set(row.owner, (sizes.get(row.owner) ?? 0) + 1)
  const loads = new Array<number>(count).fill(0)
  const out = new Map<string, number>()
  for (const [owner, n] of [...sizes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    const fold = loads.indexOf(Math.min(...loads))
    loads[fold]! += n
    out.set(owner, fold)
  }
  return out
}
export function outOfFolds(of: Examples, folds: ReadonlyMap<string, number>, count: number, encoded: EncodedRows): readonly Margins[] {
  const pick = (keep: (row: Row) => boolean): Examples => {
    const chosen = of.messages.map((m, i) => (keep(m.row) ? i : -1)).filter(i => i >= 0)
    return { sentences: chosen.map(i => of.sentences[i]!), messages: chosen.map(i => of.messages[i]!) }
  }
  return Array.from({ length: count }, (_, f) => f).flatMap(f =>
    listen(
      fitHeads(pick(row => folds.get(row.owner) !== f)),
      pick(row => row.split === "fit" && folds.get(row.owner) === f),
      encoded,
    ),
  )
}

/** From margins to chances: weights in the order of `toldBy`, `complainedBy` and `praisedBy`, the bias last. */
export interface Joined {
  readonly lasting: readonly number[]
  readonly complaint: readonly number[]
  readonly praise: readonly number[]
  /** the same without the encoder: enough where nothing is in doubt */
  readonly counted: Omit<Joined, "counted">
}
const dense = (rows: readonly (readonly number[])[]): Matrix => {
  const width = rows[0]!.length
  return {
    starts: Int32Array.from({ length: rows.length + 1 }, (_, i) => i * width),
    keys: Int32Array.from({ length: rows.length * width }, (_, i) => i % width),
    values: Float32Array.from(rows.flat()),
    buckets: Int32Array.from({ length: width }, (_, i) => i),
  }
}
const LOOSE = 100
const LEAST = -8
const FOREIGN = 0.34
const own = (h: Margins, k: number): boolean => h.sentences[k]!.foreign <= FOREIGN && !h.sentences[k]!.asks
/** How plainly a message of at most so many sentences states what lasts. `guarded`: by words of the user's own that ask nothing. */
export const plainest = (h: Margins, guarded: boolean, most: number): number =>
  h.sentences.length > most ? LEAST : Math.max(LEAST, ...h.plain.filter((_, k) => !guarded || own(h, k)))

/** What speaks for a sentence (itself, the message, its complaint), for a complaint and for praise. */
interface Told {
  readonly lasting: (h: Margins, k: number) => readonly number[]
  readonly complaint: (h: Margins) => readonly number[]
  readonly praise: (h: Margins) => readonly number[]
}
const COUNTED: Told = {
  lasting: (h, k) => [h.each[k] ?? LEAST, h.message, h.complaint],
  complaint: h => [h.complaint],
  praise: h => [h.praise],
}
const BOTH: Told = {
  lasting: (h, k) => [...COUNTED.lasting(h, k), Math.max(LEAST, h.encoded!.each[k] ?? LEAST), h.encoded!.message, h.encoded!.complaint],
  complaint: h => [h.complaint, h.encoded!.complaint],
  praise: h => [h.praise, h.encoded!.praise],
}
const weighed = (x: readonly number[], weights: readonly number[]): number =>
  x.reduce((sum, v, i) => sum + v * weights[i]!, weights[x.length]!)
/** The sentence that speaks most for lasting; -1 when none may. */
function strongest(h: Margins, guarded: boolean, by: Told, weights: readonly number[]): number {
  let best = -1
  let most = Number.NEGATIVE_INFINITY
  h.each.forEach((_, k) => {
    const margin = guarded && !own(h, k) ? most : weighed(by.lasting(h, k), weights)
    if (margin <= most) return
    best = k
    most = margin
  })
  return best
}
/** Weights of margins, the bias last. */
export function fitLast(x: readonly (readonly number[])[], y: readonly number[], cost: readonly number[]): readonly number[] {
  const { weights, bias } = fitLogistic(dense(x), Float64Array.from(y), Float64Array.from(cost), x[0]!.length, LOOSE, 100)
  return [...weights, bias]
}
/**
 * The last step, on margins out of folds and with the rows' weights, so that its chances are those of people's messages. Which
 * sentence speaks for a message depends on the weights, and they on it: a few rounds settle both.
 */
function joinBy(heard: readonly Margins[], by: Told): Omit<Joined, "counted"> {
  const told = heard.filter(h => gradeOf(h.row) !== 1)
  const lasts = told.map(h => Number(gradeOf(h.row) === 2))
  const cost = told.map(h => h.row.w)
  let lasting: readonly number[] = by.lasting(told[0]!, 0).map((_, i) => (i % 3 === 0 ? 1 : 0))
  for (let round = 0; round < 4; round++)
    lasting = fitLast(told.map(h => by.lasting(h, strongest(h, false, by, lasting))), lasts, cost)
  const clear = heard.filter(h => h.row.f !== "soft")
  return {
    lasting,
    complaint: fitLast(clear.map(by.complaint), clear.map(h => saysNo(h.row)), clear.map(() => 1)),
    praise: fitLast(heard.map(by.praise), heard.map(h => saysYes(h.row)), heard.map(() => 1)),
  }
}
export const join = (heard: readonly Margins[]): Joined => ({
  ...joinBy(heard.filter(h => h.encoded !== null), BOTH),
  counted: joinBy(heard, COUNTED),
})

const chance = (m: number): number => 1 / (1 + Math.exp(-m))
/** The chance by which the message's strongest stretch is kept at once: what stands beside a stronger one falls behind. */
function keptBy(h: Margins, by: Told, weights: readonly number[], guarded: boolean): number {
  const counted = h.sentences.map((_, k) => h.each[k] ?? LEAST)
  const encoded = h.sentences.map((_, k) => Math.max(LEAST, h.encoded?.each[k] ?? LEAST))
  const may = h.sentences.map((_, k) => k).filter(k => !guarded || own(h, k))
  const most = (of: readonly number[]): number => Math.max(...may.map(k => of[k]!))
  const behind = (k: number): number => BESIDE * (counted[k]! - most(counted) + encoded[k]! - most(encoded))
  return chance(Math.max(-20, ...may.map(k => weighed(by.lasting(h, k), weights) + behind(k))))
}
function chances(h: Margins, by: Told, joined: Omit<Joined, "counted">, guarded: boolean): Omit<Scored, "row" | "heard"> {
  const k = strongest(h, guarded, by, joined.lasting)
  return {
    p: k === -1 ? 0 : chance(weighed(by.lasting(h, k), joined.lasting)),
    kept: keptBy(h, by, joined.lasting, guarded),
    complaint: chance(weighed(by.complaint(h), joined.complaint)),
    praise: chance(weighed(by.praise(h), joined.praise)),
  }
}
/** The encoder is asked where counting leaves a doubt; where it said nothing, counting alone has to do. */
export const doubted = (h: Margins, joined: Joined): boolean => {
  const k = strongest(h, false, COUNTED, joined.counted.lasting)
  return h.encoded !== null && inDoubt(
    k === -1 ? 0 : chance(weighed(COUNTED.lasting(h, k), joined.counted.lasting)),
    chance(weighed(COUNTED.complaint(h), joined.counted.complaint)),
    chance(weighed(COUNTED.praise(h), joined.counted.praise)),
  )
}
export function score(
  heard: readonly Margins[],
  joined: Joined,
  guarded: boolean,
  plain: { readonly plain: number; readonly aloud: number; readonly sure: number } | null,
): readonly Scored[] {
  return heard.map(h => {
    const said = doubted(h, joined) ? chances(h, BOTH, joined, guarded) : chances(h, COUNTED, joined.counted, guarded)
    if (plain === null) return { row: h.row, ...said, heard: said.p }
    const met = (most: number, by: number): number => Math.min(plain.sure, chance(plainest(h, guarded, most) + by))
    const kept = Math.max(said.kept, met(1, plain.aloud))
    const p = Math.max(said.p, met(PLAIN_SENTENCES, plain.plain), kept >= plain.sure ? plain.sure : 0)
    return { row: h.row, ...said, p, kept, heard: Math.max(p, met(1, plain.aloud)) }
  })
}

/** One against the rest, over the words and letters of sentences that last. */
export function fitKinds(of: Examples, rarity: Uint8Array) {
  const known = of.sentences.flat().filter(e => e.kind !== null).map(e => ({ ...e, groups: e.groups.slice(0, 2) }))
  const x = matrixOf(known, rarity, key => key % KIND_BUCKETS)
  return EAR_KINDS.map(kind => ({
    ...fitLogistic(x, Float64Array.from(known, e => Number(e.kind === kind)), new Float64Array(known.length).fill(1), x.buckets.length, C, ROUNDS),
    buckets: x.buckets,
  }))
}

