// Candidates of a moment: what search finds for the words at hand, and what must be shown whatever is asked. Nothing
// here grows with the store: at most so many cards are loaded for a pack, however many there are.
import type { Memory } from "../memory.ts"
import type { Relevance } from "./situation.ts"

const CANDIDATES = {
  /** best by relevance */
  found: 28,
  /** must-show cards that are looked at, newest first (the budgets of norms allow 130 in all), and those loaded */
  must: 130,
  mustLoaded: 20,
  /** without words to search for, the newest cards stand for what was left out */
  newest: 40,
} as const

interface Candidates {
  readonly ids: readonly string[]
  readonly relevance: ReadonlyMap<string, Relevance>
}

export function candidatesFor(memory: Memory, query: string, scopes: readonly string[]): Candidates {
  const { search } = memory
  const must = search.must("card", scopes, CANDIDATES.must)
  if (query.trim() === "") {
    const newest = search.newest("card", scopes, CANDIDATES.newest)
    return { ids: [...new Set([...must.slice(0, CANDIDATES.mustLoaded), ...newest])], relevance: new Map() }
  }
  const found = search.find({
    collection: "card",
    text: query,
    scopes,
    liveOnly: true,
    most: CANDIDATES.found,
    always: must,
  })
  // More must-show cards than a pack can hold: the most relevant ones are enough to choose from.
  const stated = new Set(must)
  const loaded = new Set(found.filter(doc => stated.has(doc.id)).slice(0, CANDIDATES.mustLoaded))
  const kept = found.filter((doc, n) => n < CANDIDATES.found || loaded.has(doc))
  return {
    ids: kept.map(doc => doc.id),
    relevance: new Map(kept.map(({ id, score, lexical, semantic }) => [id, { score, lexical, semantic }])),
  }
}
