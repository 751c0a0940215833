// defineMettleCommand: one small file per command, with what it takes as data. Node takes the words apart; what does not fit (unknown
// flags, flags without their value, spare words) is a usage error here.
import { parseArgs } from "node:util"
import { MettleError } from "../core/errors.ts"
import { nearest } from "../core/nearest.ts"
import { parseSince } from "../memory/where-and-when.ts"
import type { Context } from "./context.ts"
import type { Out } from "./print.ts"

/** A word in its place, a flag, or a flag with a value. */
export interface Arg {
  readonly type: "positional" | "boolean" | "string" | "number"
  readonly description?: string
  /** of a word */
  readonly required?: boolean
  /** the words that are known; others are refused, or taken where `others` says so */
  readonly of?: readonly string[]
  readonly others?: true
  /** of a number: from, to; without it whole ones from 0 on */
  readonly between?: readonly [least: number, most: number]
  readonly fractions?: true
  /** a flag that is on unless told --no-<name>, or the value that counts where none is given */
  readonly default?: boolean | string
  readonly alias?: string
  readonly valueHint?: string
}
type Args = Readonly<Record<string, Arg>>
type Given<A extends Arg> =
  | Value<A>
  | (A extends { default: string | true } | { type: "positional"; required: true } ? never : undefined)
type Value<A extends Arg> = A extends { type: "boolean" }
  ? boolean
  : A extends { type: "number" }
    ? number
    : A extends { others: true }
      ? string
      : A extends { of: readonly (infer Word)[] }
        ? Word
        : string
type Parsed<T extends Args> = { readonly [K in keyof T]: Given<T[K]> } & {
  /** every word that is no flag */
  readonly _: readonly string[]
}

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
} as const satisfies Args

// How a command declares what it takes: a word that may be left out, a flag, a flag with a value, a number, one of some words.
export const word = (description = "") => ({ type: "positional", required: false, description }) as const
export const act = <const Of extends readonly string[]>(of: Of, description = of.join(", ")) =>
  ({ type: "positional", required: false, of, description }) as const
export const flag = (description: string) => ({ type: "boolean", description }) as const
export const value = (valueHint: string, description: string) => ({ type: "string", valueHint, description }) as const
export const number = (description: string, between?: readonly [number, number]) =>
  ({ type: "number", valueHint: "n", description, ...(between ? { between } : {}) }) as const
export const oneOf = <const Of extends readonly string[]>(valueHint: string, of: Of) =>
  ({ type: "string", valueHint, of, description: of.join(", ") }) as const

/** Flags that several commands share, so that they are spelled and explained alike. A command takes those it honours. */
export const FLAGS = {
  "dry-run": flag("show what would happen, change nothing"),
  yes: { type: "boolean", alias: "y", description: "do not ask before a destructive act" },
  limit: number("at most n records"),
  since: value("when", "2026-01-31, 7d, 12h, or yesterday"),
  preset: value("name", "rules to use instead of the configured preset"),
  client: value("name", "the agent program to speak of"),
} as const satisfies Args

export interface Running<T extends Args> {
  readonly args: Parsed<T & typeof EVERYWHERE>
  /** the words as they were given, for flags that may come several times */
  readonly words: readonly string[]
  readonly out: Out
  readonly context: Context
}
export interface Command<T extends Args = any> {
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

export const defineMettleCommand = <const T extends Args>(command: Command<T>): Command<T> => command

export function parseCommand(
  command: Command,
  given: readonly string[],
): Readonly<Record<string, any>> & { readonly _: readonly string[] } {
  const known = Object.entries<Arg>({ ...command.args, ...EVERYWHERE })
  const places = known.filter(([, { type }]) => type === "positional")
  const flags = new Map(known.filter(([, { type }]) => type !== "positional"))
  const args: Record<string, unknown> = Object.fromEntries(
    known.flatMap(([name, { default: otherwise }]) => (otherwise === undefined ? [] : [[name, otherwise]])),
  )
  const { tokens, positionals } = parseArgs({
    args: belowZeroLast(given),
    options: Object.fromEntries([...flags].map(([name, { type, alias }]) => [name, optionOf(type, alias)])),
    ...{ strict: false, allowPositionals: true, tokens: true },
  })
  for (const token of tokens) {
    if (token.kind !== "option") continue
    const { rawName: spelled, name, value, inlineValue } = token
    const off = !flags.has(name) && name.startsWith("no-") ? name.slice(3) : null
    const flag = flags.get(off ?? name)
    if (!flag || (off !== null && flag.type !== "boolean")) throw stranger(command, spelled, flags)
    if (flag.type === "boolean" && inlineValue) throw usage(command, `${spelled} takes no value`)
    if (flag.type !== "boolean" && (value === undefined || (!inlineValue && value.startsWith("--"))))
      throw usage(command, `${spelled} needs a value`)
    args[off ?? name] = flag.type === "boolean" ? off === null : read(command, spelled, flag, value!)
  }
  for (const [i, [name, place]] of places.entries()) {
    const given = positionals[i]
    if (given === undefined && place.required) throw usage(command, `needs <${name}>`)
    args[name] = given && read(command, `<${name}>`, place, given)
  }
  if (!command.rest && positionals.length > places.length)
    throw usage(command, `does not take "${positionals[places.length]}"`)
  return { ...args, _: positionals }
}

const optionOf = (type: Arg["type"], alias: string | undefined) => ({
  type: type === "boolean" ? ("boolean" as const) : ("string" as const),
  ...(alias === undefined ? {} : { short: alias }),
})

function read(command: Command, name: string, { type, of, others, between, fractions }: Arg, given: string) {
  if (of && !others && !of.includes(given)) throw usage(command, `${name} is one of ${of.join(", ")}, not "${given}"`)
  if (type !== "number") return given
  const value = Number(given)
  const [least, most] = between ?? [0, Number.MAX_SAFE_INTEGER]
  if (value >= least && value <= most && (fractions || Number.isSafeInteger(value))) return value
  const range = between ? ` from ${least} to ${most}` : ""
  throw usage(command, `${name} must be a ${fractions ? "" : "whole "}number${range}, not "${given}"`)
}

/** A number below zero is no flag: it goes behind the sign after which none is looked for. */
function belowZeroLast(words: readonly string[]): string[] {
  const below = words.includes("--") ? [] : words.filter(word => /^-\.?\d/.test(word))
  return below.length === 0 ? [...words] : [...words.filter(word => !below.includes(word)), "--", ...below]
}

function stranger(command: Command, spelled: string, flags: ReadonlyMap<string, Arg>): MettleError {
  const known = [...flags].flatMap(([name, { type }]) => [`--${name}`, ...(type === "boolean" ? [`--no-${name}`] : [])])
  const meant = nearest(spelled, known)
  return usage(command, `has no flag ${spelled}${meant ? `; did you mean ${meant}?` : ""}`)
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

/** How many are shown: as --limit says, all of them to a program, else `most`. */
export const atMost = ({ args, out }: Flagged<"limit">, most: number): number =>
  args.limit ?? (out.json ? Number.MAX_SAFE_INTEGER : most)
/** From when on: as --since says, else from the beginning. */
export const fromWhen = ({ args, context }: Flagged<"since">): number =>
  args.since === undefined ? 0 : parseSince(args.since, context.now())
type Flagged<F extends keyof typeof FLAGS> = Pick<Running<Pick<typeof FLAGS, F>>, "out" | "context"> & {
  readonly args: Pick<Parsed<typeof FLAGS>, F>
}
