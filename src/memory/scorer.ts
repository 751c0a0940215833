// Candidates of a moment: what search finds for the words at hand, and what must be shown whatever is asked. Nothing
// here grows with the store: at most so many cards are loaded for a pack, however many there are.
import type { Memory } from "./memory.ts"
import type { Relevance } from "./situation.ts"

export const CANDIDATES = {
  /** best by relevance */
  found: 40,
  /** must-show cards, newest first; a scope's budget of norms is below this */
  must: 200,
  /** without words to search for, the newest cards stand for what was left out */
  newest: 40,
} as const

export interface Candidates {
  readonly ids: readonly string[]
  readonly relevance: ReadonlyMap<string, Relevance>
}

export function candidatesFor(memory: Memory, query: string, scopes: readonly string[]): Candidates {
  const { search } = memory
  const must = search.must("card", scopes, CANDIDATES.must)
  if (query.trim() === "") {
    const newest = search.newest("card", scopes, CANDIDATES.newest)
    return { ids: [...new Set([...must, ...newest])], relevance: new Map() }
  }
  const found = search.find({
    collection: "card",
    text: query,
    scopes,
    liveOnly: true,
    most: CANDIDATES.found,
    always: must,
  })
  return {
    ids: found.map(doc => doc.id),
    relevance: new Map(found.map(({ id, score, lexical, semantic }) => [id, { score, lexical, semantic }])),
  }
}
