// Sentences of the user's own words with offsets: bullets, line ends, full stops, brackets and semicolons part them.
// Works on the masked text of own-words.ts, so code ticks and quotations never split a sentence.
import { keepLast } from "../../last-few.ts"
import { GONE } from "../whose/mask.ts"
import { wordList, wordsSaid } from "../word-list.ts"

export interface Sentence {
  readonly start: number
  readonly end: number
  /** what ended it: "?" for a question, ":" for a lead-in, "" for a line end */
  readonly stop: string
  /** the line before it that ends in a colon, when this is an item of a list */
  readonly lead: string | null
  readonly item: boolean
}

const BULLET = /^\s*(?:[-*•–+#]|\d{1,3}[.)]|[a-z][.)]|\[[ x]\])\s+/i
// "e.g. ", "v1.2", "w/o." are no ends; an end needs white space and no common abbreviation before it
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|bzw|z\.b|p\.ex|mr|mrs|dr|st|no|fig|eq)|\b[a-z])$/i

export const sentencesOf = keepLast(split)

function split(masked: string): readonly Sentence[] {
  const out: Sentence[] = []
  let lead: string | null = null
  let start = 0
  while (start <= masked.length) {
    const nl = masked.indexOf("\n", start)
    const end = nl < 0 ? masked.length : nl
    const line = masked.slice(start, end)
    const bullet = BULLET.exec(line)
    const from = start + (bullet?.[0].length ?? 0)
    if (line.trim() !== "") {
      splitLine(masked, from, end, bullet !== null, lead, out)
      if (/:\s*$/.test(line)) lead = line.trim()
      else if (bullet === null) lead = null
    }
    if (nl < 0) break
    start = nl + 1
  }
  return out
}

function splitLine(
  masked: string,
  from: number,
  end: number,
  item: boolean,
  lead: string | null,
  out: Sentence[],
): void {
  let at = from
  const push = (to: number, stop: string): void => {
    let s = at
    let e = to
    while (s < e && /[\s(,;:\u2026-]/.test(masked[s]!)) s++
    while (e > s && /[\s,;:]/.test(masked[e - 1]!)) e--
    // a bracket that opened before the sentence closes outside it
    if (masked[e - 1] === ")" && !masked.slice(s, e).includes("(")) e--
    const own = masked.slice(s, e).replaceAll(GONE, "").trim()
    const colon = /:\s*$/.test(masked.slice(s, to))
    if (own.length >= 3) out.push({ start: s, end: e, stop: colon ? ":" : stop, lead, item })
    at = to
  }
  for (let i = from; i < end; i++) {
    const c = masked[i]!
    const next = masked[i + 1] ?? "\n"
    if (/[.!?。！？]/.test(c) && (/[\s)\ue000]/.test(next) || i + 1 >= end || /[。！？]/.test(c))) {
      if (c === "." && ABBREVIATION.test(masked.slice(Math.max(at, i - 8), i)) && masked[i - 1] !== GONE) continue
      let stop = c
      let j = i
      while (j + 1 < end && /[.!?]/.test(masked[j + 1]!)) stop = masked[++j] === "?" ? "?" : stop
      push(j + 1, stop === "？" ? "?" : stop)
      i = j
    } else if (c === ";") push(i, ";")
    else if (
      c === "\u2014" ||
      (c === "-" && next === "-" && masked[i + 2] === " ") ||
      (c === "-" && next === " " && masked[i - 1] === " ")
    )
      push(i, "-")
    else if (c === GONE && masked[i - 1] !== GONE && runOf(masked, i) > 24) push(i, "gone")
  }
  push(end, "")
}
const runOf = (s: string, i: number): number => {
  let n = 0
  while (s[i + n] === GONE) n++
  return n
}

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
