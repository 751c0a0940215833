// A shell command line, split into the simple commands it would run: program, arguments, how each is joined to the one
// before it. A reading aid for judging and matching, not a shell: expansions stay as written, here-documents are dropped.
import { dropOptions, RUNNER_OPTIONS_WITH_VALUE, RUNNERS, SHELLS, type Word, WRAPPERS } from "./wrappers.ts"

export type Joiner = "start" | "|" | "&&" | "||" | ";" | "&"
export interface SimpleCommand {
  /** program without its folder: "go", "pytest"; "" when the command only sets variables */
  readonly program: string
  readonly args: readonly string[]
  /** NAME=value prefixes */
  readonly env: readonly string[]
  /** what it was wrapped in, outermost first: "sudo", "npx", "python -m", "bash -c" */
  readonly wrappers: readonly string[]
  /** how it is joined to the command before it */
  readonly joiner: Joiner
  /** stderr or stdout of this command goes to a file or nowhere */
  readonly silenced: boolean
}

const LONGEST_LINE = 32_768
const MOST_COMMANDS = 200
const DEEPEST_NESTING = 3

interface Raw {
  joiner: Joiner
  words: Word[]
  silenced: boolean
}

const KEYWORDS = new Set([
  "if",
  "then",
  "elif",
  "else",
  "fi",
  "do",
  "done",
  "while",
  "until",
  "for",
  "!",
  "{",
  "}",
  "esac",
])
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

