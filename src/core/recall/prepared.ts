// Documents made ready once and ranked often: terms, words and vector of each, and the ranking of a handful of them with
// the whole collection's statistics. What search calls after it has found candidates; the weighing is relevance.ts.
import { dot, dotAt, type Embedder } from "./embedder.ts"
import { askedText, BM25_PARAMS, queryWeights } from "./query-terms.ts"
import {
  RELEVANCE_PARAMS,
  type Readings,
  type RecallDoc,
  type RecallQuery,
  type RelevanceParams,
  weigh,
} from "./relevance.ts"
import { STOP_WORDS, stem, terms, words } from "./tokenise.ts"
import type { WordTable } from "./word-table.ts"

export interface Semantics {
  readonly table: WordTable
  /** makes the sentence vectors; may be another model than the table */
  readonly embedder: Embedder
}

export interface Prepared {
  readonly doc: RecallDoc
  /** term → count; a file's terms count double */
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
  readonly words: readonly string[]
  /** null: none was made yet */
  readonly vector: Float32Array | null
}

/** What is stored of a text: its terms with repeats, and its distinct words. */
interface Split {
  readonly terms: readonly string[]
  readonly words: readonly string[]
}
export function split(text: string, files: readonly string[] = []): Split {
  const named = [...new Set(files.flatMap(file => terms(file)))]
  return {
    terms: [...terms(text), ...named, ...named],
    words: [...new Set(words(text))].filter(word => word.length > 1),
  }
}

export function prepared(doc: RecallDoc, from: Split, vector: Float32Array | null): Prepared {
  const counts = new Map<string, number>()
  for (const term of from.terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { doc, counts, length: from.terms.length, words: from.words, vector }
}

export interface CollectionStats {
  readonly size: number
  readonly meanLength: number
  readonly df: (term: string) => number
}

/** In a store of ten cards no word is rare; a word of one of them still says more than one of none. */
const SMALLEST = 300
/** How far near words are looked for. */
export interface NearLimits {
  /** in so many documents, those that hit or speak of the same subject first */
  readonly among: number
  /** for so many words of the query, the rarest */
  readonly words: number
}
/** As much as a prompt has time for. */
const NEAR: NearLimits = { among: 24, words: 10 }

/** A query read once. */
export interface AskedWords {
  readonly text: string
  readonly terms: readonly string[]
  readonly words: readonly string[]
}
export function askedWords(text: string): AskedWords {
  const short = askedText(text)
  return { text: short, terms: terms(short), words: words(short) }
}

function readingsOf(
  docs: readonly Prepared[],
  query: AskedWords,
  stats: CollectionStats,
  semantics: Semantics | null,
  asked: Float32Array | null,
  limits: NearLimits,
): Readings {
  const weights = queryWeights(query.terms, Math.max(SMALLEST, stats.size), stats.df)
  const { k1, b } = BM25_PARAMS
  const lexical = new Float64Array(docs.length)
  const subject = new Float64Array(docs.length)
  let most = 0
  for (const weight of weights.values()) most += weight * (k1 + 1)
  docs.forEach((doc, n) => {
    const norm = k1 * (1 - b + (b * doc.length) / stats.meanLength)
    let sum = 0
    // A card has fewer terms than a prompt.
    for (const [term, count] of doc.counts) {
      const weight = weights.get(term)
      if (weight !== undefined) sum += (weight * count * (k1 + 1)) / (count + norm)
    }
    lexical[n] = most > 0 ? sum / most : 0
    if (asked && doc.vector) subject[n] = Math.max(0, dot(asked, doc.vector))
  })
  if (!semantics) return { lexical, near: new Float64Array(docs.length), subject }
  const wordWeights = new Map<string, number>()
  for (const word of query.words) {
    const term = stem(word)
    if (word.length > 1 && !STOP_WORDS.has(term)) wordWeights.set(word, weights.get(term) ?? 1)
  }
  const telling = new Map([...wordWeights].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1)).slice(0, limits.words))
  const among = [...docs.keys()]
    .sort((x, y) => lexical[y]! + subject[y]! - lexical[x]! - subject[x]! || x - y)
    .slice(0, limits.among)
  const bags = buildWordBags(
    semantics.table,
    among.map(n => docs[n]!.words),
  )
  const near = new Float64Array(docs.length)
  maxSim(bags, semantics.table, telling).forEach((value, i) => {
    near[among[i]!] = value
  })
  return { lexical, near, subject }
}

export interface RankedDoc {
  readonly id: string
  /** 0 … 1, see unitScore */
  readonly score: number
  readonly lexical: number
  readonly semantic: number
}

