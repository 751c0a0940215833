// Norms as a fenced block inside a file that people own (AGENTS.md, CLAUDE.md): put in, replaced in place, taken out again
// to the byte. The mark says how many line ends were added before it, and which norms the block has held: what a pull request
// changed, added or took out stays so. Reading and writing files is the door's work.
import { oneLine } from "./render.ts"

const END = "<!-- mettle:end -->"
const beginOf = (added: number, held: readonly string[]): string =>
  `<!-- mettle:begin ${added} · written by mettle export; change, add or take out lines here · ${held.join(" ")} -->`
const BEGIN = /<!-- mettle:begin (\d) [^\n]*-->/
const LINE = /^- (.*?)(?: <!-- ([a-z]-[0-9a-f]{6,32}) -->)?\r?$/

export interface Norm {
  readonly statement: string
  /** null for a line that somebody added in the file */
  readonly short: string | null
}

/** A comment mark inside a statement would end or open a block of its own. */
const safe = (text: string): string => oneLine(text).replaceAll("-->", "--›")

/** The line end that most lines have. */
function lineEndOf(text: string): string {
  const windows = text.split("\r\n").length - 1
  return windows * 2 > text.split("\n").length - 1 ? "\r\n" : "\n"
}

/** From where to where it stands, and how many line ends were added before it. */
function placeOf(text: string) {
  const begin = BEGIN.exec(text)
  const end = begin ? text.indexOf(END, begin.index) : -1
  if (!begin || end < 0) return null
  const after = end + END.length
  const ended = ["\r\n", "\n"].find(end => text.startsWith(end, after)) ?? ""
  return { from: begin.index, to: after + ended.length, added: Number(begin[1]) }
}

export const hasBlock = (text: string): boolean => placeOf(text) !== null

/** The text with its block; an old one is replaced where it stands. No norms: the text without a block. */
export function withNorms(text: string, norms: readonly Norm[], held: readonly string[] = shortsOf(norms)): string {
  if (norms.length === 0) return withoutNorms(text)
  const old = placeOf(text)
  const added = old ? old.added : text === "" ? 0 : text.endsWith("\n") ? 1 : 2
  const end = lineEndOf(old ? text.slice(0, old.from) + text.slice(old.to) || text : text)
  const block = [
    beginOf(added, held),
    "## What was asked for in earlier work",
    "",
    ...norms.map(({ statement, short }) => `- ${safe(statement)}${short === null ? "" : ` <!-- ${short} -->`}`),
    END,
    "",
  ].join(end)
  return old ? text.slice(0, old.from) + block + text.slice(old.to) : `${text}${end.repeat(added)}${block}`
}

const shortsOf = (norms: readonly Norm[]): readonly string[] => [...new Set(norms.flatMap(({ short }) => short ?? []))]

const blockOf = (text: string): string => {
  const place = placeOf(text)
  return place === null ? "" : text.slice(place.from, place.to)
}
/** The lines of the block as they stand, whoever wrote them. */
export const linesOf = (text: string): readonly Norm[] =>
  blockOf(text)
    .split("\n")
    .flatMap(line => {
      const found = LINE.exec(line)
      return found ? [{ statement: found[1]!.trim(), short: found[2] ?? null }] : []
    })
/** Every norm that the block has held, also those that were taken out of it since. */
const heldIn = (text: string): readonly string[] => [...new Set(blockOf(text).match(/\b[a-z]-[0-9a-f]{6,32}\b/g) ?? [])]

/**
 * What the block says next: a line stays as the file has it, a norm that was taken out of the file stays out, and what is new
 * here comes last. `isGone`: put away here since, so its line goes.
 */
export function reviewed(
  text: string,
  norms: readonly Norm[],
  isGone: (short: string) => boolean,
): { readonly norms: readonly Norm[]; readonly held: readonly string[] } {
  const lines = linesOf(text).filter(({ short }) => short === null || !isGone(short))
  const before = heldIn(text)
  const said = new Set(lines.map(({ statement }) => statement))
  const fresh = norms.filter(norm => !before.includes(norm.short ?? "") && !said.has(safe(norm.statement)))
  return { norms: [...lines, ...fresh], held: [...new Set([...before, ...shortsOf(norms)])] }
}

/** A document without the marks of the block, as its rules are read. */
export const unmarked = (text: string): string =>
  hasBlock(text)
    ? text
        .replace(/^(- .*?) <!-- [a-z]-[0-9a-f]{6,32} -->(\r?)$/gm, "$1$2")
        .replace(BEGIN, "")
        .replace(END, "")
    : text

/** The text as it was before a block was put in. */
export function withoutNorms(text: string): string {
  const old = placeOf(text)
  if (!old) return text
  const before = text.slice(0, old.from)
  const ends = ["\r\n", "\n"].map(end => end.repeat(old.added)).find(ends => before.endsWith(ends)) ?? ""
  return before.slice(0, before.length - ends.length) + text.slice(old.to)
}
