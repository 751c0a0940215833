// A shell command line, split into the simple commands it would run: program, arguments, how each is joined to the one
// before it. A reading aid for judging and matching, not a shell: expansions stay as written, here-documents are dropped.

import { keepLast } from "../last-few.ts"
import { wordSet } from "../words/word-list.ts"
import { type Joiner, type ShellCommand, shellCommands } from "./shell-words.ts"
import { unwrapped, type Word } from "./wrappers.ts"

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

const DEEPEST_NESTING = 3

const KEYWORDS = wordSet("if then elif else fi do done while until for ! { } esac")
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const basename = (word: string): string => {
  const slash = Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\"))
  return slash >= 0 && slash < word.length - 1 ? word.slice(slash + 1) : word
}

function resolve(raw: ShellCommand, depth: number): SimpleCommand[] {
  const env: string[] = []
  const wrappers: string[] = []
  let words: readonly Word[] = raw.words
  for (let guard = 0; guard < 20 && words.length > 0; guard++) {
    const head = words[0] as Word
    const name = basename(head.text)
    if (!head.quoted && KEYWORDS.has(head.text)) words = head.text === "for" ? [] : words.slice(1)
    else if (!head.quoted && ASSIGNMENT.test(head.text)) {
      env.push(head.text)
      words = words.slice(1)
    } else {
      const inner = unwrapped(name, words.slice(1))
      if (inner === null) break
      if ("words" in inner) {
        wrappers.push(inner.by)
        words = inner.words
        continue
      }
      const lines = depth < DEEPEST_NESTING ? split(inner.line, depth + 1) : []
      if (lines.length === 0) break
      return lines.map((command, i) => ({
        ...command,
        wrappers: [...wrappers, inner.by, ...command.wrappers],
        joiner: i === 0 ? raw.joiner : command.joiner,
      }))
    }
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

const split = (line: string, depth: number): SimpleCommand[] => shellCommands(line).flatMap(raw => resolve(raw, depth))

/** Several rules read the same line in a row. */
export const parseCommand = keepLast((line: string): readonly SimpleCommand[] => split(line, 0), 64)

/** One form for the same action: no folder, wrapper, variable or redirection; single spaces. */
export const normalise = (command: SimpleCommand): string =>
  [command.program, ...command.args].join(" ").replace(/\s+/g, " ").trim()