function tokenize(line: string): Raw[] {
  const out: Raw[] = []
  let current: Raw = { joiner: "start", words: [], silenced: false }
  let text = ""
  let open = false
  let quoted = false
  let redirect = false
  const heredocs: string[] = []
  const endWord = (): void => {
    if (!open) return
    if (redirect) {
      if (heredocs.length > 0 && heredocs[heredocs.length - 1] === "") heredocs[heredocs.length - 1] = text
      redirect = false
    } else current.words.push({ text, quoted })
    text = ""
    open = false
    quoted = false
  }
  const endCommand = (joiner: Joiner): void => {
    endWord()
    redirect = false
    if (current.words.length > 0) {
      out.push(current)
      current = { joiner, words: [], silenced: false }
    } else if (current.joiner === "start" && out.length === 0) current = { joiner: "start", words: [], silenced: false }
    else if (joiner !== ";") current = { joiner, words: [], silenced: false }
  }
  for (let i = 0; i < line.length && out.length < MOST_COMMANDS; i++) {
    const c = line[i] as string
    if (c === "'" || c === '"') {
      let j = i + 1
      while (j < line.length && line[j] !== c) {
        if (c === '"' && line[j] === "\\") j++
        else if (c === '"' && line[j] === "$" && line[j + 1] === "(") {
          j = skipNested(line, j)
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
      if (line[i + 1] === "\n") i++
      else {
        text += line[i + 1] ?? ""
        open = true
        i++
      }
    } else if ((c === "$" && (line[i + 1] === "(" || line[i + 1] === "{")) || c === "`") {
      const end = skipNested(line, i)
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
        const tag = heredocs.shift() as string
        let next = i + 1
        while (next < line.length) {
          const end = line.indexOf("\n", next)
          const body = line.slice(next, end < 0 ? line.length : end)
          next = end < 0 ? line.length : end + 1
          if (body.trim() === tag) break
        }
        i = next - 1
      }
    } else if (c === " " || c === "\t" || c === "\r") endWord()
    else if (c === ";") {
      endCommand(";")
      if (line[i + 1] === ";") i++
    } else if (c === "(" || c === ")") {
      if (c === "(" && open) text += c
      else if (c === ")") endCommand(";")
      else endWord()
    } else if (c === "|") {
      const two = line[i + 1]
      endCommand(two === "|" ? "||" : "|")
      if (two === "|" || two === "&") i++
    } else if (c === "&" && line[i + 1] === "&") {
      endCommand("&&")
      i++
    } else if (c === "&" && line[i + 1] === ">") {
      endWord()
      current.silenced = true
      redirect = true
      i += line[i + 2] === ">" ? 2 : 1
    } else if (c === "&") endCommand("&")
    else if (c === ">" || c === "<") {
      if (/^\d$/.test(text) && !quoted) {
        text = ""
        open = false
      } else endWord()
      if (c === "<" && line[i + 1] === "<" && line[i + 2] !== "<") {
        heredocs.push("")
        i += line[i + 2] === "-" ? 2 : 1
      } else if (line[i + 1] === "&") {
        i++
        while (i + 1 < line.length && /[\d-]/.test(line[i + 1] as string)) i++
        continue
      } else {
        while (line[i + 1] === ">" || line[i + 1] === "<") i++
        if (c === ">") current.silenced = true
      }
      redirect = true
    } else {
      text += c
      open = true
    }
  }
  endCommand(";")
  return out
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const basename = (word: string): string => {
  const slash = Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\"))
  return slash >= 0 && slash < word.length - 1 ? word.slice(slash + 1) : word
}

function resolve(raw: Raw, depth: number): SimpleCommand[] {
  const env: string[] = []
  const wrappers: string[] = []
  let words = raw.words
  for (let guard = 0; guard < 20 && words.length > 0; guard++) {
    const head = words[0] as Word
    const second = words[1]?.text
    const name = basename(head.text)
    if (!head.quoted && KEYWORDS.has(head.text)) words = head.text === "for" ? [] : words.slice(1)
    else if (!head.quoted && ASSIGNMENT.test(head.text)) {
      env.push(head.text)
      words = words.slice(1)
    } else if (name === "timeout" || name === "gtimeout") {
      wrappers.push(name)
      let i = 1
      while (words[i]?.text.startsWith("-")) i += /^-[ks]$/.test((words[i] as Word).text) ? 2 : 1
      words = words.slice(i + 1)
    } else if (SHELLS.has(name) && words.length > 2 && /^-\w*c$/.test(second ?? "") && depth < DEEPEST_NESTING) {
      const inner = split((words[2] as Word).text, depth + 1)
      if (inner.length === 0) break
      return inner.map((command, i) => ({
        ...command,
        wrappers: [...wrappers, `${name} -c`, ...command.wrappers],
        joiner: i === 0 ? raw.joiner : command.joiner,
      }))
    } else if (/^python[\d.]*$|^py$/.test(name) && second === "-m" && words.length > 2) {
      wrappers.push("python -m")
      words = words.slice(2)
    } else if (RUNNERS.get(name)?.includes(second ?? "")) {
      wrappers.push(`${name} ${second}`)
      words = dropOptions(words.slice(2), option => RUNNER_OPTIONS_WITH_VALUE.has(option))
    } else if (WRAPPERS.has(name) && words.length > 1 && !(name === "command" && second === "-v")) {
      const valued = WRAPPERS.get(name) as readonly string[]
      wrappers.push(name)
      words = dropOptions(words.slice(1), option => valued.includes(option))
    } else break
  }
  const [head, ...rest] = words
  if (head === undefined && env.length === 0) return []
  return [
    {
      program: head === undefined ? "" : basename(head.text),
      args: rest.map(word => word.text),
      env,
      wrappers,
      joiner: raw.joiner,
      silenced: raw.silenced,
    },
  ]
}

const split = (line: string, depth: number): SimpleCommand[] =>
  tokenize(line.slice(0, LONGEST_LINE)).flatMap(raw => resolve(raw, depth))

// Several rules read the same line in a row: the last few answers are kept. Values are immutable, so nobody can tell.
const KEPT = 64
const kept = new Map<string, readonly SimpleCommand[]>()

export function parseCommand(line: string): readonly SimpleCommand[] {
  const known = kept.get(line)
  if (known) return known
  const parsed = split(line, 0)
  if (kept.size >= KEPT) kept.clear()
  kept.set(line, parsed)
  return parsed
}

/** One form for the same action: no folder, wrapper, variable or redirection; single spaces. */
export const normalise = (command: SimpleCommand): string =>
  [command.program, ...command.args].join(" ").replace(/\s+/g, " ").trim()
