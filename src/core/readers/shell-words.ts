// The words of a shell line, command by command: quoting is undone, operators part commands, what is redirected where is
// kept beside them. Here-documents are data and stand apart; the lines inside `$(…)`, backticks and `<(…)` are kept as written.
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

interface Raw {
  joiner: Joiner
  words: Word[]
  silenced: boolean
  redirects: { op: string; target: string }[]
  documents: string[]
  substitutions: string[]
}
const begun = (joiner: Joiner): Raw => ({
  joiner,
  words: [],
  silenced: false,
  redirects: [],
  documents: [],
  substitutions: [],
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

export function shellCommands(whole: string): readonly ShellCommand[] {
  const line = whole.slice(0, LONGEST_LINE)
  const out: Raw[] = []
  let current = begun("start")
  let text = ""
  let open = false
  let quoted = false
  let redirect: string | null = null
  const heredocs: { tag: string; owner: Raw }[] = []
  const endWord = (): void => {
    if (!open) return
    if (redirect !== null) {
      current.redirects.push({ op: redirect, target: text })
      if (redirect === "<<") heredocs.push({ tag: text, owner: current })
      redirect = null
    } else current.words.push({ text, quoted })
    text = ""
    open = false
    quoted = false
  }
  const endCommand = (joiner: Joiner): void => {
    endWord()
    redirect = null
    if (current.words.length > 0) {
      out.push(current)
      current = begun(joiner)
    } else if (current.joiner === "start" && out.length === 0) current = begun("start")
    else if (joiner !== ";") current = begun(joiner)
  }
  /** Takes a substitution into the word as written, and its line apart; returns the index after it. */
  const substitute = (at: number): number => {
    const end = skipNested(line, at)
    const within = lineWithin(line, at, end)
    if (within !== null) current.substitutions.push(within)
    return end
  }
  for (let i = 0; i < line.length && out.length < MOST_COMMANDS; i++) {
    const c = line[i] as string
    const next = line[i + 1]
    if (c === "'" || c === '"') {
      let j = i + 1
      while (j < line.length && line[j] !== c) {
        if (c === '"' && line[j] === "\\") j++
        else if (c === '"' && ((line[j] === "$" && line[j + 1] === "(") || line[j] === "`")) {
          j = substitute(j)
          continue
        }
        j++
      }
      const inner = line.slice(i + 1, j)
      text += c === '"' ? inner.replace(/\\(["\\$`])/g, "$1") : inner
      if (!open) quoted = true // FOO='a b' is an assignment, 'FOO=a' is not
      open = true
      i = j
    } else if (c === "\\") {
      if (next === "\n") i++
      else {
        text += next ?? ""
        open = true
        i++
      }
    } else if (
      (c === "$" && (next === "(" || next === "{")) ||
      c === "`" ||
      ((c === "<" || c === ">") && next === "(" && !open)
    ) {
      const end = substitute(i)
      text += line.slice(i, end)
      open = true
      i = end - 1
    } else if (c === "#" && !open) {
      const end = line.indexOf("\n", i)
      i = end < 0 ? line.length : end - 1
    } else if (c === "\n") {
      endCommand(";")
      // a here-document's body is data, whatever it looks like
      while (heredocs.length > 0) {
        const { tag, owner } = heredocs.shift() as (typeof heredocs)[number]
        const from = i + 1
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
        i = after - 1
      }
    } else if (c === " " || c === "\t" || c === "\r") endWord()
    else if (c === ";") {
      endCommand(";")
      if (next === ";") i++
    } else if (c === "(" || c === ")") {
      if (c === "(" && open) text += c
      else if (c === ")") endCommand(";")
      else endWord()
    } else if (c === "|") {
      endCommand(next === "|" ? "||" : "|")
      if (next === "|" || next === "&") i++
    } else if (c === "&" && next === "&") {
      endCommand("&&")
      i++
    } else if (c === "&" && next === ">") {
      endWord()
      current.silenced = true
      redirect = "&>"
      i += line[i + 2] === ">" ? 2 : 1
    } else if (c === "&") endCommand("&")
    else if (c === ">" || c === "<") {
      let from = ""
      if (/^\d$/.test(text) && !quoted) {
        from = text === "1" ? "" : text
        text = ""
        open = false
      } else endWord()
      redirect = from + c
      if (c === "<" && next === "<" && line[i + 2] !== "<") {
        redirect = "<<"
        i += line[i + 2] === "-" ? 2 : 1
      } else if (next === "&") {
        i++
        while (i + 1 < line.length && /[\d-]/.test(line[i + 1] as string)) i++
        redirect = null
      } else {
        while (line[i + 1] === ">" || line[i + 1] === "<") redirect += line[++i]
        if (c === ">") current.silenced = true
      }
    } else {
      text += c
      open = true
    }
  }
  endCommand(";")
  return out
}
