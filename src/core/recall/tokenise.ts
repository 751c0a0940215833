// How text becomes terms: Unicode words, and identifiers, paths, versions and error codes both whole and in parts.
// Ground truth: FTS5 documents, queries and the in-memory index must all use these two functions. No ranking here.
import { once } from "../once.ts"

/** Text beyond this many UTF-16 units is not read: a term far down a log rarely names what it is about. */
const TEXT_CAP = 20_000

// A chunk is a run of word characters and the joints that hold identifiers, paths and versions together.
const CHUNK = /[\p{L}\p{M}\p{N}_$@./\\:#'’+-]+/gu
/** Most chunks: there is nothing to take apart. */
const PLAIN = /^[a-z]+$/
const ATOM = /[\p{L}\p{M}]+|\p{N}+/gu
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const VERSION = /^v?\d{1,5}(?:\.\d{1,6}){1,3}$/i
const CODE = /^[A-Z]{1,6}-?\d{2,6}$/
const CONTRACTION = /^([\p{L}]+?)(n['’]t|['’](?:s|t|re|ll|ve|d|m))$/iu

// Scripts written without spaces: pairs of characters stand in for words. All of them lie behind the first; to look a script up costs a
// hook a third of a millisecond.
const BEHIND_LATIN = /[^\0-\u0dff]/
const UNSPACED = once(() => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u)

function bigrams(run: string): string[] {
  const chars = [...run]
  return chars.length < 2 ? chars : chars.slice(1).map((char, i) => chars[i]! + char)
}

/** The parts of one chunk in reading order, lower case, and the glued whole where the chunk is a compound. */
interface Chunk {
  readonly parts: readonly string[]
  readonly wholes: readonly string[]
}

const JOINTS = "./\\:#'’+-"

/** Loops instead of an end-anchored pattern, which would be quadratic on long runs of dots. */
function trimmed(chunk: string): string {
  let start = 0
  let end = chunk.length
  while (start < end && JOINTS.includes(chunk[start]!)) start++
  while (end > start && JOINTS.includes(chunk[end - 1]!)) end--
  return chunk.slice(start, end)
}

function readChunk(raw: string): Chunk {
  const chunk = trimmed(raw)
  if (PLAIN.test(chunk)) return { parts: [chunk], wholes: [] }
  const short = CONTRACTION.exec(chunk)
  if (short) return { parts: [short[1]!.toLowerCase(), ...(/^n/i.test(short[2]!) ? ["not"] : [])], wholes: [] }
  if (VERSION.test(chunk)) return { parts: [], wholes: [chunk.toLowerCase().replace(/^v/, "")] }
  if (CODE.test(chunk)) return { parts: [], wholes: [chunk.toLowerCase().replace("-", "")] }
  const parts: string[] = []
  const wholes: string[] = []
  for (const name of chunk.split(/[/\\:@#.,'’+]+/)) {
    const atoms: string[] = []
    for (const match of name.matchAll(ATOM)) {
      if (BEHIND_LATIN.test(match[0]) && UNSPACED().test(match[0])) parts.push(...bigrams(match[0]))
      else for (const hump of match[0].split(HUMP)) atoms.push(hump.toLowerCase())
    }
    parts.push(...atoms)
    if (atoms.length > 1) {
      const whole = atoms.join("")
      if (whole.length <= 48) wholes.push(whole)
    }
  }
  return { parts, wholes }
}

/** The text read last: it is asked for its terms, its words and its direction one after another. */
let last: { readonly text: string; readonly chunks: readonly Chunk[] } = { text: "", chunks: [] }
function chunksOf(whole: string): readonly Chunk[] {
  const text = whole.slice(0, TEXT_CAP)
  if (last.text !== text) last = { text, chunks: (text.normalize("NFKC").match(CHUNK) ?? []).map(readChunk) }
  return last.chunks
}

/** Index terms, stemmed, in reading order with repeats; a compound adds its glued whole (`getUserId` → get user id getuserid). */
export function terms(text: string): string[] {
  const out: string[] = []
  for (const chunk of chunksOf(text)) {
    for (const part of chunk.parts) {
      if (part.length <= 48) out.push(stem(part))
    }
    out.push(...chunk.wholes)
  }
  return out
}

/** Plain lower-case words for the word table, unstemmed, in reading order; compounds only in parts. */
export function words(text: string): string[] {
  const out: string[] = []
  for (const chunk of chunksOf(text)) {
    if (chunk.parts.length === 0) out.push(...chunk.wholes)
    for (const part of chunk.parts) {
      if (part.length <= 48) out.push(part)
    }
  }
  return out
}

// A light English stemmer: plural, -ing, -ed, -ly and the commonest noun endings, so that a request and a card meet.
// Ground truth: both sides of a search go through the same function; the stem need not be a word. No dictionary here.

const VOWEL = /[aeiouy]/

const hasVowel = (text: string): boolean => VOWEL.test(text)

/** running → runn → run; caching → cach (and cache → cach, see below) */
function undouble(stem: string): string {
  const last = stem.at(-1)
  return last !== undefined && last === stem.at(-2) && !"lsz".includes(last) ? stem.slice(0, -1) : stem
}

function plural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2)
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

function tense(word: string): string {
  for (const end of ["ing", "ed"]) {
    if (!word.endsWith(end)) continue
    const stem = word.slice(0, -end.length)
    if (stem.length < 3 || !hasVowel(stem)) return word
    return stem.endsWith("i") ? `${stem.slice(0, -1)}y` : undouble(stem)
  }
  return word
}

/** `ending=what is put in its place`, in the order they are tried. */
export const endings = (text: string): readonly (readonly [end: string, put: string])[] =>
  text.split(" ").map(each => each.split("=") as [string, string])
const ENDINGS = endings(
  "ization=iz isation=iz ational=at fulness=ful iveness=iv ation=at ement=e ment= ness= ably=abl ibly=ibl ally=al ly= ion=",
)

function noun(word: string): string {
  for (const [end, put] of ENDINGS) {
    if (word.length - end.length >= 4 && word.endsWith(end)) return word.slice(0, -end.length) + put
  }
  return word
}

/** The stem of one lower-case word. Words of three letters or fewer, and anything with a digit, stay as they are. */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word
  const bare = noun(tense(plural(word)))
  const out = bare.endsWith("e") && bare.length > 3 ? bare.slice(0, -1) : bare
  return out.endsWith("y") && out.length > 3
    ? `${out.slice(0, -1)}i`
    : out.endsWith("is") && out.length > 5
      ? `${out.slice(0, -2)}iz`
      : out
}

// English function words: they say how something is asked, not what about. Stemmed, so that they compare with terms.

const LIST =
  "a about after again all also am an and any are as at be been before being both but by can could did do does doing don down " +
  "each few for from further get go got had has have having he her here hers him his how i if in into is it its itself just " +
  "let like ll may me might more most much must my myself no nor not now of off ok okay on once one only or other our ours " +
  "out over own please re s same shall she should so some such t than thanks that the their theirs them then there these they " +
  "this those through to too under until up us ve very want was we well were what when where which while who whom whose why " +
  "will with would yeah yes yet you your yours"

export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.split(" ").map(stem))

// The terms of a prompt: what each weighs (BM25), and which to hand to FTS5: the rarest few that can find something, never the raw
// prompt. The cost of a match follows its commonest term, so common terms are left to the re-ranking.

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
