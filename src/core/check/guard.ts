// A guard: what a card says about actions, in a form that can be matched exactly. Norms turn commands down (ban.ts);
// negative results know the command and the error that failed, and what helped. Tags carry the latter (failure-fix).

import type { Because } from "../again/remedy.ts"
import { SHELLS } from "../calls/wrappers.ts"
import { isNorm, type Kind } from "../model.ts"
import { type Ban, bansOf } from "./ban.ts"
import type { FileBan } from "./file-ban.ts"
import { invocationsOf, readLine } from "./invocation.ts"
import { optionsOf, sameName } from "./same-name.ts"

export interface Guard {
  readonly card: string
  readonly kind: Kind
  readonly statement: string
  readonly bans: readonly Ban[]
  /** files it wants left as they are */
  readonly files: readonly FileBan[]
  /** the one command it picks instead */
  readonly pick: string | null
  readonly command: string | null
  readonly error: string | null
  /** the same failure at the same place: what a change of files is about */
  readonly place: string | null
  /** a file or folder that is not there, relative to the repository */
  readonly path: string | null
  /** the top folder of paths that are not there from another folder */
  readonly top?: string | null
  readonly remedy: string | null
  /** how the remedy works */
  readonly how: Because | "other-path" | null
  /** identical failures seen; of a procedure: episodes that went this way */
  readonly failures: number
  /** of a procedure: its steps in order */
  readonly steps?: readonly string[]
}

/** What a guard can be met by: an action that has none of these keys cannot meet it (check.ts, actionKeys). */
export function guardKeys(guard: Guard): readonly string[] {
  const key = (prefix: string, value: string | null): readonly string[] => (value === null ? [] : [prefix + value])
  return [
    ...new Set(guard.bans.flatMap(banKeys).map(name => KEY.run + name)),
    ...(guard.files.length === 0 ? [] : [KEY.edit]),
    ...key(KEY.command, guard.command),
    ...key(KEY.error, guard.error),
    ...key(KEY.place, guard.place),
    ...key(KEY.path, guard.path),
    ...key(KEY.top, guard.top ?? null),
    ...(guard.steps === undefined ? [] : [KEY.end]),
  ]
}
export const KEY = {
  run: "run:",
  command: "cmd:",
  error: "err:",
  place: "at:",
  path: "path:",
  top: "top:",
  end: "end:",
  edit: "edit:",
} as const

export const TAG = { ...KEY, remedy: "fix:", how: "how:", step: "step:" } as const

export function guardOf(
  card: Pick<Guard, "card" | "kind" | "statement" | "failures"> & { readonly tags: readonly string[] },
): Guard | null {
  const { tags, ...said } = card
  const tag = (prefix: string): string | null => tags.find(t => t.startsWith(prefix))?.slice(prefix.length) ?? null
  const base: Guard = { ...KNOWS_NOTHING, ...said }
  if (isNorm(card.kind)) {
    const { bans, files, picks } = bansOf(card.statement)
    if (bans.length === 0 && files.length === 0) return null
    return { ...base, bans, files, pick: picks.length === 1 ? picks[0]! : null }
  }
  if (card.kind === "tactic") {
    const steps = tags.flatMap(t => (t.startsWith(TAG.step) ? [t.slice(TAG.step.length)] : []))
    return steps.length === 0 ? null : { ...base, steps }
  }
  if (card.kind !== "negative_result") return null
  const [command, error, place] = [tag(TAG.command), tag(TAG.error), tag(TAG.place)]
  const keys = { command, error, place, path: tag(TAG.path), top: tag(TAG.top) }
  if (Object.values(keys).every(key => key === null)) return null
  return { ...base, ...keys, remedy: tag(TAG.remedy), how: tag(TAG.how) as Guard["how"] }
}

const KNOWS_NOTHING = {
  ...{ bans: [], files: [], pick: null },
  ...{ command: null, error: null, place: null, path: null, remedy: null, how: null },
}

// The key under which a ban and a command line find each other: the first program it names, or an option or a redirection
// where it names none. A line has the keys of everything it runs.

/** Piped into one shell is piped into any: they share a key. */
const keyOf = (program: string): string => (SHELLS.has(program) ? "sh" : program)

function banKeys({ lines }: Ban): readonly string[] {
  for (const { program, args, redirects } of lines.flatMap(line => line.steps)) {
    if (program !== null) return [keyOf(sameName({ program, args }).program)]
    const option = args.find(arg => arg.startsWith("-"))
    const name = option === undefined ? redirects[0]?.op : [...optionsOf({ program: "", args: [option] }).keys()][0]
    if (name !== undefined) return [name]
  }
  return []
}

export function lineKeys(line: string): readonly string[] {
  const keys = new Set<string>()
  for (const { program, args, redirects } of invocationsOf(readLine(line))) {
    const named = sameName({ program, args })
    keys.add(keyOf(named.program))
    for (const option of optionsOf(named).keys()) keys.add(option)
    for (const option of optionsOf({ program: "", args }).keys()) keys.add(option)
    for (const { op } of redirects) keys.add(op)
  }
  return [...keys]
}

/** Does it turn something down outright, so that a call can be proven to break it? */
export const isProvable = ({ bans, files }: Pick<Guard, "bans" | "files">): boolean =>
  [...bans, ...files].some(ban => !ban.conditional)

/** Cheap, before a line is read at all: names that mean the same begin with the same letters. */
export const mayMeet = (ban: Ban, line: string): boolean =>
  ban.lines[0]?.steps[0]?.program === null || banKeys(ban).some(name => line.includes(name))
