// What a command line runs: pipelines of stages, each with every program it starts, the outermost first (sudo, then what
// sudo runs), whatever quoting, wrapper or inner shell stands around it. Here-documents are data unless a shell reads them.

import { type Joiner, type Redirect, type ShellCommand, shellCommands } from "../calls/shell-words.ts"
import { innerOf, layerOf, MOST_LAYERS, programName, SHELLS, type Word } from "../calls/wrappers.ts"
import { keepLast } from "../once.ts"
import { wordSet } from "../words/word-list.ts"

export interface Invocation {
  /** without folder, version and ending */
  readonly program: string
  readonly args: readonly string[]
  readonly redirects: readonly Redirect[]
}
export interface Stage {
  /** its own program and all that this runs */
  readonly runs: readonly Invocation[]
  /** what ran to make its words: sh -c "$(curl …)", bash <(curl …) */
  readonly feeds: readonly Invocation[]
}
export interface Pipeline {
  readonly joiner: Joiner
  readonly stages: readonly Stage[]
}
/** One list per shell: the line itself first, then every line inside it. */
type Lists = readonly (readonly Pipeline[])[]

const DEEPEST = 4
interface Found {
  readonly runs: Invocation[]
  readonly lists: (readonly Pipeline[])[]
}

/** Prints what it is given. */
const PRINTS = wordSet("cat tee echo printf")
/** The text that a command hands on to whatever it is piped into. */
function printed({ words, documents }: ShellCommand, given: readonly string[]): readonly string[] {
  const { head, rest } = layerOf(words)
  const program = programName(head?.text ?? "")
  if (!PRINTS.has(program)) return []
  const said = rest.flatMap(({ text }) => (/^-[en]+$/.test(text) ? [] : [text]))
  return program === "echo" || program === "printf" ? [said.join(" ")] : [...documents, ...given]
}

/** A shell without a script of its own runs what it reads; what ssh reads is for the shell over there. */
const runsInput = (program: string, args: readonly Word[]): boolean =>
  program === "ssh" || (SHELLS.has(program) && args.every(({ text }) => text.startsWith("-")))

/** Layer by layer: each program with its words, then what it runs; `given` is what a pipe hands it. */
function peel(words: readonly Word[], raw: ShellCommand, given: readonly string[], depth: number, found: Found): void {
  let rest = words
  for (let layer = 0; layer < MOST_LAYERS && rest.length > 0; layer++) {
    const { head, rest: args } = layerOf(rest)
    if (head === undefined) return
    const program = programName(head.text)
    found.runs.push({ program, args: args.map(word => word.text), redirects: raw.redirects })
    const inner = innerOf(program, args)
    if (runsInput(program, args)) {
      const read = raw.redirects.filter(r => r.op === "<<<").map(r => r.target)
      for (const line of [...given, ...raw.documents, ...read]) nested(line, depth, found)
    }
    const further = inner.filter(one => "words" in one)
    for (const one of inner) if ("line" in one) nested(one.line, depth, found)
    for (const one of further.slice(1)) peel(one.words, raw, given, depth, found)
    if (further[0] === undefined) return
    rest = further[0].words
  }
}

function nested(line: string, depth: number, found: Found): void {
  if (depth >= DEEPEST) return
  const lists = listsOf(line, depth + 1)
  found.lists.push(...lists)
  found.runs.push(...(lists[0] ?? []).flatMap(pipeline => pipeline.stages).flatMap(stage => stage.runs))
}

function listsOf(line: string, depth: number): (readonly Pipeline[])[] {
  const lists: (readonly Pipeline[])[] = []
  const list: { joiner: Joiner; stages: Stage[] }[] = []
  let given: readonly string[] = []
  for (const raw of shellCommands(line)) {
    if (raw.joiner !== "|") given = []
    const own: Found = { runs: [], lists: [] }
    peel(raw.words, raw, given, depth, own)
    given = printed(raw, given)
    const fed: Found = { runs: [], lists: [] }
    for (const inner of raw.substitutions) nested(inner, depth, fed)
    lists.push(...own.lists, ...fed.lists)
    const stage = { runs: own.runs, feeds: fed.runs }
    const last = list[list.length - 1]
    if (raw.joiner === "|" && last !== undefined) last.stages.push(stage)
    else list.push({ joiner: raw.joiner, stages: [stage] })
  }
  return [list, ...lists]
}

/** Asked for the keys, for every guard and for adherence in a row. */
export const readLine = keepLast((line: string): Lists => listsOf(line, 0), 64)

export const invocationsOf = (lists: Lists): readonly Invocation[] =>
  lists.flatMap(list => list.flatMap(pipeline => pipeline.stages.flatMap(stage => stage.runs)))
