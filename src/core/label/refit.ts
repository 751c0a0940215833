// EM over hidden success: tables and prior move with the log, the expert's guess stays as pseudo-counts (credit.md 4.1).
// Also the stand-in that makes a soft label usable as a 0/1 outcome in a regression.
import type { Unit } from "../model.ts"
import type { TurnEvidence } from "../questions/judge.ts"
import { latentLabel, partsOf } from "./latent-label.ts"
import type { Cuts, SignalName } from "./signals.ts"
import type { LabelTables, Odds } from "./tables.ts"

export interface RefitWeights {
  /** pseudo-prompts behind each expert table, and behind the prior */
  readonly table: number
  readonly prior: number
  readonly rounds: number
}
export const REFIT_WEIGHTS: RefitWeights = { table: 40, prior: 30, rounds: 12 }
/** Judged by number of sessions: refit at these counts and at every doubling. */
export const FIRST_REFIT = 8

function terciles(evidences: readonly TurnEvidence[], fallback: Cuts): Cuts {
  const minutes = evidences.flatMap(e => (e.minutesPerCall === null ? [] : [e.minutesPerCall])).sort((a, b) => a - b)
  const at = (share: number): number => minutes[Math.floor(minutes.length * share)] ?? 0
  return minutes.length < 12 ? fallback : [at(1 / 3), at(2 / 3)]
}

/** New tables from the expert's `tables` and what was seen. Pure; the same evidence gives the same tables. */
export function refit(
  tables: LabelTables,
  evidences: readonly TurnEvidence[],
  weights: RefitWeights = REFIT_WEIGHTS,
): LabelTables {
  if (evidences.length === 0) return tables
  const cuts = terciles(evidences, tables.cuts)
  let current: LabelTables = { ...tables, cuts }
  const seen = evidences.map(e => partsOf(e, current))
  for (let round = 0; round < weights.rounds; round++) {
    const counts = new Map<string, [number, number]>()
    let good = 0
    evidences.forEach((evidence, i) => {
      const { p } = latentLabel(evidence, current)
      good += p
      for (const part of seen[i] ?? []) {
        const key = `${part.signal} ${part.category}`
        const count = counts.get(key) ?? [0, 0]
        counts.set(key, [count[0] + p, count[1] + 1 - p])
      }
    })
    const signals = Object.fromEntries(
      Object.entries(tables.signals).map(([signal, table]) => [
        signal,
        smoothed(signal as SignalName, table, counts, weights.table),
      ]),
    ) as LabelTables["signals"]
    current = { prior: (good + weights.prior * tables.prior) / (evidences.length + weights.prior), cuts, signals }
  }
  return current
}

function smoothed(
  signal: SignalName,
  expert: Readonly<Record<string, Odds>>,
  counts: ReadonlyMap<string, readonly [number, number]>,
  weight: number,
): Record<string, Odds> {
  let ok = 0
  let bad = 0
  const rows = Object.entries(expert).map(([category, odds]): [string, number, number] => {
    const count = counts.get(`${signal} ${category}`) ?? [0, 0]
    const row: [string, number, number] = [category, count[0] + weight * odds[0], count[1] + weight * odds[1]]
    ok += row[1]
    bad += row[2]
    return row
  })
  return Object.fromEntries(rows.map(([category, good, poor]) => [category, [good / ok, poor / bad] as const]))
}

export interface StandIn {
  readonly mean: number
  /** share of the variance of a 0/1 outcome that the labels carry */
  readonly lambda: number
  /** ỹ = p̄ + (y − p̄)/λ, per label; may leave 0 … 1 on purpose */
  readonly values: readonly number[]
}
/** Unbiased stand-ins for hidden 0/1 success; λ is floored so that a label without information does not explode. */
export function standIn(labels: readonly Unit[], lowestLambda = 0.05): StandIn {
  if (labels.length === 0) return { mean: 0.5, lambda: 1, values: [] }
  const mean = labels.reduce((sum, y) => sum + y, 0) / labels.length
  const variance = labels.reduce((sum, y) => sum + (y - mean) ** 2, 0) / labels.length
  const lambda = Math.min(1, Math.max(lowestLambda, variance / Math.max(1e-9, mean * (1 - mean))))
  return { mean, lambda, values: labels.map(y => mean + (y - mean) / lambda) }
}
