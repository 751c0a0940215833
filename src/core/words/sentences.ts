// Where the sentences of a message stand: offsets, what ended each, and what the shape around them says (an item of a list, a line
// under a heading). A dot inside a name (`README.md`, `v2.1`) ends nothing; Chinese and Japanese stops do without a space.
import { keepLast } from "../once.ts"
import { CODE, GONE } from "./whose/mask.ts"

export interface Part {
  readonly start: number
  readonly end: number
  /** what ended it: "?" for a question, ":" for a lead-in, "" for a line end */
  readonly stop: string
}
export interface Sentence extends Part {
  /** an item of a list, not running text */
  readonly item: boolean
  /** the line before ended in a colon */
  readonly led: boolean
}

const STOP = /[.!?…]+["'”»)\]]*(?=[\s\ue000]|$)|[。！？；]+|;(?=\s)|\n+/gu
const ITEM = /^\s*(?:[-*•–]|\d{1,3}[.)、]|\(?[a-z]\))\s+/iu
/** a name by itself may be all that is said */
const WORDLESS = new RegExp(`^[^\\p{L}${CODE}]*$`, "u")
/** "1." and "e.g." end no sentence; behind a word a number is no item's: "go on with task 11. Run …" */
const ABBREVIATED =
  /(?:^|\s)(?:(?<![\p{L}\p{N}]\s+)\d{1,3}|[a-z]|e\.g|i\.e|etc|vs|cf|approx|incl|resp|z\.B|d\.h|p\.ej|ex)$/iu

function split(text: string): readonly Sentence[] {
  const out: Sentence[] = []
  let start = 0
  let led = false
  let item = false
  let lineStart = true
  const close = (end: number, next: number, mark: string): void => {
    const raw = text.slice(start, end)
    const newLine = mark === "" || mark.startsWith("\n")
    if (lineStart) item = ITEM.test(raw)
    const bullet = lineStart ? (ITEM.exec(raw)?.[0].length ?? 0) : 0
    const lead = bullet + (raw.slice(bullet).length - raw.slice(bullet).trimStart().length)
    const body = raw.slice(lead).trimEnd()
    const leads = newLine && /[:：]$/.test(body)
    const stop = /[?？]/.test(mark) ? "?" : leads ? ":" : newLine ? "" : mark[0]!
    if (body !== "" && !WORDLESS.test(body))
      out.push({ start: start + lead, end: start + lead + body.length, stop, item, led })
    if (newLine && body !== "") led = leads
    lineStart = newLine
    start = next
  }
  for (const { 0: mark, index } of text.matchAll(STOP)) {
    const isLine = mark.startsWith("\n")
    if (mark === "." && ABBREVIATED.test(text.slice(Math.max(start, index - 12), index))) continue
    close(isLine ? index : index + mark.length, index + mark.length, mark)
  }
  close(text.length, text.length, "")
  return out
}

/** sentences the ear looks at in one message, from its front and from its end: nobody says so much, and each costs */
const MOST = 60
const LONGEST = 600
export function sentencesOf(text: string): readonly Sentence[] {
  const all = split(text).map(s => ({ ...s, end: Math.min(s.end, s.start + LONGEST) }))
  return all.length <= MOST ? all : [...all.slice(0, MOST / 2), ...all.slice(-MOST / 2)]
}

/** A dash, or more than a name of somebody else's words. */
const BREAK = new RegExp(`\\s[-–—]\\s|—|--(?= )|${GONE}{25,}`, "gu")
/** Every sentence of a text, cut further where a dash or what others wrote stands in it. */
export const sentenceParts = keepLast((text: string): readonly Part[] =>
  split(text).flatMap(({ start, end, stop }) => {
    const cuts = [...text.slice(start, end).matchAll(BREAK)].map(({ 0: mark, index }) => [start + index, mark] as const)
    const ends = [...cuts.map(([at, mark]) => ({ at, stop: mark.trim() })), { at: end, stop }]
    return ends.flatMap((to, i) => trimmed(text, i === 0 ? start : cuts[i - 1]![0] + cuts[i - 1]![1].length, to))
  }),
)
function trimmed(text: string, from: number, to: { readonly at: number; readonly stop: string }): readonly Part[] {
  let [start, end] = [from, to.at]
  while (start < end && /[\s(,;:…-]/.test(text[start]!)) start++
  while (end > start && /[\s,;:]/.test(text[end - 1]!)) end--
  // a bracket that opened before it closes outside it
  if (text[end - 1] === ")" && !text.slice(start, end).includes("(")) end--
  return text.slice(start, end).replaceAll(GONE, "").trim() === "" ? [] : [{ start, end, stop: to.stop }]
}
