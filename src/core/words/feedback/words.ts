// Words of a prompt as sets: keywords and their overlap. Ground truth: requirements D10 and D73 (any script, abstain on empty sets).
import { overlap } from "../similar.ts"
import { wordsSaid } from "../word-list.ts"

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

/** How many they share; null when either side is empty, because nothing can be said then. */
export const sharedOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): number | null =>
  a.size === 0 || b.size === 0 ? null : overlap(a, b)
