// The words of a shell line, command by command: quoting is undone, operators part commands, what is redirected where is
// kept beside them. Here-documents are data and stand apart; the lines inside `$(…)`, backticks and `<(…)` are kept as written.
import { withVariables } from "./variables.ts"
import type { Word } from "./wrappers.ts"

export type Joiner = "start" | "|" | "&&" | "||" | ";" | "&"
export interface Redirect {
  /** ">", ">>", "<", "<<", "<<<", "2>", "&>" */
  readonly op: string
  readonly target: string
}
export interface ShellCommand {
  readonly joiner: Joiner
  readonly words: readonly Word[]
  /** stderr or stdout goes to a file or nowhere */
  readonly silenced: boolean
  readonly redirects: readonly Redirect[]
  /** bodies of its here-documents */
  readonly documents: readonly string[]
  /** lines that run to make its words */
  readonly substitutions: readonly string[]
}

/** A command being read. */
type Raw = {
  -readonly [K in keyof ShellCommand]: ShellCommand[K] extends readonly (infer One)[] ? One[] : ShellCommand[K]
}
const begun = (joiner: Joiner): Raw => ({
  ...{ joiner, silenced: false },
  ...{ words: [], redirects: [], documents: [], substitutions: [] },
})

const LONGEST_LINE = 32_768
const MOST_COMMANDS = 200

/** Copies a balanced `$(…)`, `${…}` or backtick part verbatim; returns the index after it. */
function skipNested(line: string, at: number): number {
  const open = line[at]
  if (open === "`") {
    const end = line.indexOf("`", at + 1)
    return end < 0 ? line.length : end + 1
  }
  const left = line[at + 1] === "{" ? "{" : "("
  const right = left === "{" ? "}" : ")"
  let depth = 0
  for (let i = at + 1; i < line.length; i++) {
    const c = line[i]
    if (c === "\\") i++
    else if (c === left) depth++
    else if (c === right && --depth === 0) return i + 1
  }
  return line.length
}

/** The line inside `$(…)`, backticks or `<(…)` that starts here; null for `${…}` and arithmetic. */
function lineWithin(line: string, at: number, end: number): string | null {
  if (line[at] === "`") return line.slice(at + 1, end - 1)
  return line[at + 1] === "(" && line[at + 2] !== "(" ? line.slice(at + 2, end - 1) : null
}

/** Where the walk over a line stands: the next character, the word and the command that are open. */
interface Scan {
  readonly line: string
  at: number
  text: string
  open: boolean
  quoted: boolean
  redirect: string | null
  current: Raw
  readonly out: Raw[]
  readonly heredocs: { readonly tag: string; readonly owner: Raw }[]
}

export function shellCommands(whole: string): readonly ShellCommand[] {
  const r: Scan = {
    line: whole.slice(0, LONGEST_LINE),
    ...{ at: 0, text: "", open: false, quoted: false, redirect: null },
    ...{ current: begun("start"), out: [], heredocs: [] },
  }
  for (; r.at < r.line.length && r.out.length < MOST_COMMANDS; r.at++) step(r)
  endCommand(r, ";")
  return withVariables(r.out)
}

function endWord(r: Scan): void {
  if (!r.open) return
  if (r.redirect !== null) {
    r.current.redirects.push({ op: r.redirect, target: r.text })
    if (r.redirect === "<<") r.heredocs.push({ tag: r.text, owner: r.current })
    r.redirect = null
  } else r.current.words.push({ text: r.text, quoted: r.quoted })
  r.text = ""
  r.open = false
  r.quoted = false
}

function endCommand(r: Scan, joiner: Joiner): void {
  endWord(r)
  r.redirect = null
  if (r.current.words.length > 0) {
    r.out.push(r.current)
    r.current = begun(joiner)
  } else if (r.current.joiner === "start" && r.out.length === 0) r.current = begun("start")
  else if (joiner !== ";") r.current = begun(joiner)
}

function add(r: Scan, text: string): void {
  r.text += text
  r.open = true
}