/**
 * Raw relevance as 0 … 1. Unrelated texts are never quite 0, as some word always comes near: two thirds of unrelated pairs
 * of a prompt and a card stay below `floor`, 97 in 100 below .46, where a rule's least score of .12 stands. A card that the
 * prompt asks for in its own words gets 1.1 to 1.5; `top` is above, so that good ones still differ.
 */
const UNIT_PARAMS = { floor: 0.3, top: 1.6 } as const
const unitScore = (raw: number): number =>
  Math.min(1, Math.max(0, (raw - UNIT_PARAMS.floor) / (UNIT_PARAMS.top - UNIT_PARAMS.floor)))

/** Candidates best first; equal ones by newer, then by id, so that the order does not depend on how they were found. */
export function rankPrepared(
  docs: readonly Prepared[],
  words: AskedWords,
  { context = "", ...query }: Omit<RecallQuery, "text"> & { readonly context?: string },
  stats: CollectionStats,
  semantics: Semantics | null,
  /** the query's vector by the embedder that made the documents' vectors */
  asked: Float32Array | null,
  params: RelevanceParams = RELEVANCE_PARAMS,
  limits: NearLimits = NEAR,
): RankedDoc[] {
  const readings = (said: AskedWords, vector: Float32Array | null): Readings =>
    readingsOf(docs, said, stats, semantics, vector, limits)
  const read = readings(words, asked)
  const score = weigh(
    docs.map(({ doc }) => doc),
    { ...query, text: words.text },
    read,
    context === "" ? null : readings(askedWords(context), semantics?.embedder.embed([context])[0] ?? null),
    params,
  )
  return docs
    .map((doc, n) => ({
      at: doc.doc.at ?? 0,
      raw: score[n]!,
      id: doc.doc.id,
      score: unitScore(score[n]!),
      lexical: Math.min(1, read.lexical[n]!),
      semantic: Math.min(1, Math.max(read.near[n]!, read.subject[n]!)),
    }))
    .sort((x, y) => y.raw - x.raw || y.at - x.at || (x.id < y.id ? -1 : 1))
    .map(({ id, score, lexical, semantic }) => ({ id, score, lexical, semantic }))
}

/** The same table with the directions of words kept: every candidate of every prompt asks for the same few thousand. */
export function keepUnits(table: WordTable, most = 40_000): WordTable {
  const kept = new Map<string, Float32Array>()
  return {
    ...table,
    unit: word => {
      let unit = kept.get(word)
      if (!unit) {
        if (kept.size >= most) kept.clear()
        kept.set(word, (unit = table.unit(word)))
      }
      return unit
    },
  }
}

// MaxSim: for each word of the query the nearest word of the document, weighed by how rare the query word is. Finds
// paraphrases that share a few near words; the sentence vector finds those that share only the subject.

interface WordBags {
  readonly dims: number
  /** one unit vector per distinct word, row after row */
  readonly units: Float32Array
  /** distinct words of each document as row numbers */
  readonly docs: readonly Uint32Array[]
  readonly rowOf: ReadonlyMap<string, number>
}

export function buildWordBags(table: WordTable, docs: readonly (readonly string[])[]): WordBags {
  const rowOf = new Map<string, number>()
  const bags = docs.map(list => {
    const rows = new Set<number>()
    for (const word of list) {
      if (word.length < 2) continue
      let row = rowOf.get(word)
      if (row === undefined) {
        row = rowOf.size
        rowOf.set(word, row)
      }
      rows.add(row)
    }
    return Uint32Array.from(rows)
  })
  const units = new Float32Array(rowOf.size * table.dims)
  for (const [word, row] of rowOf) units.set(table.unit(word), row * table.dims)
  return { dims: table.dims, units, docs: bags, rowOf }
}

/** 0 … 1 per document: the weighted mean over the query's words of the best cosine, negative ones counting as 0. */
export function maxSim(bags: WordBags, table: WordTable, query: ReadonlyMap<string, number>): Float64Array {
  const out = new Float64Array(bags.docs.length)
  const { dims, units } = bags
  // Each corpus word is compared at most once per query word.
  const near = new Float32Array(bags.rowOf.size)
  const seen = new Uint32Array(bags.rowOf.size)
  let turn = 0
  let total = 0
  for (const [word, weight] of query) {
    if (word.length < 2 || weight <= 0) continue
    total += weight
    turn++
    const vector = table.unit(word)
    const own = bags.rowOf.get(word)
    for (const [n, doc] of bags.docs.entries()) {
      let best = 0
      for (const row of doc) {
        if (seen[row] !== turn) {
          seen[row] = turn
          near[row] = row === own ? 1 : dotAt(vector, units, row * dims, dims)
        }
        if (near[row]! > best) best = near[row]!
      }
      out[n]! += weight * best
    }
  }
  return total > 0 ? out.map(sum => sum / total) : out
}
