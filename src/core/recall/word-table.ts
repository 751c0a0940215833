// The built-in word table in memory: word → direction and weight, read from the bytes that tools/word-table/make.mjs
// writes. Ground truth of the layout: the header below. Words that are not in it get a vector from their spelling.
import { assetHead } from "../asset-head.ts"
import { type Embedder, toUnit } from "./embedder.ts"
import { endings, words } from "./tokenise.ts"

const WORD_TABLE_MAGIC = "MWT2"

/**
 * Layout: magic (4 bytes), u32 header length, JSON header, words in the order of their bytes and nothing between them, where each ends
 * (u32), f32 scales, int8 vectors (row per word). Looked up as it lies: to take 22,000 words out of it costs a hook more than its pack.
 */
interface Header {
  readonly id: string
  readonly dims: number
  readonly count: number
  readonly wordBytes: number
  /** length given to a word known only by its spelling */
  readonly unknownScale: number
}

export interface WordTable {
  readonly id: string
  readonly dims: number
  readonly size: number
  readonly has: (word: string) => boolean
  /** what the word adds to a sentence: direction times learned weight */
  readonly addTo: (sum: Float32Array, word: string, times: number) => void
  /** the word's own direction, length 1 */
  readonly unit: (word: string) => Float32Array
}

// FNV-1a over UTF-16 units: stable across machines, good enough to spread letter groups.
function hash(text: string, seed: number): number {
  let h = (2166136261 ^ seed) >>> 0
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619) >>> 0
  h = Math.imul(h ^ (h >>> 15), 2246822507) >>> 0
  return (h ^ (h >>> 13)) >>> 0
}

/** Signed hashing of the letter groups of 3 and 4: like spellings get like vectors, unlike ones are near orthogonal. */
export function spellingVector(word: string, dims: number): Float32Array {
  const out = new Float32Array(dims)
  const text = `<${word}>`
  for (const n of [3, 4]) {
    for (let i = 0; i + n <= text.length; i++) {
      const gram = text.slice(i, i + n)
      for (let k = 0; k < 4; k++) {
        const h = hash(gram, k)
        out[h % dims]! += h & 0x10000 ? 1 : -1
      }
    }
  }
  return toUnit(out)
}

const SUFFIXES = endings("ies=y es= s= ing= ing=e ed= ed=e er= er=e ly=")

/** Which row a word or its bare form has; -1 for none. */
function rowFinder(bytes: Uint8Array, view: DataView, wordsAt: number, endsAt: number, count: number) {
  /** Before (< 0), after (> 0) or the word of this row itself. */
  const compared = (word: string, row: number): number => {
    const from = wordsAt + (row === 0 ? 0 : view.getUint32(endsAt + 4 * (row - 1), true))
    const length = wordsAt + view.getUint32(endsAt + 4 * row, true) - from
    for (let i = 0; i < length && i < word.length; i++) {
      const apart = word.charCodeAt(i) - bytes[from + i]!
      if (apart !== 0) return apart
    }
    return word.length - length
  }
  const find = (word: string): number => {
    let low = 0
    let high = count - 1
    while (low <= high) {
      const row = (low + high) >> 1
      const order = compared(word, row)
      if (order === 0) return row
      if (order > 0) low = row + 1
      else high = row - 1
    }
    return -1
  }
  return (word: string): number => {
    const row = find(word)
    if (row >= 0) return row
    for (const [end, put] of SUFFIXES) {
      if (word.length - end.length < 3 || !word.endsWith(end)) continue
      const near = find(word.slice(0, -end.length) + put)
      if (near >= 0) return near
    }
    return -1
  }
}

export function readWordTable(bytes: Uint8Array): WordTable {
  const { head: header, view, at: wordsAt } = assetHead<Header>(bytes, WORD_TABLE_MAGIC, "a word table")
  const { dims, count } = header
  const endsAt = wordsAt + header.wordBytes
  const scalesAt = endsAt + 4 * count
  const vectorsAt = scalesAt + 4 * count
  if (bytes.length < vectorsAt + count * dims) throw new TypeError("a word table, cut short")
  const vectors = new Int8Array(bytes.buffer, bytes.byteOffset + vectorsAt, count * dims)
  const rowOf = rowFinder(bytes, view, wordsAt, endsAt, count)
  const addTo = (sum: Float32Array, word: string, times: number): void => {
    const row = rowOf(word)
    if (row >= 0) {
      const scale = view.getFloat32(scalesAt + 4 * row, true) * times
      for (let i = 0, at = row * dims; i < dims; i++) sum[i]! += vectors[at + i]! * scale
      return
    }
    const spelt = spellingVector(word, dims)
    for (let i = 0; i < dims; i++) sum[i]! += spelt[i]! * header.unknownScale * times
  }
  return {
    id: header.id,
    dims,
    size: count,
    has: word => rowOf(word) >= 0,
    addTo,
    unit: word => {
      const out = new Float32Array(dims)
      addTo(out, word, 1)
      return toUnit(out)
    },
  }
}

/** A sentence is the sum of what its words add; a word said often adds with the square root of its count. */
export function sentenceVector(table: WordTable, text: string): Float32Array {
  const counts = new Map<string, number>()
  for (const word of words(text)) if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1)
  const sum = new Float32Array(table.dims)
  for (const [word, count] of counts) table.addTo(sum, word, Math.sqrt(count))
  return toUnit(sum)
}

export const wordEmbedder = (table: WordTable): Embedder => ({
  id: table.id,
  dims: table.dims,
  embed: texts => texts.map(text => sentenceVector(table, text)),
})