/** Takes one character, and what belongs to it: `at` stands on the last one taken. */
function step(r: Scan): void {
  const c = r.line[r.at] as string
  const next = r.line[r.at + 1]
  if (c === "'" || c === '"') takeQuoted(r, c)
  else if (c === "\\") {
    if (next !== "\n") add(r, next ?? "")
    r.at++
  } else if (
    (c === "$" && (next === "(" || next === "{")) ||
    c === "`" ||
    ((c === "<" || c === ">") && next === "(" && !r.open)
  ) {
    const end = substitute(r, r.at)
    add(r, r.line.slice(r.at, end))
    r.at = end - 1
  } else if (c === "#" && !r.open) {
    const end = r.line.indexOf("\n", r.at)
    r.at = end < 0 ? r.line.length : end - 1
  } else if (c === "\n") {
    endCommand(r, ";")
    takeDocuments(r)
  } else if (c === " " || c === "\t" || c === "\r") endWord(r)
  else if (c === ">" || c === "<") takeRedirect(r, c, next)
  else if (!takeOperator(r, c, next)) add(r, c)
}

function takeQuoted(r: Scan, quote: string): void {
  const { line } = r
  let j = r.at + 1
  while (j < line.length && line[j] !== quote) {
    if (quote === '"' && line[j] === "\\") j++
    else if (quote === '"' && ((line[j] === "$" && line[j + 1] === "(") || line[j] === "`")) {
      j = substitute(r, j)
      continue
    }
    j++
  }
  const inner = line.slice(r.at + 1, j)
  if (!r.open) r.quoted = true // FOO='a b' is an assignment, 'FOO=a' is not
  add(r, quote === '"' ? inner.replace(/\\(["\\$`])/g, "$1") : inner)
  r.at = j
}

/** A substitution stays in the word as written, and its line is kept apart; returns the index after it. */
function substitute(r: Scan, at: number): number {
  const end = skipNested(r.line, at)
  const within = lineWithin(r.line, at, end)
  if (within !== null) r.current.substitutions.push(within)
  return end
}

/** A here-document's body is data, whatever it looks like. */
function takeDocuments(r: Scan): void {
  const { line } = r
  for (const { tag, owner } of r.heredocs.splice(0)) {
    const from = r.at + 1
    let to = from
    let after = from
    while (after < line.length) {
      const end = line.indexOf("\n", after)
      const body = line.slice(after, end < 0 ? line.length : end)
      to = after
      after = end < 0 ? line.length : end + 1
      if (body.trim() === tag) break
      to = after
    }
    owner.documents.push(line.slice(from, to))
    r.at = after - 1
  }
}

function takeRedirect(r: Scan, c: string, next: string | undefined): void {
  const { line } = r
  let from = ""
  if (/^\d$/.test(r.text) && !r.quoted) {
    from = r.text === "1" ? "" : r.text
    r.text = ""
    r.open = false
  } else endWord(r)
  r.redirect = from + c
  if (c === "<" && next === "<" && line[r.at + 2] !== "<") {
    r.redirect = "<<"
    r.at += line[r.at + 2] === "-" ? 2 : 1
  } else if (next === "&") {
    r.at++
    while (r.at + 1 < line.length && /[\d-]/.test(line[r.at + 1] as string)) r.at++
    r.redirect = null
  } else {
    while (line[r.at + 1] === ">" || line[r.at + 1] === "<") r.redirect += line[++r.at]
    if (c === ">") r.current.silenced = true
  }
}

/** What parts commands; false: a character like any other. */
function takeOperator(r: Scan, c: string, next: string | undefined): boolean {
  if (c === ";") {
    endCommand(r, ";")
    if (next === ";") r.at++
  } else if (c === "(") {
    if (r.open) r.text += c
    else endWord(r)
  } else if (c === ")") endCommand(r, ";")
  else if (c === "|") {
    endCommand(r, next === "|" ? "||" : "|")
    if (next === "|" || next === "&") r.at++
  } else if (c === "&" && next === "&") {
    endCommand(r, "&&")
    r.at++
  } else if (c === "&" && next === ">") {
    endWord(r)
    r.current.silenced = true
    r.redirect = "&>"
    r.at += r.line[r.at + 2] === ">" ? 2 : 1
  } else if (c === "&") endCommand(r, "&")
  else return false
  return true
}
