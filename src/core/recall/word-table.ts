// Meaning as vectors: the port of what embeds, and the built-in word table in memory, read from the bytes that
// tools/word-table/make.mjs writes: word → direction and weight. A word that is not in it gets a vector from its spelling.
import { assetHead } from "../asset-head.ts"
import { endings, words } from "./tokenise.ts"

// The Embedder port: text in, unit vectors out. `id` and `dims` are stored with every vector, so that a change of model
// is seen and the vectors are made again. Pure embedders are synchronous; those that ask a server are AsyncEmbedder.

export interface Embedder {
  /** names model and version: vectors of different ids never meet */
  readonly id: string
  readonly dims: number
  readonly embed: (texts: readonly string[]) => Float32Array[]
}

export interface AsyncEmbedder {
  readonly id: string
  /** 0 until the first answer told it */
  readonly dims: number
  readonly embed: (texts: readonly string[], signal?: AbortSignal) => Promise<Float32Array[]>
}

/** Cosine of two unit vectors; 0 where either is empty (nothing known is not the same as far away). */
export function dot(a: Float32Array, b: Float32Array): number {
  const n = Math.min(a.length, b.length)
  let sum = 0
  for (let i = 0; i < n; i++) sum += a[i]! * b[i]!
  return sum
}

/** Scales to length 1 in place; a zero vector stays zero. */
function toUnit(vector: Float32Array): Float32Array {
  let sum = 0
  // By index: a process that has just begun walks an iterator ten times slower.
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * vector[i]!
  if (sum > 0) {
    const scale = 1 / Math.sqrt(sum)
    for (let i = 0; i < vector.length; i++) vector[i]! *= scale
  }
  return vector
}

/** The same over a row of a larger array; four sums at once, as one alone waits for itself. */
export function dotAt(a: Float32Array, rows: Float32Array, at: number, dims: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  let i = 0
  for (; i + 3 < dims; i += 4) {
    s0 += a[i]! * rows[at + i]!
    s1 += a[i + 1]! * rows[at + i + 1]!
    s2 += a[i + 2]! * rows[at + i + 2]!
    s3 += a[i + 3]! * rows[at + i + 3]!
  }
  for (; i < dims; i++) s0 += a[i]! * rows[at + i]!
  return s0 + s1 + s2 + s3
}

// A unit vector as it is stored: one float32 scale, then int8 per dimension. A quarter of the bytes; the cosine moves by
// less than .005. Both twins of search go through here, so that they rank alike.

export function packVector(vector: Float32Array): Uint8Array {
  const out = new Uint8Array(4 + vector.length)
  let top = 0
  for (const x of vector) top = Math.max(top, Math.abs(x))
  new DataView(out.buffer).setFloat32(0, top / 127, true)
  if (top > 0) for (let i = 0; i < vector.length; i++) out[4 + i] = Math.round((vector[i]! / top) * 127) & 0xff
  return out
}

export function unpackVector(bytes: Uint8Array): Float32Array {
  const out = new Float32Array(Math.max(0, bytes.length - 4))
  if (out.length === 0) return out
  const scale = new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true)
  for (let i = 0; i < out.length; i++) out[i] = ((bytes[4 + i]! << 24) >> 24) * scale
  return out
}

// The nearest of many unit vectors that lie row after row in one array: a plain scan, which below some thousand rows beats
// every index.

/** Row numbers best first; of equal ones the earlier row. */
export function nearestRows(asked: Float32Array, vectors: Float32Array, rows: number, most: number): number[] {
  const dims = rows > 0 ? vectors.length / rows : 0
  const best: { readonly row: number; readonly score: number }[] = []
  for (let row = 0; row < rows && most > 0; row++) {
    const score = dotAt(asked, vectors, row * dims, dims)
    const last = best[most - 1]
    if (last && score <= last.score) continue
    let at = best.length
    while (at > 0 && best[at - 1]!.score < score) at--
    best.splice(at, 0, { row, score })
    if (best.length > most) best.pop()
  }
  return best.map(({ row }) => row)
}

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
