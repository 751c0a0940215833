// EM over hidden success: tables and base rate move with a store's own log, the written-down guess stays as pseudo-counts. What is
// nearest to the truth (a reported result, a revert, lines that lived, a judge) is held firmest, so that it anchors the rest.
import { labelSeen, talkerness } from "./latent-label.ts"
import { CALLS, CODED, type Seen, type SignalName, type WORDS } from "./signals.ts"
import type { LabelTables, Odds } from "./tables.ts"

export interface RefitWeights {
  /** pseudo-prompts behind each table, behind those counted call by call, behind anchors, and behind the base rate */
  readonly table: number
  readonly calls: number
  readonly anchor: number
  readonly prior: number
  readonly rounds: number
}
export const REFIT_WEIGHTS: RefitWeights = { table: 40, calls: 120, anchor: 400, prior: 30, rounds: 3 }
/** Judged by number of sessions: refit at these counts and at every doubling. */
export const FIRST_REFIT = 8
const ANCHORS: readonly SignalName[] = ["reported", "reverted", "survived", "judge"]

export const isRefit = (episodes: number, first = FIRST_REFIT): boolean => {
  for (let n = first; n <= episodes; n *= 2) if (n === episodes) return true
  return false
}

/** New tables from what was seen, held near the `guess`, from where the last fit left them. Pure. */
export function refit(
  guess: LabelTables,
  seen: readonly Seen[],
  weights: RefitWeights = REFIT_WEIGHTS,
  start: LabelTables = guess,
): LabelTables {
  if (seen.length === 0) return start
  let current = start
  for (let round = 0; round < weights.rounds; round++) current = once(guess, seen, weights, current)
  return current
}

function once(guess: LabelTables, seen: readonly Seen[], weights: RefitWeights, t: LabelTables): LabelTables {
  const counts = new Map<string, [number, number]>()
  const add = (signal: SignalName, category: string, y: number, w: number): void => {
    const key = `${signal} ${category}`
    const count = counts.get(key) ?? [0, 0]
    counts.set(key, [count[0] + w * y, count[1] + w * (1 - y)])
  }
  let good = 0
  let talkers = 0
  let heard = 0
  for (const s of seen) {
    const { p: y } = labelSeen(s, t)
    good += y
    for (const signal of CODED) if (s.codes[signal] !== undefined) add(signal, s.codes[signal], y, 1)
    for (const signal of CALLS) {
      const [n, failed] = s.calls[signal]
      add(signal, "failed", y, failed)
      add(signal, "ok", y, n - failed)
    }
    if (s.word === null) continue
    const before = talkerness(t, s)
    const said = (signal: (typeof WORDS)[number]): number => {
      const [ok, bad] = t.signals[signal][s.word!]!
      return y * ok + (1 - y) * bad
    }
    const tau = (before * said("talk")) / (before * said("talk") + (1 - before) * said("quiet"))
    add("talk", s.word, y, tau)
    add("quiet", s.word, y, 1 - tau)
    talkers += tau
    heard++
  }
  const weightOf = (signal: SignalName): number =>
    ANCHORS.includes(signal)
      ? weights.anchor
      : (CALLS as readonly string[]).includes(signal)
        ? weights.calls
        : weights.table
  return {
    prior: (good + weights.prior * guess.prior) / (seen.length + weights.prior),
    talker: (talkers + weights.table * guess.talker) / (heard + weights.table),
    signals: Object.fromEntries(
      Object.entries(guess.signals).map(([name, table]) => {
        const signal = name as SignalName
        return [signal, smoothed(signal, table, counts, weightOf(signal))]
      }),
    ) as LabelTables["signals"],
  }
}

/** Pseudo-prompts fall on both sides as the seen ones do: a signal that says the same of both must not come to favour the larger. */
function smoothed(
  signal: SignalName,
  guess: Readonly<Record<string, Odds>>,
  counts: ReadonlyMap<string, readonly [number, number]>,
  weight: number,
): Record<string, Odds> {
  const rows = Object.entries(guess).map(([category, odds]) => {
    const count = counts.get(`${signal} ${category}`) ?? ([0, 0] as const)
    return { category, odds, count }
  })
  const seen = [0, 1].map(side => rows.reduce((sum, row) => sum + row.count[side as 0 | 1], 0)) as [number, number]
  const part = (side: 0 | 1): number => (2 * weight * (seen[side] + 1)) / (seen[0] + seen[1] + 2)
  const share = (row: (typeof rows)[number], side: 0 | 1): number =>
    (row.count[side] + part(side) * row.odds[side]) / (seen[side] + part(side))
  return Object.fromEntries(rows.map(row => [row.category, [share(row, 0), share(row, 1)] as const]))
}
