// The method: three linear heads over two views, and a small last step that joins them. Everything is fitted out of folds
// by person, so that no figure comes from a person whose words were learned.
import { plainly } from "../../src/core/ear/features.ts"
import { PLAIN_SENTENCES } from "../../src/core/ear/hear.ts"
import { EAR_KINDS, KIND_BUCKETS } from "../../src/core/ear/model.ts"
import { type Example, type Matrix, matrixOf, messageExample, rarityOf, sentenceExamples } from "./examples.ts"
import type { Scored } from "./figures.ts"
import { type Fit, fitLogistic, margins } from "./logistic.ts"
import { gradeOf, type Row } from "./rows.ts"

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

export interface View {
  readonly rarity: Uint8Array
  readonly buckets: Int32Array
}
export interface Heads {
  readonly sentence: Fit & View
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

const saysNo = (row: Row): number => (row.f === "neg" || row.f === "mix" ? 1 : row.f === "soft" ? SOFT : 0)
const saysYes = (row: Row): number => (row.f === "pos" || row.f === "mix" ? 1 : 0)

function fitHead(x: Matrix, y: readonly number[], cost: readonly number[]): Fit {
  return fitLogistic(x, Float64Array.from(y), Float64Array.from(cost), x.buckets.length, C, ROUNDS)
}

export function fitHeads(of: Examples): Heads {
  const sentences = of.sentences.flat().filter(e => e.grade !== 1)
  const sRarity = rarityOf(of.sentences.flat())
  const s = matrixOf(sentences, sRarity)
  const mRarity = rarityOf(of.messages)
  const m = matrixOf(of.messages, mRarity)
  const wrote = new Map<string, number>()
  for (const { row } of of.messages) wrote.set(row.owner, (wrote.get(row.owner) ?? 0) + 1)
  const even = (e: Example): number =>
    e.row.split === "written" ? OWN : Math.sqrt(USUAL / Math.max(FEWEST, wrote.get(e.row.owner)!))
  const cost = (e: Example): number => even(e) * (e.grade === 2 ? MISSED : 1)
  const on = (x: Matrix, rarity: Uint8Array, fit: Fit) => ({ ...fit, rarity, buckets: x.buckets })
  return {
    sentence: on(s, sRarity, fitHead(s, sentences.map(e => Number(e.grade === 2)), sentences.map(cost))),
    message: on(m, mRarity, fitHead(m, of.messages.map(e => (e.grade === 2 ? 1 : e.grade === 1 ? PERHAPS : 0)), of.messages.map(cost))),
    complaint: on(m, mRarity, fitHead(m, of.messages.map(e => saysNo(e.row)), of.messages.map(even))),
    praise: on(m, mRarity, fitHead(m, of.messages.map(e => saysYes(e.row)), of.messages.map(even))),
  }
}

export interface Margins {
  readonly row: Row
  readonly sentences: readonly Example[]
  readonly each: readonly number[]
  readonly message: number
  readonly complaint: number
  readonly praise: number
  /** each sentence together with the message, heard plainly */
  readonly plain: readonly number[]
}
function marginsOf(head: Fit & View, examples: readonly Example[]): Float64Array {
  const x = matrixOf(examples, head.rarity)
  const byBucket = new Map<number, number>()
  head.buckets.forEach((bucket, i) => byBucket.set(bucket, head.weights[i]!))
  return margins(x, Float64Array.from(x.buckets, bucket => byBucket.get(bucket) ?? 0), head.bias)
}
export function listen(heads: Heads, of: Examples): readonly Margins[] {
  const flat = marginsOf(heads.sentence, of.sentences.flat())
  const aloud = (e: Example): Example => ({ ...e, groups: plainly(e.groups) })
  const flatPlain = marginsOf(heads.sentence, of.sentences.flat().map(aloud))
  const messagePlain = marginsOf(
    heads.message,
    of.messages.map(e => aloud(messageExample({ ...e.row, prev: "" }))),
  )
  const message = marginsOf(heads.message, of.messages)
  const complaint = marginsOf(heads.complaint, of.messages)
  const praise = marginsOf(heads.praise, of.messages)
  let at = 0
  return of.messages.map((m, i) => {
    const sentences = of.sentences[i]!
    const each = sentences.map((_, k) => flat[at + k]!)
    const plain = sentences.map((_, k) => flatPlain[at + k]! + messagePlain[i]!)
    at += sentences.length
    return { row: m.row, sentences, each, plain, message: message[i]!, complaint: complaint[i]!, praise: praise[i]! }
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
export function outOfFolds(of: Examples, folds: ReadonlyMap<string, number>, count: number): readonly Margins[] {
  const pick = (keep: (row: Row) => boolean): Examples => {
    const chosen = of.messages.map((m, i) => (keep(m.row) ? i : -1)).filter(i => i >= 0)
    return { sentences: chosen.map(i => of.sentences[i]!), messages: chosen.map(i => of.messages[i]!) }
  }
  return Array.from({ length: count }, (_, f) => f).flatMap(f =>
    listen(
      fitHeads(pick(row => folds.get(row.owner) !== f)),
      pick(row => folds.get(row.owner) === f),
    ),
  )
}

export interface Joined {
  readonly lasting: readonly number[]
  readonly complaint: readonly [number, number]
  readonly praise: readonly [number, number]
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
/** The margin of the sentence that speaks most for lasting; `guarded`: of those that are the user's own and ask nothing. */
const strongest = (h: Margins, guarded: boolean, of: readonly number[] = h.each): number =>
  Math.max(LEAST, ...of.filter((_, k) => !guarded || (h.sentences[k]!.foreign <= FOREIGN && !h.sentences[k]!.asks)))
/** How plainly a short message states what lasts; nothing for a long one. */
export const plainest = (h: Margins, guarded: boolean): number =>
  h.sentences.length > PLAIN_SENTENCES ? LEAST : strongest(h, guarded, h.plain)
/**
 * The last step, on margins out of folds and with the rows' weights, so that its chances are those of people's messages: a
 * message by its strongest sentence, by itself as a whole, and by how much it complains.
 */
export function join(heard: readonly Margins[]): Joined {
  const told = heard.filter(h => gradeOf(h.row) !== 1)
  const rows = told.map(h => [strongest(h, false), h.message, h.complaint])
  const y = told.map(h => Number(gradeOf(h.row) === 2))
  const cost = told.map(h => h.row.w)
  const fit = fitLogistic(dense(rows), Float64Array.from(y), Float64Array.from(cost), 3, LOOSE, 100)
  const one = (x: readonly number[], labels: readonly number[]): readonly [number, number] => {
    const platt = fitLogistic(dense(x.map(v => [v])), Float64Array.from(labels), new Float64Array(x.length).fill(1), 1, LOOSE, 100)
    return [platt.weights[0]!, platt.bias]
  }
  const clear = heard.filter(h => h.row.f !== "soft")
  return {
    lasting: [...fit.weights, fit.bias],
    complaint: one(clear.map(h => h.complaint), clear.map(h => saysNo(h.row))),
    praise: one(heard.map(h => h.praise), heard.map(h => saysYes(h.row))),
  }
}

const chance = (m: number): number => 1 / (1 + Math.exp(-m))
export function score(heard: readonly Margins[], joined: Joined, guarded: boolean, plain: number | null): readonly Scored[] {
  const [own, message, complaint, bias] = joined.lasting as [number, number, number, number]
  return heard.map(h => {
    const p = chance(own * strongest(h, guarded) + message * h.message + complaint * h.complaint + bias)
    return {
      row: h.row,
      p: plain === null ? p : Math.max(p, chance(plainest(h, guarded) + plain)),
      complaint: chance(joined.complaint[0] * h.complaint + joined.complaint[1]),
      praise: chance(joined.praise[0] * h.praise + joined.praise[1]),
    }
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

