// The one ranking rule of recall: words that hit, words that come near, the subject as a whole, then what the moment
// adds (neighbours, speaker, date, recency, files). Recency is relevance, never truth (S4-56). Weights: RELEVANCE_PARAMS.
import { DAY } from "../time.ts"
import { BM25_PARAMS, bm25, queryWeights } from "./bm25.ts"
import type { RecallCorpus } from "./corpus.ts"
import { dot } from "./embedder.ts"
import { maxSim } from "./max-sim.ts"
import { fallsOn, mentionedDate } from "./moment.ts"
import { STOP_WORDS, stem, terms, words } from "./tokenise.ts"

export const RELEVANCE_PARAMS = {
  /** weights of the three readings of the text; lexical is the share of the query that hit, 0 … 1 */
  lexical: 1.5,
  /** above 1, one stray word that hits counts for less than its share */
  lexicalPower: 1.5,
  near: 0.8,
  subject: 0.3,
  /** share of a neighbour's score that a document of the same session gets */
  neighbour: 0.25,
  speaker: 0.08,
  date: 0.25,
  dateSlackDays: 1,
  /** added to what was just said, falling by half every so many days */
  recency: 0.1,
  halfLifeDays: 7,
  /** an episode that changed something says more than talk; only where some documents have files */
  edited: 0.1,
  /** how much a document gains from files that other well matching documents changed */
  sameFile: 0.3,
  /** how much it gains from files that the asking session has already changed */
  sessionFile: 0.3,
  /** what earlier words of the asking session weigh beside the query */
  context: 0.3,
} as const
export type RelevanceParams = { readonly [K in keyof typeof RELEVANCE_PARAMS]: number }

export interface RecallQuery {
  readonly text: string
  /** UTC milliseconds of the question; recency is counted from here */
  readonly at?: number | null
  /** what the asking session said and changed before the question */
  readonly context?: { readonly text: string; readonly files: readonly string[] } | null
  /** documents that may be answered with; all by default */
  readonly allow?: (n: number) => boolean
}

/** Three readings of one text against every document, each 0 … 1 and free of weights. */
export interface Readings {
  /** share of the query's weight that hit */
  readonly lexical: Float64Array
  /** words that come near */
  readonly near: Float64Array
  /** the subject as a whole: best passage's cosine */
  readonly subject: Float64Array
}

interface Relevance extends Readings {
  readonly score: Float64Array
}

/** Near words are only looked for in the documents that the two cheaper readings put first. */
const NEAR_AMONG = 1_000

const topOf = (size: number, most: number, value: (n: number) => number): number[] =>
  Array.from({ length: size }, (_, n) => n)
    .sort((a, b) => value(b) - value(a) || a - b)
    .slice(0, most)

function readings(corpus: RecallCorpus, text: string): Readings {
  const size = corpus.docs.length
  const weights = queryWeights(terms(text), corpus.lexical, BM25_PARAMS)
  const { scores, most } = bm25(corpus.lexical, weights, BM25_PARAMS)
  const lexical = most > 0 ? scores.map(x => x / most) : scores
  const subject = new Float64Array(size)
  if (!corpus.semantics) return { lexical, near: new Float64Array(size), subject }
  const { table, embedder, bags, passages } = corpus.semantics
  const wordWeights = new Map<string, number>()
  for (const word of words(text)) {
    const term = stem(word)
    if (word.length > 1 && !STOP_WORDS.has(term)) wordWeights.set(word, weights.get(term) ?? 1)
  }
  const [vector] = embedder.embed([text])
  for (let n = 0; n < size; n++) {
    for (const passage of passages[n]!) subject[n] = Math.max(subject[n]!, dot(vector!, passage))
  }
  const among = size > NEAR_AMONG ? topOf(size, NEAR_AMONG, n => lexical[n]! + subject[n]!) : undefined
  return { lexical, near: maxSim(bags, table, wordWeights, among), subject }
}

/** The mean score of the three best editors of each file, so that one busy file does not win by numbers. */
function fileScores(corpus: RecallCorpus, score: Float64Array, allow: (n: number) => boolean): Map<string, number> {
  const out = new Map<string, number>()
  for (const [file, editors] of corpus.editors) {
    const best = editors
      .filter(allow)
      .map(n => score[n]!)
      .sort((a, b) => b - a)
      .slice(0, 3)
    if (best.length > 1) out.set(file, best.reduce((sum, x) => sum + x, 0) / 3)
  }
  return out
}

/** Relevance of every document; documents that are not allowed get −1. */
export const relevance = (
  corpus: RecallCorpus,
  query: RecallQuery,
  params: RelevanceParams = RELEVANCE_PARAMS,
): Relevance =>
  weigh(
    corpus,
    query,
    readings(corpus, query.text),
    query.context?.text ? readings(corpus, query.context.text) : null,
    params,
  )

/** The weighing alone, for readings already taken (from FTS5, or from another embedder). */
export function weigh(
  corpus: RecallCorpus,
  query: RecallQuery,
  own: Readings,
  around: Readings | null,
  params: RelevanceParams = RELEVANCE_PARAMS,
): Relevance {
  const size = corpus.docs.length
  const allow = query.allow ?? (() => true)
  const sum = (r: Readings, n: number): number =>
    params.lexical * r.lexical[n]! ** params.lexicalPower + params.near * r.near[n]! + params.subject * r.subject[n]!
  const base = new Float64Array(size)
  for (let n = 0; n < size; n++) base[n] = sum(own, n) + (around ? params.context * sum(around, n) : 0)
  const score = Float64Array.from(base)
  const at = (n: number): number => (n >= 0 ? base[n]! : 0)
  for (let n = 0; n < size; n++) {
    score[n]! += params.neighbour * Math.max(at(corpus.previous[n]!), at(corpus.next[n]!))
  }
  if (corpus.speakers.size > 0) {
    for (const word of new Set(words(query.text))) {
      for (const n of corpus.speakers.get(word) ?? []) score[n]! += params.speaker
    }
  }
  const date = mentionedDate(query.text)
  const files = fileScores(corpus, base, allow)
  const sessionFiles = new Set(query.context?.files ?? [])
  for (let n = 0; n < size; n++) {
    const doc = corpus.docs[n]!
    if (date && doc.at != null && fallsOn(doc.at, date, params.dateSlackDays)) score[n]! += params.date
    if (query.at != null && doc.at != null) {
      const days = Math.max(0, query.at - doc.at) / DAY
      score[n]! += params.recency * 2 ** (-days / params.halfLifeDays)
    }
    const edited = corpus.filesOf[n]!
    if (edited.length === 0) continue
    score[n]! += params.edited
    let best = 0
    let shared = 0
    for (const file of edited) {
      best = Math.max(best, files.get(file) ?? 0)
      if (sessionFiles.has(file)) shared++
    }
    score[n]! += params.sameFile * best
    if (shared > 0) score[n]! += params.sessionFile * Math.sqrt(shared / edited.length)
  }
  for (let n = 0; n < size; n++) if (!allow(n)) score[n] = -1
  return { score, ...own }
}

/** Positions best first; ties keep the newer document, then the earlier position. Only what scores above zero is named. */
export function best(corpus: RecallCorpus, score: Float64Array, most: number): number[] {
  return Array.from(score.keys())
    .filter(n => score[n]! > 0)
    .sort((a, b) => score[b]! - score[a]! || (corpus.docs[b]!.at ?? 0) - (corpus.docs[a]!.at ?? 0) || a - b)
    .slice(0, most)
}
