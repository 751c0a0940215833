// A shell command line, split into the simple commands it would run: program, arguments, how each is joined to the one
// before it. A reading aid for judging and matching, not a shell: expansions stay as written, here-documents are dropped.

import { keepLast } from "../once.ts"
import { type Joiner, type ShellCommand, shellCommands } from "./shell-words.ts"
import { innerOf, layerOf, MOST_LAYERS, programName } from "./wrappers.ts"

export interface SimpleCommand {
  /** program without folder, version and ending: "go", "pytest"; "" when the command only sets variables */
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

function resolve(raw: ShellCommand, depth: number): SimpleCommand[] {
  const env: string[] = []
  const wrappers: string[] = []
  let { head, rest, env: set } = layerOf(raw.words)
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    env.push(...set)
    const inner = head && innerOf(programName(head.text), rest).find(one => one.plain)
    if (inner === undefined) break
    if ("line" in inner) {
      const lines = depth < DEEPEST_NESTING ? split(inner.line, depth + 1) : []
      if (lines.length === 0) break
      return lines.map((command, i) => ({
        ...command,
        wrappers: [...wrappers, inner.by, ...command.wrappers],
        joiner: i === 0 ? raw.joiner : command.joiner,
      }))
    }
    wrappers.push(inner.by)
    ;({ head, rest, env: set } = layerOf(inner.words))
  }
  if (head === undefined && env.length === 0) return []
  return [
    {
      program: head === undefined ? "" : programName(head.text),
      args: rest.map(word => word.text),
      ...{ env, wrappers, joiner: raw.joiner, silenced: raw.silenced },
    },
  ]
}

const split = (line: string, depth: number): SimpleCommand[] => shellCommands(line).flatMap(raw => resolve(raw, depth))

/** Several rules read the same line in a row. */
export const parseCommand = keepLast((line: string): readonly SimpleCommand[] => split(line, 0), 64)

/** The first word that is no option. */
export const subcommand = ({ args }: SimpleCommand): string => args.find(arg => !/^[-+]/.test(arg)) ?? ""

/** One form for the same action: no folder, wrapper, variable or redirection; single spaces. */
export const normalise = (command: SimpleCommand): string =>
  [command.program, ...command.args].join(" ").replace(/\s+/g, " ").trim()
