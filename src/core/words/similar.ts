// How alike two statements are and whether they pull against each other: Jaccard over stemmed content words, and a
// contradiction test for norms (chosen against rejected, swapped alternatives, polarity turned). Never fuzzy about names.
import { CHOICES, topicKey, wordsOf } from "./statement.ts"
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

const NEGATES =
  "not, no, never, don't, dont, do not, doesn't, won't, can't, cannot, mustn't, shouldn't, avoid, stop, without, forbidden, nie, niemals, kein*, nicht, jamais, pas, sans, aucun, aucune, nunca, jamás, sin, não, non, mai, geen, nooit, niet, 不要, 不用, 禁止"
const NEGATIONS = wordList(NEGATES)
export function negations(s: string): number {
  const words = wordsSaid(s)
  let count = 0
  for (let found = NEGATIONS.find(words); found !== null; found = NEGATIONS.find(words, found[1])) count++
  return count
}

interface Stance {
  readonly chosen: ReadonlySet<string>
  readonly rejected: ReadonlySet<string>
}
const REJECTS = wordList(
  `${NEGATES}, instead of, rather than, over, drop, ban, statt, au lieu de, en lugar de, en vez de, em vez de`,
)
/** May stand between a ban and what is banned. */
const BANNED_HOW = wordList(
  "ever, more, to, use, using, run, call, add, write, install, import, touch, the, any, with, mit, de",
)
const OR = wordList("or, nor, oder, ou, ni, o")
/** Which words a norm picks and which it turns down. Words of a clause without a ban are picked. */
function stanceOf(statement: string): Stance {
  const words = wordsSaid(statement)
  const rejected = new Set<string>()
  for (let found = REJECTS.find(words); found !== null; found = REJECTS.find(words, found[1])) {
    let at = found[1]
    while (BANNED_HOW.opens(words, at) > 0) at++
    if (at < words.length) rejected.add(words[at]!)
    // "no npm or yarn"
    for (; OR.opens(words, at + 1) > 0 && at + 2 < words.length; at += 2) rejected.add(words[at + 2]!)
  }
  return { chosen: new Set(wordsOf(statement).filter(w => !rejected.has(w))), rejected }
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

const FLIP = 0.6

/** Do two norms want opposite things? Sure cases only; "unsure" is no contradiction. */
export function contradicts(a: string, b: string): boolean {
  if (same(a, b)) return false
  const x = stanceOf(a)
  const y = stanceOf(b)
  const choice = topicKey(a)
  const sameChoice = choice === topicKey(b) && choice in CHOICES
  for (const [topic, options] of Object.entries(CHOICES)) {
    const ax = options.filter(o => x.chosen.has(o))
    const by = options.filter(o => y.chosen.has(o))
    const ar = options.filter(o => x.rejected.has(o))
    const br = options.filter(o => y.rejected.has(o))
    if (ar.some(o => by.includes(o)) || br.some(o => ax.includes(o))) return true
    if (sameChoice && choice === topic && ax.length > 0 && by.length > 0 && !ax.some(o => by.includes(o))) return true
  }
  // on a known choice the stances have spoken: naming the same option twice is agreement
  if (sameChoice) return false
  // the same content under turned polarity: "add emojis to commits" against "no emojis in commits"
  return jaccard(a, b) >= FLIP && negations(a) % 2 !== negations(b) % 2
}
