// How alike two statements are: Jaccard over stemmed content words, what they name, how often they deny. Never fuzzy about names.
// Whether they pull against each other: opposes.ts.
import { wordsOf } from "./statement.ts"
import { contentStems } from "./stems.ts"
import { wordList, wordsSaid } from "./word-list.ts"

export const stemsOf = (s: string): ReadonlySet<string> => new Set(contentStems(s))

/** Of two sets, for whoever compares one statement with many; nothing is like nothing only when it is the same. */
export function overlap(x: ReadonlySet<string>, y: ReadonlySet<string>): number {
  if (x.size === 0 && y.size === 0) return 0
  let both = 0
  for (const w of x) if (y.has(w)) both++
  return both / (x.size + y.size - both)
}
/** How many they share; null when either side is empty, because nothing can be said then. */
export const sharedOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): number | null =>
  a.size === 0 || b.size === 0 ? null : overlap(a, b)
export function jaccard(a: string, b: string): number {
  const [x, y] = [stemsOf(a), stemsOf(b)]
  return x.size === 0 && y.size === 0 && same(a, b) ? 1 : overlap(x, y)
}
export const squash = (s: string): string => wordsOf(s).join(" ")
/** Equal up to case, punctuation and white space. */
export const same = (a: string, b: string): boolean => squash(a) === squash(b)

/** Share of the statement's words, negations included, that stand in the quote. */
export function coveredBy(statement: string, quote: string): number {
  const have = new Map<string, number>()
  for (const w of wordsOf(quote)) have.set(w, (have.get(w) ?? 0) + 1)
  const want = wordsOf(statement)
  if (want.length === 0) return 0
  let hit = 0
  for (const w of want) {
    const n = have.get(w) ?? 0
    if (n > 0) {
      hit++
      have.set(w, n - 1)
    }
  }
  return hit / want.length
}

export const NEGATES =
  "not, no, never, don't, dont, do not, doesn't, won't, can't, cannot, mustn't, shouldn't, avoid, stop, without, forbidden, nie, niemals, kein*, nicht, jamais, pas, sans, aucun, aucune, nunca, jamás, sin, não, non, mai, geen, nooit, niet, 不要, 不用, 禁止"
const NEGATIONS = wordList(NEGATES)
export function negations(s: string): number {
  const words = wordsSaid(s)
  let count = 0
  for (let found = NEGATIONS.find(words); found !== null; found = NEGATIONS.find(words, found[1])) count++
  return count
}

/** Scripts written without spaces, where a "word" is a pair of neighbouring characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Content words: longer than `minLength` characters, or neighbouring pairs in scripts without spaces. */
export function keywords(text: string, minLength: number): ReadonlySet<string> {
  const found = new Set<string>()
  for (const token of wordsSaid(text)) {
    if (UNSPACED.test(token)) {
      const chars = [...token]
      if (chars.length === 1) found.add(token)
      for (let i = 0; i + 1 < chars.length; i++) found.add(chars[i]! + chars[i + 1]!)
    } else if (token.length > minLength) found.add(token)
  }
  return found
}

const CODE = /`([^`]+)`/g
const named = (s: string): readonly string[] => [...new Set([...s.matchAll(CODE)].map(m => m[1]!))].sort()
/** Where both name commands or files, the same ones: words around them are a frame, not likeness. */
export function namesSame(a: string, b: string): boolean {
  const [x, y] = [named(a).join("\n"), named(b).join("\n")]
  return x === "" || y === "" || x === y
}
/** It names a command or a file that the other does not: taken for the same, that would be lost. */
export const namesMore = (a: string, b: string): boolean => named(a).some(name => !named(b).includes(name))

const VALUE = /(?<![\p{L}\p{N}])v?\d+(?:[.:]\d+)*(?:\s?(?:ms|s|mb|gb|kb|%))?(?![\p{L}\p{N}])/giu
/** The same sentence with another number in it: "listens on port 3000" against "listens on port 4000". */
export function differsInValue(a: string, b: string): boolean {
  const values = (s: string): string => (s.toLowerCase().match(VALUE) ?? []).join(" ")
  const [x, y] = [values(a), values(b)]
  if (x === "" || y === "" || x === y) return false
  return jaccard(a.replace(VALUE, " "), b.replace(VALUE, " ")) >= SAME_BUT_VALUE
}
const SAME_BUT_VALUE = 0.8
