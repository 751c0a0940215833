// The default scorer: BM25 over the statements at hand, squashed to 0 … 1 against the query's best possible score.
import { bm25, buildIndex, queryWeights } from "../core/recall/bm25.ts"
import { terms } from "../core/recall/tokenise.ts"
import type { Relevance, Scorer } from "./situation.ts"

export const wordScorer: Scorer = (query, docs) => {
  const found = new Map<string, Relevance>()
  const asked = terms(query)
  if (asked.length === 0 || docs.length === 0) return found
  const index = buildIndex(docs.map(d => [{ terms: terms(d.text), weight: 1 }]))
  const weights = queryWeights(asked, index)
  const most = [...weights.values()].reduce((a, b) => a + b, 0)
  const scores = bm25(index, weights)
  docs.forEach((doc, i) => {
    const lexical = most > 0 ? Math.min(1, (scores.scores[i] ?? 0) / most) : 0
    found.set(doc.id, { score: lexical, lexical, semantic: 0 })
  })
  return found
}
