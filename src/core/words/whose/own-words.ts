// The user's own typed words inside a prompt: everything quoted, fenced, tagged, pasted or introduced as somebody else's
// text is taken out, with offsets kept. When in doubt the words are not theirs.

import { squash } from "../similar.ts"
import { handedOver, remarks } from "./handed-text.ts"
import { hideInline } from "./inline-quotes.ts"
import { handsOver, introducesForeignText, speaksOfSource } from "./introduces.ts"
import { CODE, GONE } from "./mask.ts"
import { isMachineLine, startsForeignText } from "./pasted-lines.ts"
import { twoHands } from "./two-hands.ts"
import { visible } from "./visible.ts"

export interface OwnWords {
  /** the visible text with foreign characters replaced one for one by GONE, names by CODE */
  readonly masked: string
  /** the same text unmasked */
  readonly text: string
  /** the same with blanks for what others wrote: it may not speak for what stands beside it */
  readonly typed: string
  /** offset in the original prompt of position i */
  readonly origin: (i: number) => number
  /** true where a character nobody types stands on the lines of [start, end) of the original */
  readonly tampered: (start: number, end: number) => boolean
  /** true where [from, to) of the visible text may be another hand's */
  readonly doubted: (from: number, to: number) => boolean
}

const MAX_CHARS = 60_000
// An unclosed one of these swallows the rest; other lone tags (`<branch>`) are placeholders.
const LOUD_TAG =
  /^(?:system|user|human|assistant|instructions?|important|tool|result|reminder|memory|context|document|doc|email|message|prompt|file|source|content|data|quote|blockquote|pre|code|output|input|note|rules?|search|page|web|untrusted|example|command|local|task|script|style|details)/i

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}
function linesOf(text: string): readonly Line[] {
  const out: Line[] = []
  let start = 0
  while (start <= text.length) {
    const nl = text.indexOf("\n", start)
    const end = nl < 0 ? text.length : nl
    out.push({ start, end, text: text.slice(start, end).replace(/\r$/, "") })
    if (nl < 0) break
    start = nl + 1
  }
  return out
}

export function ownWords(original: string, agentTail: string | null = null): OwnWords {
  const seen = visible(original.slice(0, MAX_CHARS))
  const text = seen.text
  const mask = new Array<string>(text.length)
  for (let i = 0; i < text.length; i++) mask[i] = text[i]!
  const hide = (from: number, to: number, by: string = GONE): void => {
    for (let i = Math.max(0, from); i < Math.min(to, mask.length); i++)
      if (text[i] !== "\n" && mask[i] !== GONE) mask[i] = by
  }
  hideTags(text, hide)
  const lines = linesOf(text)
  hideFences(lines, hide)
  hideRuled(lines, hide)
  hideQuotedLines(lines, hide)
  // before anything is taken for handed over, which may be the wrong half of the prompt
  const doubts = twoHands(mask.join(""))
  hideIntroduced(lines, mask, hide)
  hideMachine(lines, mask, hide)
  hideInline(text, mask, hide)
  if (agentTail !== null) hideEcho(text, agentTail, hide)
  for (const [from, to] of handedOver(mask.join(""))) hide(from, to)
  const masked = mask.join("")
  return {
    masked,
    text,
    typed: text.replace(/./gsu, (c, at: number) => (masked[at] === GONE ? " ".repeat(c.length) : c)),
    origin: seen.origin,
    doubted: (from, to) => doubts.some(([a, b]) => a < to && b > from),
    // a direction override reaches to the end of its line, so the whole line is suspect
    tampered: (start, end) => {
      const from = original.lastIndexOf("\n", start) + 1
      const nl = original.indexOf("\n", end)
      return seen.hidden.some(h => h >= from && h < (nl < 0 ? original.length : nl))
    },
  }
}

type Hide = (from: number, to: number, by?: string) => void

