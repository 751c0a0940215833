// The terms of a prompt: what each weighs (BM25), and which to hand to FTS5: the rarest few that can find something, never the raw
// prompt. The cost of a match follows its commonest term, so common terms are left to the re-ranking.
import { STOP_WORDS, terms } from "./tokenise.ts"

/** `stopWeight`: what a function word of the query keeps of its weight */
export const BM25_PARAMS = { k1: 1.2, b: 0.75, stopWeight: 0.1 }

const idf = (size: number, df: number): number => Math.log(1 + (size - df + 0.5) / (df + 0.5))

/** Query terms once each with their weight, in a collection of `size`. */
export const queryWeights = (
  query: readonly string[],
  size: number,
  df: (term: string) => number,
): ReadonlyMap<string, number> =>
  new Map(
    Array.from(new Set(query), term => [
      term,
      (STOP_WORDS.has(term) ? BM25_PARAMS.stopWeight : 1) * idf(size, df(term)),
    ]),
  )

/** `commonShare`: a term that more than this share of documents hold is dropped while rarer ones exist */
export const PRUNE_PARAMS = { most: 8, commonShare: 0.1 }

/** The terms to ask for, rarest first. `df` tells how many of `size` documents hold a term; 0 means none: no use asking. */
export function rareTerms(
  text: string | readonly string[],
  size: number,
  df: (term: string) => number,
  params = PRUNE_PARAMS,
): string[] {
  const known = [...new Set(typeof text === "string" ? terms(text) : text)]
    .map(term => ({ term, df: df(term) }))
    .filter(entry => entry.df > 0)
    .sort((a, b) => a.df - b.df || (a.term < b.term ? -1 : 1))
  const telling = known.filter(
    entry => !STOP_WORDS.has(entry.term) && entry.df <= Math.max(2, size * params.commonShare),
  )
  // Everything asked for is common: the rarest two still say more than nothing.
  const chosen = telling.length > 0 ? telling : known.filter(entry => !STOP_WORDS.has(entry.term)).slice(0, 2)
  return chosen
    .filter(entry => idf(size, entry.df) > 0)
    .slice(0, params.most)
    .map(entry => entry.term)
}

const HEAD_CHARS = 1_600
const TAIL_CHARS = 800

/** What is searched for of a long prompt: its start says what is wanted, its end what is wrong; a pasted log stands between. */
export const askedText = (text: string): string =>
  text.length <= HEAD_CHARS + TAIL_CHARS
    ? text
    : `${text.slice(0, HEAD_CHARS)}\n${text.slice(-TAIL_CHARS)}`.toWellFormed()
