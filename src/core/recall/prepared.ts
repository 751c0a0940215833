// Documents made ready once and ranked often: terms, words and vector of each, and the ranking of a handful of them with
// the whole collection's statistics. What search calls after it has found candidates; the weighing is relevance.ts.

import {
  RELEVANCE_PARAMS,
  type Readings,
  type RecallDoc,
  type RecallQuery,
  type RelevanceParams,
  weigh,
} from "./relevance.ts"
import { askedText, BM25_PARAMS, queryWeights, STOP_WORDS, stem, terms, words } from "./tokenise.ts"
import { dot, dotAt, type Embedder, type WordTable } from "./word-table.ts"

export interface Semantics {
  readonly table: WordTable
  /** makes the sentence vectors; may be another model than the table */
  readonly embedder: Embedder
}

export interface Prepared {
  readonly doc: RecallDoc
  /** each once, and how often it stands there; a file's terms count double. Lists: a search walks over those of hundreds of documents. */
  readonly terms: readonly string[]
  readonly counts: readonly number[]
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
  const { words, terms: said } = from
  return { doc, terms: [...counts.keys()], counts: [...counts.values()], length: said.length, words, vector }
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
    for (let i = 0; i < doc.terms.length; i++) {
      const weight = weights.get(doc.terms[i]!)
      if (weight === undefined) continue
      const count = doc.counts[i]!
      sum += (weight * count * (k1 + 1)) / (count + norm)
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
  const near = new Float64Array(docs.length)
  const said = among.map(n => docs[n]!.words)
  maxSim(semantics.table, said, telling).forEach((value, i) => {
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

// MaxSim: for each word of the query the nearest word of the document, weighed by how rare the query word is. Finds
// paraphrases that share a few near words; the sentence vector finds those that share only the subject.

/** Directions of words row after row, and the rows of documents' words: every candidate of every prompt asks for the same few thousand. */
interface WordRows {
  readonly rowOf: Map<string, number>
  readonly docs: WeakMap<readonly string[], Uint32Array>
  units: Float32Array
  /** how near a row is to the word of the query whose turn it is, where `seen` says that turn */
  near: Float32Array
  seen: Uint32Array
  turn: number
}
const MOST_WORDS = 40_000
const FIRST_WORDS = 512
const kept = new WeakMap<WordTable, WordRows>()

function rowsOf(table: WordTable): WordRows {
  const known = kept.get(table)
  if (known && known.rowOf.size < MOST_WORDS) return known
  const none = { units: new Float32Array(0), near: new Float32Array(0), seen: new Uint32Array(0), turn: 0 }
  const made = { rowOf: new Map<string, number>(), docs: new WeakMap(), ...none }
  kept.set(table, made)
  return made
}

function rowFor(rows: WordRows, table: WordTable, word: string): number {
  const known = rows.rowOf.get(word)
  if (known !== undefined) return known
  const row = rows.rowOf.size
  if (row === rows.seen.length) {
    const size = Math.max(FIRST_WORDS, row * 2)
    const { units } = rows
    rows.units = new Float32Array(size * table.dims)
    rows.units.set(units)
    rows.near = new Float32Array(size)
    rows.seen = new Uint32Array(size)
    rows.turn = 0
  }
  rows.rowOf.set(word, row)
  rows.units.set(table.unit(word), row * table.dims)
  return row
}

function docRows(rows: WordRows, table: WordTable, words: readonly string[]): Uint32Array {
  let own = rows.docs.get(words)
  if (!own) {
    own = Uint32Array.from(new Set(words.filter(word => word.length > 1).map(word => rowFor(rows, table, word))))
    rows.docs.set(words, own)
  }
  return own
}

/** 0 … 1 per document: the weighted mean over the query's words of the best cosine, negative ones counting as 0. */
export function maxSim(
  table: WordTable,
  docs: readonly (readonly string[])[],
  query: ReadonlyMap<string, number>,
): Float64Array {
  const rows = rowsOf(table)
  const bags = docs.map(words => docRows(rows, table, words))
  const asked = [...query].filter(([word, weight]) => word.length > 1 && weight > 0)
  const own = asked.map(([word]) => rowFor(rows, table, word))
  const { dims } = table
  // As they are now that every word has its row. Each word of a document is compared at most once per word of the query.
  const { units, near, seen } = rows
  const out = new Float64Array(docs.length)
  let total = 0
  asked.forEach(([, weight], i) => {
    total += weight
    const turn = ++rows.turn
    const mine = own[i]!
    const vector = units.subarray(mine * dims, (mine + 1) * dims)
    for (let n = 0; n < bags.length; n++) {
      const bag = bags[n]!
      let best = 0
      for (let k = 0; k < bag.length; k++) {
        const row = bag[k]!
        if (seen[row] !== turn) {
          seen[row] = turn
          near[row] = row === mine ? 1 : dotAt(vector, units, row * dims, dims)
        }
        if (near[row]! > best) best = near[row]!
      }
      out[n]! += weight * best
    }
  })
  return total > 0 ? out.map(sum => sum / total) : out
}