function hideTags(text: string, hide: Hide): void {
  const tag = /<(!--|\/?[A-Za-z][\w:.-]{0,60})(?:\s[^<>]{0,300})?\/?>?/g
  const lower = text.toLowerCase()
  let budget = 400
  for (let m = tag.exec(text); m !== null && budget > 0; m = tag.exec(text), budget--) {
    const name = m[1]!
    if (name === "!--") {
      const close = text.indexOf("-->", m.index)
      const end = close < 0 ? text.length : close + 3
      hide(m.index, end)
      tag.lastIndex = end
      continue
    }
    if (!m[0].endsWith(">")) continue
    if (name.startsWith("/")) {
      hide(m.index, m.index + m[0].length)
      // a closing tag that nothing opened: whatever stood before it on this side of a blank line was inside
      const open = text.lastIndexOf("\n\n", m.index)
      if (LOUD_TAG.test(name.slice(1))) hide(Math.max(open, 0), m.index)
      continue
    }
    const closing = lower.indexOf(`</${name.toLowerCase()}`, m.index + m[0].length)
    if (closing >= 0) {
      const gt = text.indexOf(">", closing)
      const end = gt < 0 ? text.length : gt + 1
      hide(m.index, end)
      tag.lastIndex = end
    } else if (LOUD_TAG.test(name)) {
      hide(m.index, text.length)
      return
    } else hide(m.index, m.index + m[0].length, CODE)
  }
}

function hideFences(lines: readonly Line[], hide: Hide): void {
  // Markdown has no nested fences, pasted Markdown has: an info string opens a further one, so that nothing slips out early
  const open: { mark: string; length: number }[] = []
  for (const line of lines) {
    const m = /^\s{0,12}(?:[-*]\s|>\s?)?(`{3,}|~{3,}|'{3,}|"{3,})(.*)$/.exec(line.text)
    const top = open[open.length - 1]
    if (m !== null && !(m[2] ?? "").includes("`")) {
      const fence = { mark: m[1]![0]!, length: m[1]!.length }
      if (top === undefined || (fence.mark === top.mark && (m[2] ?? "").trim() !== "")) open.push(fence)
      else if (fence.mark === top.mark && fence.length >= top.length) open.pop()
      hide(line.start, line.end)
    } else if (top !== undefined) hide(line.start, line.end)
  }
}

