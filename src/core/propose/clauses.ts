// Sentences of the user's own words with offsets: bullets, line ends, full stops, brackets and semicolons part them.
// Works on the masked text of own-words.ts, so code ticks and quotations never split a sentence.
import { GONE } from "./mask.ts"

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

export function sentencesOf(masked: string): readonly Sentence[] {
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

const BREAK =
  /[,;:)]\s+|\s\(|\s(?=(?:so|but|because|since|cause|cuz)\s)|\s(?=and\s(?:(?:uh|um|er|yeah|like|oh|then)\s)*(?:also|generally|please|pls|always|never|don't|dont|do not|no|i|i'd|i'm|we|you|your|our|all|every|any|only|keep|use|make|show|ask|tell|from now|in general|btw|remember|for|whenever|when|nothing|everything|write|run|stop|avoid|prefer|leave|stick|can we|in)\b)/gi
const MOST_BREAKS = 8

/** Stretches of one sentence that could stand alone: from a break to the next or to the end, and up to a break. */
export function partsOf(sentence: string): readonly (readonly [from: number, to: number])[] {
  if (sentence.length > LONGEST_PARTED) return []
  const breaks: (readonly [number, number])[] = []
  for (const m of sentence.matchAll(BREAK)) {
    if (breaks.length >= MOST_BREAKS) break
    breaks.push([m.index, m.index + m[0].length])
  }
  const out: (readonly [number, number])[] = []
  const starts = [0, ...breaks.map(b => b[1])]
  const ends = [...breaks.map(b => b[0]), sentence.length]
  starts.forEach((from, i) => {
    const next = ends[i]!
    if (i > 0) out.push([from, sentence.length])
    if (next < sentence.length) out.push([from, next])
  })
  return out.filter(([from, to]) => /\S\s+\S/.test(sentence.slice(from, to)))
}
const LONGEST_PARTED = 500
