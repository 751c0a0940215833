// check: is this action known to be unwanted or to fail? Exact matches only decide a hold; at most three answers.
// A hold costs the agent one step, never the work: who asks again passes (the caller knows what was held before).

import { isNorm } from "../model.ts"
import { commandName } from "../propose/fix.ts"
import { parseCommand, type SimpleCommand } from "../readers/command.ts"
import { fingerprint } from "../readers/fingerprint.ts"
import type { Guard } from "./guard.ts"

export interface Action {
  /** about to run */
  readonly command: string | null
  readonly path: string | null
  readonly content: string | null
  /** what it just failed with */
  readonly error: string | null
}
export interface Hit {
  readonly card: string
  readonly statement: string
  readonly exact: boolean
  /** may be held: a norm that names the command, or a failure seen at least twice with a known way round */
  readonly hold: boolean
  readonly remedy: string | null
  readonly why: string
}
export interface CheckOptions {
  /** commands that already ran in this episode: a set-up step that was done needs no reminder */
  readonly ran: readonly string[]
  readonly least?: number
}

const MOST = 3

export function check(action: Action, guards: readonly Guard[], options: CheckOptions): readonly Hit[] {
  const commands = action.command === null ? [] : parseCommand(action.command)
  const name = action.command === null ? null : commandName(action.command)
  const error = action.error === null ? null : fingerprint(action.error)
  const hits = guards.flatMap(guard => {
    if (isNorm(guard.kind)) return action.error === null ? normHit(guard, commands) : []
    return action.error === null ? failureHit(guard, name, options) : errorHit(guard, error)
  })
  return hits
    .sort((a, b) => Number(b.hold) - Number(a.hold) || Number(b.exact) - Number(a.exact) || (a.card < b.card ? -1 : 1))
    .slice(0, MOST)
}

function normHit(guard: Guard, commands: readonly SimpleCommand[]): readonly Hit[] {
  for (const named of guard.denies) {
    const denied = parseCommand(named.deny!)[0]
    if (!denied || !commands.some(c => runs(c, denied))) continue
    return [
      {
        card: guard.card,
        statement: guard.statement,
        exact: true,
        hold: !named.conditional,
        remedy: named.use ?? null,
        why: `the user turned down \`${named.deny}\``,
      },
    ]
  }
  return []
}

/** Does the command run what was turned down: same program, its words in order, all its flags? */
function runs(command: SimpleCommand, denied: SimpleCommand): boolean {
  if (command.program !== denied.program) return false
  const words = command.args.filter(a => !a.startsWith("-"))
  const wanted = denied.args.filter(a => !a.startsWith("-"))
  if (!wanted.every((w, i) => words[i] === w)) return false
  const flags = new Set(command.args.flatMap(flagsOf))
  return denied.args.flatMap(flagsOf).every(f => flags.has(f))
}

const ALIAS: Readonly<Record<string, string>> = { "-f": "--force", "-r": "-r", "-R": "-r", "--recursive": "-r" }
/** -rf is -r and -f; --force=yes is --force. */
function flagsOf(arg: string): readonly string[] {
  if (!arg.startsWith("-") || arg === "-" || arg === "--") return []
  if (arg.startsWith("--")) return [ALIAS[arg] ?? arg.split("=")[0]!]
  return [...arg.slice(1)].map(c => ALIAS[`-${c}`] ?? `-${c}`)
}

function failureHit(guard: Guard, name: string | null, options: CheckOptions): readonly Hit[] {
  if (name === null || guard.command !== name || guard.remedy === null) return []
  // A test that failed for a reason in the code may be run again: only another command or a missing step can prevent.
  if (guard.how !== "other-command" && guard.how !== "set-up") return []
  if (guard.how === "set-up" && options.ran.includes(guard.remedy)) return []
  const often = guard.failures >= (options.least ?? 2)
  return [
    {
      card: guard.card,
      statement: guard.statement,
      exact: true,
      hold: often,
      remedy: guard.remedy,
      why: `failed ${guard.failures} time${guard.failures === 1 ? "" : "s"} here before`,
    },
  ]
}

function errorHit(guard: Guard, error: string | null): readonly Hit[] {
  if (error === null || error === "" || guard.error !== error) return []
  return [
    {
      card: guard.card,
      statement: guard.statement,
      exact: true,
      hold: false,
      remedy: guard.remedy,
      why: "the same error was solved before",
    },
  ]
}
