// Two wishes in one sentence are two: where one ends and the next begins.
import { wordList, wordsSaid } from "../word-list.ts"

const WISHES = wordList(
  "always, never, don't, dont, do not, no, use, avoid, prefer, stop, keep, only, run, write, put, ask, make sure, make, show, commit, push, test, i want, i prefer, i like, we use, we never, we always",
)
const BEFORE_WISH = wordList("please, pls, also, then, but")
const isWish = (text: string): boolean => {
  const words = wordsSaid(text.slice(0, 120))
  let at = 0
  while (BEFORE_WISH.opens(words, at) > 0) at++
  return WISHES.opens(words, at) > 0
}
/** "use vitest and never commit snapshots": where one wish ends and the next begins. One stretch when there is only one. */
export function wishesIn(sentence: string): readonly (readonly [from: number, to: number])[] {
  const whole = [[0, sentence.length]] as const
  if (sentence.length > LONGEST_PARTED) return whole
  const cuts: (readonly [number, number])[] = []
  for (const m of sentence.matchAll(/(?:[,;.!]\s*)?\s(?:and|plus)\s+(?:also\s+)?|[;]\s+/gi)) {
    const at = m.index + m[0].length
    const next = sentence.slice(at)
    // the second wish has a verb of its own and more than one word after it
    if (isWish(next) && /^\S+\s+\S+\s+\S/.test(next)) cuts.push([m.index, at])
  }
  if (cuts.length === 0 || cuts.length > 3) return whole
  const starts = [0, ...cuts.map(c => c[1])]
  const ends = [...cuts.map(c => c[0]), sentence.length]
  const parts = starts.map((from, i) => [from, ends[i]!] as const)
  // "if it fails, stop and ask me": an order of steps is one wish
  const first = sentence.slice(0, cuts[0]![0])
  return isWish(first) && first.trim().split(/\s+/).length >= 2 ? parts : whole
}
const LONGEST_PARTED = 500