/** Between the first and the last line of mere rules (=====, <<<) stands something that was put in. */
function hideRuled(lines: readonly Line[], hide: Hide): void {
  const rules = lines.filter(l => /^\s*[<>=*~_#%+-]{3,}\s*$/.test(l.text))
  const first = rules[0]
  const last = rules[rules.length - 1]
  if (first !== undefined && last !== undefined && first !== last) hide(first.start, last.end)
}

const blank = (s: string): boolean => s.trim() === ""
const isGone = (line: Line, mask: readonly string[]): boolean => {
  for (let i = line.start; i < line.end; i++) if (mask[i] !== GONE && mask[i]?.trim() !== "") return false
  return line.end > line.start
}

function hideQuotedLines(lines: readonly Line[], hide: Hide): void {
  let lazy = false
  let afterBlank = true
  lines.forEach(line => {
    const bare = line.text
    if (blank(bare)) {
      lazy = false
      afterBlank = true
      return
    }
    const quoted = /^\s{0,6}(?:>|\u2502|\u258e|\u2503|\|\s)/.test(bare)
    // four spaces open a code block only after a blank line, and only when it is no list item
    const indented = afterBlank && /^(?: {4,}|\t)\S/.test(bare) && !/^\s*(?:[-*•]|\d{1,3}[.)])\s/.test(bare)
    if (quoted || indented || lazy) {
      hide(line.start, line.end)
      lazy = true
    }
    afterBlank = false
  })
}

const LONGEST_LEAD = 800 // without a bound a line of dashes costs the square of its length
/** Text that a line announces runs to the end of the prompt; what follows a colon on its own line, to the next blank one. */
function hideIntroduced(lines: readonly Line[], mask: readonly string[], hide: Hide): void {
  const first = lines.findIndex(l => !blank(l.text))
  const alone = lines.findLastIndex(l => !blank(l.text)) === first
  for (let n = Math.max(0, first); n < lines.length; n++) {
    const from = introduced(lines, n, mask, first, alone)
    if (from === null) continue
    let last = n
    while (last + 1 < lines.length && !blank(lines[last + 1]!.text)) last++
    const beside = from.inLine && last + 1 < lines.length
    hide(from.at, beside ? lines[last]!.end : lines.at(-1)!.end)
    if (!beside) return
    n = last
  }
}

interface From {
  readonly at: number
  /** it begins behind a lead-in on the same line */
  readonly inLine: boolean
}
const after = (at: number): From => ({ at, inLine: false })
/** Where somebody else's text begins by what line `n` says; null when it hands nothing over. */
function introduced(
  lines: readonly Line[],
  n: number,
  mask: readonly string[],
  first: number,
  alone: boolean,
): From | null {
  if (n === 0 && /^---\s*$/.test(lines[0]!.text) && lines.length > 1) return after(0)
  const line = lines[n]!
  if (blank(line.text) || isGone(line, mask)) return null
  // A lone "# use pnpm" is how Claude Code's memory shortcut is typed; a heading with text below is a document.
  const heading = /^\s{0,3}#{1,6}\s+\S/.test(line.text) && !alone
  if (heading || startsForeignText(line.text)) return after(line.start)
  // "copied from the wiki" needs no colon when a block follows
  const bare = /[^.!?:,;]\s*$/.test(line.text) && n + 1 < lines.length
  if (bare && line.text.length < 120 && handsOver(line.text)) return after(line.end)
  const next = lines.slice(n + 1).find(l => !blank(l.text))
  if (bare && n === first && next !== undefined && !isGone(next, mask) && speaksOfSource(line.text, next.text))
    return after(line.end)
  const dot = n === first ? line.text.search(/[.!](?:\s|$)/) : -1
  const more = !blank(line.text.slice(dot + 1)) || next !== undefined
  if (dot > 0 && more && handsOver(line.text.slice(0, dot + 1))) return after(line.start + dot + 1)
  // "TypeError: …" introduces nothing: hideMachine takes it with its block
  if (isMachineLine(line.text)) return null
  for (const stop of line.text.matchAll(/:(?=\s|$|["'“«„])| [-–—](?= )| ?[-=]>| →| >(?= (?!\d))/g)) {
    const at = stop.index + stop[0].length
    const rest = line.text.slice(at)
    const lead = line.text.slice(Math.max(0, stop.index - LONGEST_LEAD), stop.index)
    // a dash hands over only when a source is named; a colon does unless the speaker's own voice leads
    const arrow = />|→/.test(stop[0])
    if (arrow && !/\S\s+\S/.test(lead)) continue
    // "… -> make a sign of each": the request comes last, and what it is made of stands before it
    if (arrow && rest.split(", ").some(part => remarks(part, "", false))) return after(line.start)
    if (!arrow && stop[0] !== ":" && !handsOver(lead)) continue
    if (!introducesForeignText(lead)) continue
    if (!blank(rest)) return { at: line.start + at, inLine: true }
    // a fence or a quote right after the lead is the thing it introduces; what comes later is the user's again
    return next !== undefined && isGone(next, mask) ? null : after(line.end)
  }
  return null
}

function hideMachine(lines: readonly Line[], mask: readonly string[], hide: Hide): void {
  for (let n = 0; n < lines.length; ) {
    if (blank(lines[n]!.text)) {
      n++
      continue
    }
    let end = n
    while (end < lines.length && !blank(lines[end]!.text)) end++
    const block = lines.slice(n, end).filter(l => !isGone(l, mask))
    const machine = block.map(l => isMachineLine(l.text))
    const first = machine.indexOf(true)
    if (first >= 0) {
      const share = machine.filter(Boolean).length / block.length
      for (const l of share >= 0.5 ? block : block.slice(first)) hide(l.start, l.end)
    }
    n = end
  }
}

/** Sentences of the agent's last message repeated word for word are the agent's, not the user's. */
function hideEcho(text: string, agentTail: string, hide: Hide): void {
  const tail = squash(agentTail.slice(-8000))
  for (const m of text.matchAll(/[^.!?\n]{24,600}/g)) {
    const words = squash(m[0])
    if (words.length >= 24 && words.split(" ").length >= 6 && tail.includes(words)) hide(m.index, m.index + m[0].length)
  }
}
