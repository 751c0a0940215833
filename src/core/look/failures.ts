// Failures that were solved and came back: the same reason (or, for red tests and findings, the same place) in a later
// episode after the same command had passed again. Minutes are counted from the failure to that pass, long silences cut.
import { type Failure, readFailure } from "../check/failure.ts"
import { commandName } from "../propose/fix.ts"

export interface Attempt {
  readonly episode: string
  readonly call: string
  readonly at: number
  readonly command: string
  readonly ok: boolean | null
  /** only looked at when it failed */
  readonly output: string | null
}
export interface Solved {
  readonly attempt: Attempt
  readonly failure: Failure
  /** the pass that ended it; null = not seen to pass in its episode */
  readonly passedAt: number | null
  readonly minutes: number | null
}
export interface ComesBack {
  readonly command: string
  /** the telling line, as printed at the first time */
  readonly line: string
  readonly cause: Failure["cause"]
  readonly times: readonly Solved[]
  /** in episodes after the one that first solved it */
  readonly again: readonly Solved[]
  /** spent on it again after it had been solved once */
  readonly minutes: number
}

/** A pause longer than this is not spent on the failure. */
const LONGEST_GAP = 10 * 60_000
/** How many later commands of the episode are searched for the pass. */
const AHEAD = 60

export function failuresThatComeBack(attempts: readonly Attempt[]): readonly ComesBack[] {
  const groups = new Map<string, Solved[]>()
  for (const solved of solvedFailures(attempts)) {
    const id = identity(solved)
    if (id === null) continue
    const known = groups.get(id)
    if (known) known.push(solved)
    else groups.set(id, [solved])
  }
  return [...groups.values()]
    .flatMap(times => {
      const first = times.find(t => t.passedAt !== null)
      if (!first) return []
      const again = times.filter(t => t.attempt.at > first.passedAt! && t.attempt.episode !== first.attempt.episode)
      if (again.length === 0) return []
      const { attempt, failure } = times[0]!
      return [
        {
          command: commandName(attempt.command),
          line: attempt.output!.slice(failure.start, failure.end).trim(),
          cause: failure.cause,
          times,
          again,
          minutes: Math.round(again.reduce((sum, t) => sum + (t.minutes ?? 0), 0)),
        },
      ]
    })
    .sort((a, b) => b.minutes - a.minutes || b.again.length - a.again.length || b.times.length - a.times.length)
}

/** Reasons travel between commands of one program; a red test or a finding is itself only at its own place. */
function identity({ attempt, failure }: Solved): string | null {
  if (failure.cause === "content") return failure.place
  const program = commandName(attempt.command).split(" ")[0]
  return failure.key === null ? null : `${program}|${failure.key}`
}

export function solvedFailures(attempts: readonly Attempt[]): readonly Solved[] {
  const episodes = new Map<string, Attempt[]>()
  for (const attempt of attempts) {
    const known = episodes.get(attempt.episode)
    if (known) known.push(attempt)
    else episodes.set(attempt.episode, [attempt])
  }
  return [...episodes.values()]
    .flatMap(list =>
      list.flatMap((attempt, i): Solved[] => {
        if (attempt.ok !== false || attempt.output === null) return []
        const name = commandName(attempt.command)
        const end = list.findIndex(
          (a, j) => j > i && j <= i + AHEAD && a.ok === true && commandName(a.command) === name,
        )
        // a row of failures of one command is one trouble: its time counts once, from the first
        const goesOn =
          end > 0 &&
          list
            .slice(0, i)
            .some(
              (a, j) =>
                a.ok === false &&
                commandName(a.command) === name &&
                !list.slice(j, i).some(b => b.ok === true && commandName(b.command) === name),
            ) // prettier-ignore
        return [
          {
            attempt,
            failure: readFailure(attempt.output),
            passedAt: end < 0 ? null : list[end]!.at,
            minutes: end < 0 ? null : goesOn ? 0 : spent(list.slice(i, end + 1)),
          },
        ]
      }),
    )
    .sort((a, b) => a.attempt.at - b.attempt.at)
}

const spent = (list: readonly Attempt[]): number =>
  list.slice(1).reduce((sum, a, i) => sum + Math.min(LONGEST_GAP, Math.max(0, a.at - list[i]!.at)), 0) / 60_000
