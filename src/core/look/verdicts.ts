// Was a warning right? Judged by what really followed. Before a command: right when it then failed for the same reason,
// false when it went well. After a failure: right when what was told is what the agent then did or found, false when it
// passed without it. A norm of the user's needs no outcome: it was the user's word. Everything else is open.

import { commandName } from "../again/known-by.ts"
import { goesTo } from "../again/other-folder.ts"
import { readFailure } from "../calls/failure.ts"
import type { Attempt } from "./failures.ts"

export const WARNING_VERDICTS = ["right", "false", "your word", "open"] as const
export type WarningVerdict = (typeof WARNING_VERDICTS)[number]

interface Warned {
  readonly norm: boolean
  readonly placement: "before_tool" | "after_failure"
  readonly remedy: string | null
  readonly call: string
}
/** Its command is a line, or its path what a reading tool looked at. */
export type Followed = Pick<Attempt, "call" | "command" | "path" | "ok" | "output">

/** How many later calls of the episode are looked at. */
const AHEAD = 25

/** `calls` of the episode in order, the warned one among them. */
export function verdictOf(warned: Warned, calls: readonly Followed[]): WarningVerdict {
  if (warned.norm) return "your word"
  const at = calls.findIndex(c => c.call === warned.call)
  const own = calls[at]
  if (!own) return "open"
  const later = calls.slice(at + 1, at + 1 + AHEAD)
  if (warned.placement === "before_tool") {
    if (own.ok === null) return "open"
    if (own.ok) return "false"
    const { cause } = readFailure(own.output ?? "")
    return cause === "content" ? "false" : "right"
  }
  if (warned.remedy !== null && later.some(c => c.ok !== false && does(own, c, warned.remedy!))) return "right"
  const again =
    own.command === null
      ? undefined
      : later.find(c => c.command !== null && commandName(c.command) === commandName(own.command!))
  return again?.ok === true ? "false" : "open"
}

/** `-t x` and `-t=x` are the same words. */
const plain = (line: string): string => line.replaceAll("=", " ")
/** Ran the step, used the command, or looked at the file that was told (or below the folder). */
function does(own: Followed, call: Followed, remedy: string): boolean {
  if (call.command !== null)
    return plain(commandName(call.command)).includes(plain(remedy)) || goesTo(own.command ?? "", call.command, remedy)
  const { path } = call
  if (path === null) return false
  return remedy
    .split(", ")
    .some(r => path === r || path.endsWith(`/${r}`) || path.startsWith(`${r}/`) || path.includes(`/${r}/`))
}
