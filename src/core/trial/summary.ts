// From the runs of a trial to what may be said: per arm what a task took, and the difference to the first arm over pairs of
// the same task in the same round. Pure; what an agent did is read elsewhere.
import { type Interval, interval } from "../stats.ts"

/** One task in one arm and round. */
export interface TrialRun {
  readonly task: string
  readonly arm: string
  readonly round: number
  readonly solved: boolean
  /** corrections given; an unsolved task counts as one more than were allowed */
  readonly corrections: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly seconds: number
  /** why it does not count: the agent could not be run at all */
  readonly broken: string | null
}
export type TrialSummary = ReturnType<typeof summarise>

const MASS = 0.95
/** Fewer pairs than this are never called a difference. */
export const LEAST_PAIRS = 8

export function summarise(runs: readonly TrialRun[], arms: readonly string[]) {
  const counted = runs.filter(r => r.broken === null)
  return {
    mass: MASS,
    arms: arms.map(arm => {
      const own = counted.filter(r => r.arm === arm)
      return {
        ...{ arm, runs: own.length },
        broken: runs.filter(r => r.arm === arm && r.broken !== null).length,
        solved: own.filter(r => r.solved).length,
        corrections: fromNone(own.map(r => r.corrections)) ?? interval([], MASS),
        inputTokens: fromNone(own.map(r => r.inputTokens)),
        outputTokens: fromNone(own.map(r => r.outputTokens)),
      }
    }),
    differences: arms.slice(1).map(arm => difference(counted, arm, arms[0]!)),
  }
}

/** Over the same task in the same round, counted in both arms. */
function difference(runs: readonly TrialRun[], arm: string, against: string) {
  const name = (r: TrialRun): string => `${r.round}/${r.task}`
  const other = new Map(runs.filter(r => r.arm === against).map(r => [name(r), r]))
  const pairs = runs
    .filter(r => r.arm === arm && other.has(name(r)))
    .map(r => ({ here: r, there: other.get(name(r))! }))
  const apart = (of: (r: TrialRun) => number | null): Interval | null =>
    known(
      pairs.map(({ here, there }) => {
        const [a, b] = [of(here), of(there)]
        return a === null || b === null ? null : a - b
      }),
    )
  const corrections = apart(r => r.corrections) ?? interval([], MASS)
  return {
    ...{ arm, against, pairs: pairs.length, corrections },
    solved: apart(r => Number(r.solved)) ?? interval([], MASS),
    inputTokens: apart(r => r.inputTokens),
    outputTokens: apart(r => r.outputTokens),
    verdict: pairs.length < LEAST_PAIRS ? "too early" : verdictOf(corrections),
  } as const
}

const verdictOf = ({ low, high }: Interval) =>
  low === null || high === null
    ? "too early"
    : high < 0
      ? "fewer corrections"
      : low > 0
        ? "more corrections"
        : "not told apart"

/** Over the runs that told; null when none did. */
function known(xs: readonly (number | null)[]): Interval | null {
  const told = xs.filter(x => x !== null)
  return told.length === 0 ? null : interval(told, MASS)
}
/** Of what cannot be less than none: an interval over few runs would reach below. */
function fromNone(xs: readonly (number | null)[]): Interval | null {
  const found = known(xs)
  return found === null || found.low === null ? found : { ...found, low: Math.max(0, found.low) }
}
