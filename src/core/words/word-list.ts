// Plain words and phrases, and one matcher for all lists of them. A phrase is written as it is said; "…" in it stands for up to
// two words of any kind, "*" at the end of a word for any ending. Scripts that put no blanks between words are found within them.

import { once } from "../once.ts"

/** Words of a text from `from` up to, not including, `to`. */
export type Found = readonly [from: number, to: number]

export interface WordList {
  /** The first phrase of the list in these words. */
  find(words: readonly string[], from?: number): Found | null
  has(words: readonly string[]): boolean
  /** How many words a phrase that they open with takes; 0 when they open with none. */
  opens(words: readonly string[], at?: number): number
}

const WORD = /[\p{L}\p{M}\p{N}¤§]+(?:['_./-][\p{L}\p{M}\p{N}]+)*/gu
const UNSPACED = once(() => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u)
const GAP = "…"
const WIDEST_GAP = 2

/** Lower case, one kind of apostrophe, compatibility forms folded: what every list is written in. */
export const normalise = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')

/** Words of an already normalised text. */
export const wordsIn = (normalised: string): readonly string[] => normalised.match(WORD) ?? []
/** Words of a text as it was typed. */
export const wordsSaid = (text: string): readonly string[] => wordsIn(normalise(text))

/**
 * How many characters of a text its opening words take, with the marks behind them. `opens` says how many words open it at `at`;
 * `behind` is the character after a word.
 */
export function leadLength(
  text: string,
  opens: (words: readonly string[], at: number, behind: (word: number) => string) => number,
): number {
  const found = [...text.slice(0, LONGEST_LEAD).matchAll(WORD)]
  const words = found.map(m => normalise(m[0]))
  const behind = (word: number): string => {
    const of = found[word]
    return of === undefined ? "" : text.charAt(of.index + of[0].length)
  }
  let at = 0
  for (let n = opens(words, 0, behind); n > 0; n = opens(words, at, behind)) at += n
  return at === 0 ? 0 : (found[at]?.index ?? text.length)
}
const LONGEST_LEAD = 300

/** Each phrase of the one behind each of the other: "it's, that's" and "off, bad" are four. */
export const each = (firsts: string, seconds: string): string =>
  firsts
    .split(", ")
    .map(first => `${first} ${seconds.replaceAll(", ", () => `, ${first} `)}`)
    .join(", ")

interface Sorted {
  readonly byFirst: ReadonlyMap<string, readonly string[][]>
  readonly byStart: readonly string[][]
  readonly within: readonly string[]
}
function sorted(phrases: string): Sorted {
  const byFirst = new Map<string, string[][]>()
  const byStart: string[][] = []
  const within: string[] = []
  for (const phrase of phrases.split(",").map(p => p.trim())) {
    const words = phrase.split(" ")
    if (phrase === "") continue
    if (words.length === 1 && UNSPACED().test(phrase)) within.push(phrase)
    else if (words[0]!.endsWith("*")) byStart.push(words)
    else if (byFirst.get(words[0]!)?.push(words) === undefined) byFirst.set(words[0]!, [words])
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.length - a.length)
  return { byFirst, byStart, within }
}

/** `phrases` are parted by commas. Sorted when first asked: a hook that reads no prompt does not pay for them. */
export function wordList(phrases: string): WordList {
  let list: Sorted | null = null
  const opens = (words: readonly string[], at = 0): number => {
    const word = words[at]
    if (word === undefined) return 0
    list ??= sorted(phrases)
    const reached = firstEnd(words, at, list.byFirst.get(word)) || firstEnd(words, at, list.byStart)
    if (reached > 0) return reached - at
    return list.within.some(part => word.startsWith(part)) ? 1 : 0
  }
  const find = (words: readonly string[], from = 0): Found | null => {
    for (let at = from; at < words.length; at++) {
      const length = opens(words, at)
      if (length > 0) return [at, at + length]
      const { within } = list!
      if (within.length > 0 && UNSPACED().test(words[at]!) && within.some(part => words[at]!.includes(part)))
        return [at, at + 1]
    }
    return null
  }
  return { find, opens, has: words => find(words) !== null }
}

const same = (word: string | undefined, of: string): boolean =>
  word !== undefined && (of.endsWith("*") ? word.startsWith(of.slice(0, -1)) : word === of)

const firstEnd = (words: readonly string[], at: number, phrases: readonly string[][] = []): number => {
  for (const phrase of phrases) {
    const end = endOf(words, at, phrase, 0)
    if (end > 0) return end
  }
  return 0
}

/** Where a phrase that begins at `at` ends; -1 when it does not stand there. */
function endOf(words: readonly string[], at: number, phrase: readonly string[], from: number): number {
  let end = at
  for (let k = from; k < phrase.length; k++, end++) {
    if (phrase[k] === GAP) {
      for (let skipped = 0; skipped <= WIDEST_GAP; skipped++) {
        const reached = endOf(words, end + skipped, phrase, k + 1)
        if (reached > 0) return reached
      }
      return -1
    }
    if (!same(words[end], phrase[k]!)) return -1
  }
  return end
}

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "))
