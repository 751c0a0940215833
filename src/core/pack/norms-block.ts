// Norms as a fenced block inside a file that people own (AGENTS.md, CLAUDE.md): put in, replaced in place, taken out again
// to the byte. The mark says how many line ends were added before it. Reading and writing files is the door's work.
import { oneLine } from "./render.ts"

const END = "<!-- mettle:end -->"
const beginOf = (added: number): string =>
  `<!-- mettle:begin ${added} · written by mettle export, edits here are lost -->`
const BEGIN = /<!-- mettle:begin (\d) [^\n]*-->/

export interface Norm {
  readonly statement: string
  readonly short: string
}

/** A comment mark inside a statement would end or open a block of its own. */
const safe = (text: string): string => oneLine(text).replaceAll("-->", "--›")

interface Place {
  readonly from: number
  readonly to: number
  readonly added: number
}
function placeOf(text: string): Place | null {
  const begin = BEGIN.exec(text)
  if (!begin) return null
  const end = text.indexOf(END, begin.index)
  if (end < 0) return null
  const after = end + END.length
  return { from: begin.index, to: text[after] === "\n" ? after + 1 : after, added: Number(begin[1]) }
}

export const hasBlock = (text: string): boolean => placeOf(text) !== null

/** The text with its block; an old one is replaced where it stands. No norms: the text without a block. */
export function withNorms(text: string, norms: readonly Norm[]): string {
  if (norms.length === 0) return withoutNorms(text)
  const old = placeOf(text)
  const added = old ? old.added : text === "" ? 0 : text.endsWith("\n") ? 1 : 2
  const block = [
    beginOf(added),
    "## What was asked for in earlier work",
    "",
    ...norms.map(({ statement, short }) => `- ${safe(statement)} <!-- ${short} -->`),
    END,
    "",
  ].join("\n")
  return old ? text.slice(0, old.from) + block + text.slice(old.to) : `${text}${"\n".repeat(added)}${block}`
}

/** The text as it was before a block was put in. */
export function withoutNorms(text: string): string {
  const old = placeOf(text)
  if (!old) return text
  const before = text.slice(0, old.from)
  const ends = "\n".repeat(old.added)
  return (before.endsWith(ends) ? before.slice(0, before.length - old.added) : before) + text.slice(old.to)
}
