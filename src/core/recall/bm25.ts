// BM25 over documents held in memory: for the lab, for small scopes, and for re-scoring FTS5 candidates with the same
// formula. Document frequencies come from the corpus given. No semantics here.
import { STOP_WORDS } from "./tokenise.ts"

interface Bm25Params {
  readonly k1: number
  readonly b: number
  /** what a function word of the query keeps of its weight */
  readonly stopWeight: number
}
export const BM25_PARAMS: Bm25Params = { k1: 1.2, b: 0.75, stopWeight: 0.1 }

export interface LexicalIndex {
  readonly size: number
  readonly df: ReadonlyMap<string, number>
  /** term → flat pairs of document number and weighted count */
  readonly postings: ReadonlyMap<string, readonly number[]>
  readonly lengths: Float64Array
  readonly meanLength: number
}

interface WeightedTerms {
  readonly terms: readonly string[]
  /** e.g. a path counts for more than a word of a long answer; 1 by default */
  readonly weight?: number
}

/** One document is one or more fields; counts and lengths add up with the fields' weights (BM25F with one b). */
export function buildIndex(docs: readonly (readonly WeightedTerms[])[]): LexicalIndex {
  const postings = new Map<string, number[]>()
  const df = new Map<string, number>()
  const lengths = new Float64Array(docs.length)
  let total = 0
  docs.forEach((fields, n) => {
    const counts = new Map<string, number>()
    for (const { terms, weight = 1 } of fields) {
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight)
      lengths[n]! += terms.length * weight
    }
    total += lengths[n]!
    for (const [term, count] of counts) {
      df.set(term, (df.get(term) ?? 0) + 1)
      const list = postings.get(term)
      if (list) list.push(n, count)
      else postings.set(term, [n, count])
    }
  })
  return { size: docs.length, df, postings, lengths, meanLength: docs.length > 0 ? total / docs.length || 1 : 1 }
}

export const idf = (size: number, df: number): number => Math.log(1 + (size - df + 0.5) / (df + 0.5))

/** Query terms once each with their weight; a term no document holds still counts in `most` of bm25. */
export function queryWeights(
  query: readonly string[],
  index: Pick<LexicalIndex, "size" | "df">,
  params: Bm25Params = BM25_PARAMS,
): Map<string, number> {
  const out = new Map<string, number>()
  for (const term of query) {
    const keep = STOP_WORDS.has(term) ? params.stopWeight : 1
    out.set(term, keep * idf(index.size, index.df.get(term) ?? 0))
  }
  return out
}

interface LexicalScores {
  readonly scores: Float64Array
  /** what a document would score that held every query term often: score / most says how much of the query hit */
  readonly most: number
}

export function bm25(
  index: LexicalIndex,
  weights: ReadonlyMap<string, number>,
  params: Bm25Params = BM25_PARAMS,
): LexicalScores {
  const scores = new Float64Array(index.size)
  let most = 0
  for (const [term, weight] of weights) {
    most += weight
    const list = index.postings.get(term)
    if (!list) continue
    for (let i = 0; i < list.length; i += 2) {
      const n = list[i]!
      const count = list[i + 1]!
      const norm = params.k1 * (1 - params.b + (params.b * index.lengths[n]!) / index.meanLength)
      scores[n]! += (weight * count * (params.k1 + 1)) / (count + norm)
    }
  }
  return { scores, most: most * (params.k1 + 1) }
}
