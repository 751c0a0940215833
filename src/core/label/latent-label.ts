// outcome.latent: the probability that one prompt's work succeeded, from everything visible about it (docs/credit.md):
//   logit y = logit π + Σ_k ln[ P_k(s_k | ok) / P_k(s_k | bad) ],   a missing signal adds 0.
// Each category of a signal is worth P(category | the work succeeded) against P(category | it did not): guesses written down before any
// fit, pooled from what is known; a refit moves them with a store's own log and keeps them as pseudo-counts.
import type { Unit } from "../model.ts"
import { logit, sigmoid } from "../stats.ts"
import { CALLS, CODED, isAlong, isSilent, type Seen, type SignalName, type WORDS } from "./signals.ts"

/** [given success, given failure] */
export type Odds = readonly [ok: number, bad: number]
export interface LabelTables {
  /** chance of success before anything is seen */
  readonly prior: number
  /** share of sessions whose user says verdicts aloud */
  readonly talker: number
  readonly signals: Readonly<Record<SignalName, Readonly<Record<string, Odds>>>>
}

export const EXPERT_TABLES: LabelTables = {
  prior: 0.62,
  talker: 0.35,
  signals: {
    test: { pass: [0.76, 0.25], fail: [0.21, 0.6], again: [0.03, 0.15] },
    build: { pass: [0.94, 0.75], fail: [0.06, 0.25] },
    typecheck: { pass: [0.93, 0.76], fail: [0.07, 0.24] },
    lint: { pass: [0.9, 0.79], fail: [0.1, 0.21] },
    // fifths of what work of this size usually takes
    pace: { 0: [0.25, 0.14], 1: [0.23, 0.17], 2: [0.2, 0.2], 3: [0.17, 0.23], 4: [0.15, 0.26] },
    echo: { 0: [0.44, 0.26], 1: [0.28, 0.2], 2: [0.2, 0.18], 3: [0.04, 0.13], 4: [0.03, 0.13], 5: [0.01, 0.1] },
    end: { normal: [0.95, 0.84], vanished: [0.05, 0.16] },
    tries: { one: [0.6, 0.48], two: [0.22, 0.2], more: [0.18, 0.32] },
    interrupted: { yes: [0.04, 0.15], no: [0.96, 0.85] },
    refused: { yes: [0.04, 0.11], no: [0.96, 0.89] },
    committed: { yes: [0.5, 0.28], no: [0.5, 0.72] },
    reverted: { yes: [0.02, 0.22], no: [0.98, 0.78] },
    survived: { kept: [0.85, 0.45], part: [0.11, 0.25], gone: [0.04, 0.3] },
    reported: { yes: [0.9, 0.2], no: [0.1, 0.8] },
    judge: { good: [0.85, 0.15], bad: [0.15, 0.85] },
    talk: { none: [0.33, 0.27], praise: [0.56, 0.12], complaint: [0.06, 0.39], trace: [0.05, 0.22] },
    quiet: { none: [0.9, 0.86], praise: [0.05, 0.025], complaint: [0.02, 0.065], trace: [0.03, 0.05] },
    runs: { ok: [0.89, 0.77], failed: [0.11, 0.23] },
    looks: { ok: [0.93, 0.9], failed: [0.07, 0.1] },
    acts: { ok: [0.9, 0.82], failed: [0.1, 0.18] },
  },
}

/**
 * Whole headless runs at an issue, judged later by tests the agent never saw. Published agents resolve about a quarter, so
 * the prior is low; the repository's own tests were green before the work, so passing them says little and failing them much.
 */
export const RUN_TABLES: LabelTables = {
  ...EXPERT_TABLES,
  prior: 0.27,
  signals: {
    ...EXPERT_TABLES.signals,
    test: { pass: [0.92, 0.76], fail: [0.06, 0.18], again: [0.02, 0.06] },
    lint: { pass: [0.97, 0.95], fail: [0.03, 0.05] },
    acts: { ok: [0.94, 0.82], failed: [0.06, 0.18] },
  },
}

