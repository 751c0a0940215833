// Failures that were solved and came back: the same reason (or, for red tests and findings, the same place and mostly the same
// output; without either, the same words) in a later episode after the command had passed again, or another in its place. Minutes are
// counted from the failure to that pass, long silences cut. And whether a warning was right, judged by what really followed.
import { teachesNothing } from "../admission/anchor.ts"
import { commandName, failedAlike } from "../again/known-by.ts"
import { goesTo } from "../again/other-folder.ts"
import { type Call, stretchAt } from "../again/stretch.ts"
import { type Failure, readFailure } from "../calls/failure.ts"
import { grouped } from "../grouped.ts"
import { wrongPath } from "../propose/wrong-path.ts"

export interface Attempt {
  readonly episode: string
  readonly call: string
  readonly at: number
  /** a shell command, or the path (as the repository knows it) that a reading tool looked at */
  readonly command: string | null
  readonly path: string | null
  readonly ok: boolean | null
  /** only looked at when it failed */
  readonly output: string | null
}
interface Solved {
  readonly attempt: Attempt
  readonly failure: Failure
  /** the pass that ended it; null = not seen to pass in its episode */
  readonly passedAt: number | null
  readonly minutes: number | null
  /** where a path that was not there was found */
  readonly found: string | null
}
export interface ComesBack {
  /** the command or the path */
  readonly command: string
  /** the telling line, as printed at the first time */
  readonly line: string
  readonly cause: Failure["cause"]
  readonly found: string | null
  readonly times: readonly Solved[]
  /** in episodes after the one that first solved it */
  readonly again: readonly Solved[]
  /** spent on it again after it had been solved once */
  readonly minutes: number
}

/** A pause longer than this is not spent on the failure. */
const LONGEST_GAP = 10 * 60_000

export function failuresThatComeBack(attempts: readonly Attempt[]): readonly ComesBack[] {
  const groups = new Map<string, Solved[][]>()
  for (const solved of solvedFailures(attempts)) {
    const id = identity(solved) ?? sameWords(solved)
    if (id === null) continue
    const named = groups.get(id) ?? []
    const { command, output } = solved.attempt
    const known = named.find(([first]) => command === null || failedAlike(first!.attempt.output!, output!))
    if (known) known.push(solved)
    else groups.set(id, [...named, [solved]])
  }
  return [...groups.values()]
    .flat()
    .flatMap(times => {
      const first = times.find(t => t.passedAt !== null)
      if (!first) return []
      const again = times.filter(t => t.attempt.at > first.passedAt! && t.attempt.episode !== first.attempt.episode)
      if (again.length === 0) return []
      const { attempt, failure } = times[0]!
      const minutes = Math.round(again.reduce((sum, t) => sum + (t.minutes ?? 0), 0))
      const told = { command: nameOf(attempt), line: lineOf(times[0]!), cause: failure.cause, found: first.found }
      return [{ ...told, times, again, minutes }]
    })
    .sort((a, b) => b.minutes - a.minutes || b.again.length - a.again.length || b.times.length - a.times.length)
}

/** Reasons travel between commands of one program; a red test or a finding is itself only at its own place. */
function identity({ attempt, failure }: Solved): string | null {
  if (attempt.command === null) return `path|${attempt.path}`
  if (failure.cause === "content") return failure.place
  const program = nameOf(attempt).split(" ")[0]
  return failure.key === null ? null : `${program}|${failure.key}`
}

/** Without a reason or a place it is the line that tells it, numbers left out; null when it says only that something failed. */
function sameWords(solved: Solved): string | null {
  const line = lineOf(solved)
  return teachesNothing(line, "") ? null : `${nameOf(solved.attempt)}|${line.replace(/\d+/g, "#")}`
}
const lineOf = ({ attempt, failure }: Solved): string => attempt.output!.slice(failure.start, failure.end).trim()

function solvedFailures(attempts: readonly Attempt[]): readonly Solved[] {
  return [...grouped(attempts, attempt => attempt.episode).values()]
    .flatMap(list => {
      const calls = list.map(callOf)
      return list.flatMap((attempt, i): readonly Solved[] => {
        if (attempt.ok !== false || attempt.output === null) return []
        return attempt.command === null ? lookedFor(list, i) : [ranAgain(list, calls, i)]
      })
    })
    .sort((a, b) => a.attempt.at - b.attempt.at)
}

const nameOf = (attempt: Attempt): string =>
  attempt.command === null ? (attempt.path ?? "") : commandName(attempt.command)

function ranAgain(list: readonly Attempt[], calls: readonly Call[], i: number): Solved {
  const attempt = list[i]!
  const isSame = (a: Attempt): boolean => a.command !== null && nameOf(a) === nameOf(attempt)
  let end = -1
  // what fails on is one trouble: it ends where the last of its failures does
  for (let at = i; at >= 0 && end < 0; at = list.findIndex((a, j) => j > at && a.ok === false && isSame(a))) {
    const stretch = stretchAt(calls, at)
    end = calls.indexOf((stretch?.passed ?? stretch?.instead)!)
  }
  // and its time counts once, from the first
  const goesOn = list.slice(0, i).findLast(isSame)?.ok === false
  return {
    attempt,
    failure: readFailure(attempt.output!),
    passedAt: end < 0 ? null : list[end]!.at,
    minutes: end < 0 ? null : goesOn ? 0 : spent(list.slice(i, end + 1)),
    found: null,
  }
}
const callOf = ({ call, ok, command, path, output }: Attempt): Call => ({
  ...{ event: call, does: command === null ? "reads" : "runs", ok, salient: null, command, path },
  output: () => output,
})

/** A path that is not there: solved when the right one was looked at. */
function lookedFor(list: readonly Attempt[], i: number): readonly Solved[] {
  const attempt = list[i]!
  const later = list.slice(i + 1, i + 1 + PATHS_AHEAD)
  const looks = later.filter(a => a.command === null && a.path !== null)
  if (attempt.path === null) return []
  const wrong = wrongPath(attempt.path, attempt.output!, null, looks)
  if (typeof wrong === "string") return []
  const end = later.findIndex(a => a.command === null && a.ok === true && a.path === wrong.found)
  return [
    {
      attempt,
      failure: readFailure(attempt.output!),
      passedAt: end < 0 ? attempt.at : later[end]!.at,
      minutes: end < 0 ? 0 : spent(list.slice(i, i + end + 2)),
      found: wrong.found,
    },
  ]
}
const PATHS_AHEAD = 12

const spent = (list: readonly Attempt[]): number =>
  list.slice(1).reduce((sum, a, i) => sum + Math.min(LONGEST_GAP, Math.max(0, a.at - list[i]!.at)), 0) / 60_000

// Was a warning right? Judged by what really followed. Before a command: right when it then failed for the same reason,
// false when it went well. After a failure: right when what was told is what the agent then did or found, false when it
// passed without it. A norm of the user's needs no outcome: it was the user's word. Everything else is open.

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
  const followed = warned.remedy !== null && later.some(c => c.ok !== false && does(own, c, warned.remedy!))
  if (warned.placement === "before_tool") {
    if (own.ok === null) return "open"
    if (own.ok) return "false"
    const { cause } = readFailure(own.output ?? "")
    // a test that finds a fault does its work, unless what was told is what ended it
    return cause === "content" && !followed ? "false" : "right"
  }
  if (followed) return "right"
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
