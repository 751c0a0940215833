// A command as a name, by which it is known when it comes back: one line, bounded, without what only pipes or shows. And what
// two command lines have in common beyond their names.

import { normalise, parseCommand } from "../calls/command.ts"
import { looksImperative } from "../propose/imperative.ts"
import { normaliseStatement } from "../words/statement.ts"

const MAX_COMMAND = 110
const MAX_ERROR = 120
/** A command as a name: one line, bounded, long quoted arguments (commit messages, prompts) left out. */
export function commandName(command: string): string {
  const line = command
    .split("\n")[0]!
    .replace(/^(?:cd\s+\S+\s*&&\s*)+/, "")
    .replace(/("|')(?:(?!\1).){24,}\1/g, "$1…$1")
    .replace(/\s*\|\s*(?:tail|head|tee|cat|less|grep)\b.*$/, "")
    .replace(/\s*2>&1\s*$/, "")
    .replaceAll("`", "'")
    .trim()
  return normaliseStatement(line, MAX_COMMAND)
}
/** The name, when it says everything: a command of several lines, or one whose words were left out, has none. */
export function exactName(command: string): string | null {
  if (command.trim().includes("\n")) return null
  const name = commandName(command)
  return name === "" || name.includes("…") ? null : name
}
/** Who says it, where an agent's shell was handed the line: nobody should be told to run `eval`. */
const SAID_BY = /^\(eval\):(?:\w+:)?\d+:\s*/
/** The line of an error worth quoting; null when it reads like an order or is empty. */
export function errorName(line: string | null): string | null {
  if (line === null) return null
  const one = normaliseStatement(line.replace(SAID_BY, "").replaceAll("`", "'").replaceAll('"', "'"), MAX_ERROR)
  return one.length < 4 || looksImperative(one) ? null : one
}

/** `mise trust && mise run fmt` after `mise run fmt`: what was put before the command that failed; null when it is not there. */
export function stepsBefore(failed: string, passed: string): readonly string[] | null {
  const [before, after] = [parseCommand(failed), parseCommand(passed).filter(c => c.program !== "cd")]
  const only = before.filter(c => c.program !== "cd")
  if (only.length !== 1 || after.length < 2) return null
  const at = after.findIndex(c => normalise(c) === normalise(only[0]!))
  if (at <= 0 || after.slice(1, at + 1).some(c => c.joiner !== "&&" && c.joiner !== ";")) return null
  return after.slice(0, at).map(c => commandName(normalise(c)))
}

/** `npm test` and `pnpm test`, `x` and `A=1 x`: one program for another, or other surroundings; every other word alike. */
export function sameWords(a: string, b: string): boolean {
  const [x, y] = [parseCommand(a).filter(c => c.program !== "cd"), parseCommand(b).filter(c => c.program !== "cd")]
  const [one, other] = [x[0], y[0]]
  if (x.length !== 1 || y.length !== 1 || !one || !other || one.args.join(" ") !== other.args.join(" ")) return false
  return one.program !== other.program
    ? one.args.length > 0
    : one.env.length + one.wrappers.length > 0 || other.env.length + other.wrappers.length > 0
}
