// Where the sentences of a message stand: offsets, and what the shape around them says (an item of a list, a line under a
// heading). A dot inside a name (`README.md`, `v2.1`) ends nothing; Chinese and Japanese stops do without a space.

export interface Sentence {
  readonly start: number
  readonly end: number
  /** 0 in running text, 1 as an item of a list */
  readonly item: boolean
  /** the line before ended in a colon */
  readonly led: boolean
}

/** sentences looked at in one message, from its front and from its end: nobody says so much, and each costs */
const MOST = 60
const LONGEST = 600
const STOP = /[.!?…]+["'”»)\]]*(?=\s|$)|[。！？；]+|;(?=\s)|\n+/gu
const ITEM = /^\s*(?:[-*•–]|\d{1,3}[.)、]|\(?[a-z]\))\s+/iu
const WORDLESS = /^[^\p{L}]*$/u
/** "1." and "e.g." end no sentence */
const ABBREVIATED = /(?:^|\s)(?:\d{1,3}|[a-z]|e\.g|i\.e|etc|vs|cf|approx|incl|resp|z\.B|d\.h|p\.ej|ex)$/iu

export function sentencesOf(text: string): readonly Sentence[] {
  const out: Sentence[] = []
  let start = 0
  let led = false
  let item = false
  let lineStart = true
  const close = (end: number, next: number, newLine: boolean): void => {
    const raw = text.slice(start, end)
    if (lineStart) item = ITEM.test(raw)
    const mark = lineStart ? (ITEM.exec(raw)?.[0].length ?? 0) : 0
    const lead = mark + (raw.slice(mark).length - raw.slice(mark).trimStart().length)
    const body = raw.slice(lead).trimEnd()
    if (body !== "" && !WORDLESS.test(body))
      out.push({ start: start + lead, end: start + lead + Math.min(body.length, LONGEST), item, led })
    if (newLine && body !== "") led = /[:：]$/.test(body)
    lineStart = newLine
    start = next
  }
  for (const stop of text.matchAll(STOP)) {
    const at = stop.index
    const newLine = stop[0].startsWith("\n")
    if (!newLine && stop[0] === "." && ABBREVIATED.test(text.slice(Math.max(start, at - 12), at))) continue
    close(newLine ? at : at + stop[0].length, at + stop[0].length, newLine)
  }
  close(text.length, text.length, true)
  return out.length <= MOST ? out : [...out.slice(0, MOST / 2), ...out.slice(-MOST / 2)]
}