export interface LabelPart {
  readonly signal: SignalName | "word"
  readonly category: string
  /** log likelihood ratio it added */
  readonly adds: number
  /** something or somebody told how it went: a check, a word, a call that failed, what became of it later */
  readonly tells: boolean
}
export interface LatentLabel {
  readonly p: Unit
  /** ln P(seen | ok) − ln P(seen | bad): what was seen, apart from what was expected */
  readonly llr: number
  /** how many signals spoke; 0 = the prior alone */
  readonly n: number
  readonly parts: readonly LabelPart[]
}
/** Calls of one prompt hang together: each counts a little less than alone. */
const TEMPER = 0.9
const LOWEST = 1e-4
const ratio = ([ok, bad]: Odds): number => Math.log(Math.max(LOWEST, ok) / Math.max(LOWEST, bad))

/** Chance that this session's user says verdicts aloud, from its other messages. */
export function talkerness(t: LabelTables, s: Pick<Seen, "heard" | "spoke">): number {
  const silent = (signal: "talk" | "quiet"): number => {
    const [ok, bad] = t.signals[signal].none!
    return (ok + bad) / 2
  }
  const [talk, quiet] = [silent("talk"), silent("quiet")]
  const odds =
    (t.talker / (1 - t.talker)) * ((1 - talk) / (1 - quiet)) ** s.spoke * (talk / quiet) ** (s.heard - s.spoke)
  return odds / (1 + odds)
}

function partsOf(seen: Seen, tables: LabelTables): readonly LabelPart[] {
  const parts: LabelPart[] = []
  for (const signal of CODED) {
    const category = seen.codes[signal]
    const odds = category === undefined ? undefined : tables.signals[signal][category]
    if (category === undefined || odds === undefined || isSilent(signal, category)) continue
    parts.push({ signal, category, adds: ratio(odds), tells: !isAlong(signal, category) })
  }
  if (seen.word !== null) {
    const tau = talkerness(tables, seen)
    const [talk, quiet] = [tables.signals.talk[seen.word]!, tables.signals.quiet[seen.word]!]
    const mixed = ([0, 1] as const).map(side => tau * talk[side] + (1 - tau) * quiet[side]) as [number, number]
    parts.push({ signal: "word", category: seen.word, adds: ratio(mixed), tells: seen.word !== "none" })
  }
  for (const signal of CALLS) {
    const [n, failed] = seen.calls[signal]
    if (n === 0) continue
    const { ok, failed: bad } = tables.signals[signal] as { readonly ok: Odds; readonly failed: Odds }
    const adds = TEMPER * (failed * ratio(bad) + (n - failed) * ratio(ok))
    parts.push({ signal, category: `${failed} of ${n} failed`, adds, tells: failed > 0 })
  }
  return parts
}

export function labelSeen(seen: Seen, tables: LabelTables = EXPERT_TABLES): LatentLabel {
  const parts = partsOf(seen, tables)
  const llr = parts.reduce((sum, part) => sum + part.adds, 0)
  return { p: sigmoid(logit(tables.prior) + llr), llr, n: parts.length, parts }
}

// EM over hidden success: tables and base rate move with a store's own log, the written-down guess stays as pseudo-counts. What is
// nearest to the truth (a reported result, a revert, lines that lived, a judge) is held firmest, so that it anchors the rest.

export const REFIT_WEIGHTS = {
  /** pseudo-prompts behind each table, behind those counted call by call, behind anchors, and behind the base rate */
  table: 40,
  calls: 120,
  anchor: 400,
  prior: 30,
  rounds: 3,
}
type RefitWeights = typeof REFIT_WEIGHTS
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
    const [ok, bad] = counts.get(`${signal} ${category}`) ?? [0, 0]
    counts.set(`${signal} ${category}`, [ok + w * y, bad + w * (1 - y)])
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
  const isCounted = (signal: SignalName): boolean => (CALLS as readonly string[]).includes(signal)
  const weightOf = (signal: SignalName): number =>
    ANCHORS.includes(signal) ? weights.anchor : isCounted(signal) ? weights.calls : weights.table
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
