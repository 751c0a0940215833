// defineMettleCommand: one small file per command. Wraps citty, which parses; what citty lets pass (unknown flags,
// flags without their value, spare words) is a usage error here.
import { type ArgsDef, type ParsedArgs, parseArgs } from "citty"
import { MettleError } from "../core/errors.ts"
import { nearest } from "../core/nearest.ts"
import { parseSince } from "../memory/reading/since.ts"
import type { Context } from "./context.ts"
import type { Out } from "./print.ts"

/** Flags of every command. */
export const EVERYWHERE = {
  json: { type: "boolean", description: "one JSON object on stdout, with schema_version" },
  plain: { type: "boolean", description: "one record per line, tab-separated" },
  color: { type: "boolean", default: true, description: "colours (--no-color, NO_COLOR)" },
  ascii: { type: "boolean", description: "no symbols beyond ASCII" },
  quiet: { type: "boolean", description: "results only" },
  verbose: { type: "boolean", description: "more about what happens, and where an error comes from" },
  repo: { type: "string", valueHint: "path", description: "the repository to speak of (default: where you are)" },
  input: { type: "boolean", default: true, description: "ask questions (--no-input never asks)" },
  help: { type: "boolean", alias: "h", description: "this" },
} as const satisfies ArgsDef

// How a command declares what it takes: a word that may be left out, a flag, a flag with a value.
export const word = (description: string) => ({ type: "positional", required: false, description }) as const
export const flag = (description: string) => ({ type: "boolean", description }) as const
export const value = (valueHint: string, description: string) => ({ type: "string", valueHint, description }) as const

/** Flags that several commands share, so that they are spelled and explained alike. A command takes those it honours. */
export const FLAGS = {
  "dry-run": flag("show what would happen, change nothing"),
  yes: { type: "boolean", alias: "y", description: "do not ask before a destructive act" },
  limit: value("n", "at most n records"),
  since: value("when", "2026-01-31, 7d, 12h, or yesterday"),
  preset: value("name", "rules to use instead of the configured preset"),
  client: value("name", "the agent program to speak of"),
} as const satisfies ArgsDef

export interface Running<T extends ArgsDef> {
  readonly args: ParsedArgs<T & typeof EVERYWHERE>
  /** the words as they were given, for flags that may come several times */
  readonly words: readonly string[]
  readonly out: Out
  readonly context: Context
}
export interface Command<T extends ArgsDef = any> {
  /** as it is typed: "did", or "did norms" for a part of one */
  readonly name: string
  /** command line, then what it does; at least one */
  readonly examples: readonly (readonly [string, string])[]
  readonly args: T
  /** accepts more words than it has positional arguments; they stand in args._ */
  readonly rest?: boolean
  /** its --preset names presets to compare: the memory is opened under the one in use */
  readonly comparesPresets?: boolean
  /** the exit code, when it is not 0 */
  readonly run: (running: Running<T>) => void | number | Promise<void | number>
}

export const defineMettleCommand = <const T extends ArgsDef>(command: Command<T>): Command<T> => command

export function parseCommand(command: Command, given: readonly string[]): ParsedArgs<any> {
  const known: ArgsDef = { ...command.args, ...EVERYWHERE }
  // A number below zero is no flag: it goes behind the sign after which none is looked for.
  const below = given.includes("--") ? [] : given.filter(word => /^-\.?\d/.test(word))
  const words = below.length === 0 ? given : [...given.filter(word => !below.includes(word)), "--", ...below]
  refuseStrangers(command, known, words)
  let args: ParsedArgs<any>
  try {
    args = parseArgs([...words], known)
  } catch (error) {
    throw usage(command, plainWords(error as Error))
  }
  const places = Object.values(known).filter(definition => definition.type === "positional").length
  if (!command.rest && args._.length > places) throw usage(command, `does not take "${args._[places]}"`)
  return args
}

function refuseStrangers(command: Command, known: ArgsDef, words: readonly string[]): void {
  const flags = new Map<string, { name: string; takesValue: boolean }>()
  for (const [name, definition] of Object.entries(known)) {
    if (definition.type === "positional") continue
    const takesValue = definition.type === "string" || definition.type === "enum"
    const aliases = "alias" in definition && definition.alias ? [definition.alias].flat() : []
    flags.set(`--${name}`, { name, takesValue })
    for (const spelled of aliases)
      flags.set(spelled.length === 1 ? `-${spelled}` : `--${spelled}`, { name, takesValue })
    if (!takesValue) flags.set(`--no-${name}`, { name, takesValue: false })
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word === "--") return
    if (!word.startsWith("-") || word === "-") continue
    const [spelled, value] = cut(word)
    const flag = flags.get(spelled)
    if (!flag) {
      const meant = nearest(spelled, [...flags.keys()])
      throw usage(command, `has no flag ${spelled}${meant ? `; did you mean ${meant}?` : ""}`)
    }
    if (!flag.takesValue && value !== null) throw usage(command, `${spelled} takes no value`)
    if (flag.takesValue && value === null) {
      const next = words[++i]
      if (next === undefined || next.startsWith("--")) throw usage(command, `${spelled} needs a value`)
    }
  }
}

/** Every value of a flag that may come several times. */
export const every = (words: readonly string[], flag: string): readonly string[] =>
  words.flatMap((word, i) => {
    const [spelled, value] = cut(word)
    if (spelled !== `--${flag}`) return []
    return [value ?? words[i + 1] ?? ""]
  })

const cut = (word: string): [string, string | null] => {
  const at = word.indexOf("=")
  return at < 0 ? [word, null] : [word.slice(0, at), word.slice(at + 1)]
}

export const usage = (command: Pick<Command, "name">, what: string): MettleError =>
  new MettleError("E_USAGE", `${command.name}: ${what}`, { hint: `mettle ${command.name} --help` })

/** citty's sentence without its colours and capitals. */
const plainWords = (error: Error): string => {
  const text = error.message.replace(/\x1b\[[0-9;]*m/g, "")
  const missing = /^Missing required positional argument: (.+)$/.exec(text)?.[1]
  return missing ? `needs <${missing.toLowerCase()}>` : text.charAt(0).toLowerCase() + text.slice(1)
}

/** One of the words a flag knows; null where it was not given. */
export function oneOf<T extends string>(
  command: Pick<Command, "name">,
  flag: string,
  given: string | undefined,
  known: readonly T[],
): T | null {
  const found = known.find(word => word === given) ?? null
  if (given !== undefined && found === null)
    throw usage(command, `--${flag} is one of ${known.join(", ")}, not "${given}"`)
  return found
}

type Flagged<F extends keyof typeof FLAGS> = Pick<Running<Pick<typeof FLAGS, F>>, "out" | "context"> & {
  readonly args: { readonly [name in F]?: string | undefined }
}
/** How many are shown: as --limit says, all of them to a program, else `most`. */
export const atMost = (command: Pick<Command, "name">, { args, out }: Flagged<"limit">, most: number): number =>
  whole(command, "limit", args.limit, out.json ? Number.MAX_SAFE_INTEGER : most)
/** From when on: as --since says, else from the beginning. */
export const fromWhen = ({ args, context }: Flagged<"since">): number =>
  args.since === undefined ? 0 : parseSince(args.since, context.now())

/** "12", checked. */
export function whole(
  command: Pick<Command, "name">,
  flag: string,
  text: string | undefined,
  fallback: number,
): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw usage(command, `--${flag} must be a whole number, not "${text}"`)
  return value
}
