// Rows as examples: the features of every sentence and message, how rare each is, and the sparse rows a fit works on.
import { ASKS } from "../../src/core/words/ear/encode.ts"
import { BUCKETS, type Group, messageGroups, plainly, sentenceGroups } from "../../src/core/words/ear/features.ts"
import { RARITY_STEP, weigh } from "../../src/core/words/ear/model.ts"
import { sentencesOf } from "../../src/core/words/sentences.ts"
import { GONE } from "../../src/core/words/whose/mask.ts"
import { ownWords } from "../../src/core/words/whose/own-words.ts"
import type { Sparse } from "./logistic.ts"
import { gradeOf, type Lasting, type Row } from "./rows.ts"

export interface Example {
  readonly row: Row
  readonly groups: readonly Group[]
  /** 0 nothing, 1 perhaps, 2 lasts */
  readonly grade: number
  readonly kind: Lasting["k"] | null
  /** share of the stretch that is not the user's own typing */
  readonly foreign: number
  readonly asks: boolean
}

const shaped = (row: Row, groups: readonly Group[]): readonly Group[] =>
  row.split === "written" ? plainly(groups) : groups

export function sentenceExamples(row: Row): readonly Example[] {
  const all = sentencesOf(row.text)
  const own = row.split === "written" ? null : ownWords(row.text, row.prev)
  return all.map((s, k) => {
    let grade = 0
    let kind: Lasting["k"] | null = null
    for (const d of row.d) {
      const shared = Math.min(s.end, d.at + d.q.length) - Math.max(s.start, d.at)
      if (shared < 0.5 * Math.min(d.q.length, s.end - s.start) || d.g <= grade) continue
      grade = d.g
      kind = d.k
    }
    let gone = 0
    if (own && own.masked.length === row.text.length)
      for (let i = s.start; i < s.end; i++) if (own.masked[i] === GONE) gone++
    const asks = ASKS.test(row.text.slice(s.start, s.end))
    return {
      row,
      grade,
      kind,
      asks,
      foreign: gone / (s.end - s.start),
      groups: shaped(row, sentenceGroups(row.text, all, k, row.prev !== "")),
    }
  })
}

export const messageExample = (row: Row): Example => ({
  row,
  grade: gradeOf(row),
  kind: null,
  foreign: 0,
  asks: false,
  groups: shaped(row, messageGroups(row.text, sentencesOf(row.text), row.prev)),
})

/** How rare a feature is, in bytes; one that fewer than two people used is left out: it names a person's project. */
export function rarityOf(examples: readonly Example[]): Uint8Array {
  const seen = new Int32Array(BUCKETS)
  const first = new Int32Array(BUCKETS).fill(-1)
  const shared = new Uint8Array(BUCKETS)
  const people = new Map<string, number>()
  for (const { row, groups } of examples) {
    const who = people.get(row.owner) ?? people.size
    people.set(row.owner, who)
    for (const group of groups)
      for (const key of group.counts.keys()) {
        seen[key]!++
        if (first[key] === -1) first[key] = who
        else if (first[key] !== who) shared[key] = 1
      }
  }
  const out = new Uint8Array(BUCKETS)
  for (let k = 0; k < BUCKETS; k++)
    if (shared[k]) out[k] = Math.round(RARITY_STEP * (1 + Math.log((1 + examples.length) / (1 + seen[k]!))))
  return out
}

/** Rows over the columns that occur, and the way back to the buckets. */
export interface Matrix extends Sparse {
  readonly buckets: Int32Array
}
export function matrixOf(examples: readonly Example[], rarity: Uint8Array, fold: (key: number) => number = k => k): Matrix {
  const column = new Int32Array(BUCKETS).fill(-1)
  const buckets: number[] = []
  const starts = new Int32Array(examples.length + 1)
  const keys: number[] = []
  const values: number[] = []
  examples.forEach((example, i) => {
    weigh(example.groups, rarity, (raw, value) => {
      const key = fold(raw)
      if (column[key] === -1) column[key] = buckets.push(key) - 1
      keys.push(column[key]!)
      values.push(value)
    })
    starts[i + 1] = keys.length
  })
  return { starts, keys: Int32Array.from(keys), values: Float32Array.from(values), buckets: Int32Array.from(buckets) }
}
