// What one log can prove about memory as a whole: episodes with measured cards shown against comparable ones without, after
// allowing for what made them hard. Ordinary least squares with robust errors; wide on purpose (credit.md 3.4).
import type { EpisodeRecord } from "../questions/credit.ts"
import { mean } from "../stats.ts"

export interface Uplift {
  readonly with: { readonly n: number; readonly success: number | null }
  readonly without: { readonly n: number; readonly success: number | null }
  /** points of success, adjusted; null while there are too few on a side */
  readonly uplift: number | null
  readonly low: number | null
  readonly high: number | null
  /** half-width of the interval now, and the effect that so many episodes could show at all */
  readonly reach: number | null
  readonly verdict: "early" | "helps" | "harms" | "unclear"
  /** episodes that would bring the half-width down to `aim` points */
  readonly needs: number | null
}
export interface UpliftParams {
  /** episodes wanted on each side */
  readonly least: number
  /** standard errors of the interval: 90 % */
  readonly z: number
  /** half-width worth waiting for, in points */
  readonly aim: number
  readonly ridge: number
}
export const UPLIFT: UpliftParams = { least: 8, z: 1.645, aim: 0.1, ridge: 1e-3 }

interface Row {
  readonly shown: boolean
  readonly y: number
  readonly x: readonly number[]
}

/** Judged episodes in which measured cards were at hand, shown or not. */
function rowsOf(records: readonly EpisodeRecord[]): readonly Row[] {
  const judged = records.flatMap(e => {
    const atHand = e.prompts.some(p => p.cand.length > 0)
    const labels = e.prompts.flatMap(p => p.label ?? [])
    return atHand && labels.length > 0 ? [{ e, labels }] : []
  })
  const scale = unshrink(judged.flatMap(j => j.labels))
  const repos = [...new Set(judged.map(j => j.e.repo))].slice(1, 9)
  return judged.map(({ e, labels }) => ({
    shown: e.prompts.some(p => p.cand.some(c => c.shown)),
    y: mean(labels.map(scale)),
    // Only what was known before the first card could act: later messages already tell how it went.
    x: [
      e.prompts[0]!.lenZ,
      e.prompts[0]!.hasError ? 1 : 0,
      Math.max(0, ...(e.prompts.find(p => p.cand.length > 0)?.cand.map(c => c.score) ?? [])),
      ...repos.map(r => (r === e.repo ? 1 : 0)),
    ],
  }))
}

/** A label is a careful probability, so its differences are too small: p̄ + (y − p̄)/λ undoes that (credit.md 4). */
function unshrink(labels: readonly number[]): (y: number) => number {
  const m = mean(labels)
  const variance = mean(labels.map(y => (y - m) ** 2))
  const certain = m * (1 - m)
  const lambda = certain > 0 ? Math.max(0.25, Math.min(1, variance / certain)) : 1
  return y => m + (y - m) / lambda
}

export function upliftOf(records: readonly EpisodeRecord[], p: UpliftParams = UPLIFT): Uplift {
  const rows = rowsOf(records)
  const side = (shown: boolean) => {
    const mine = rows.filter(r => r.shown === shown)
    return { n: mine.length, success: mine.length === 0 ? null : mean(mine.map(r => r.y)) }
  }
  const [yes, no] = [side(true), side(false)]
  const early = { with: yes, without: no, uplift: null, low: null, high: null, reach: null, verdict: "early" as const }
  if (Math.min(yes.n, no.n) < p.least) return { ...early, needs: null }
  const fit = regress(
    rows.map(r => [r.shown ? 1 : 0, 1, ...r.x]),
    rows.map(r => r.y),
    p.ridge,
  )
  const reach = p.z * fit.error
  const [low, high] = [fit.effect - reach, fit.effect + reach]
  const needs = reach > p.aim ? Math.ceil((rows.length * (reach / p.aim) ** 2 - rows.length) / 10) * 10 : null
  const verdict = low > 0 ? "helps" : high < 0 ? "harms" : "unclear"
  return { with: yes, without: no, uplift: fit.effect, low, high, reach, verdict, needs }
}

/** First coefficient and its heteroscedasticity-robust error (HC1); constant columns are harmless thanks to the ridge. */
function regress(
  x: readonly (readonly number[])[],
  y: readonly number[],
  ridge: number,
): { readonly effect: number; readonly error: number } {
  const k = x[0]!.length
  const a = Array.from({ length: k }, (_, i) =>
    Array.from(
      { length: k },
      (_, j) => x.reduce((s, r) => s + r[i]! * r[j]!, 0) + (i === j && i > 1 ? ridge * x.length : 0),
    ),
  )
  const b = Array.from({ length: k }, (_, i) => x.reduce((s, r, n) => s + r[i]! * y[n]!, 0))
  const beta = solve(a, b)
  const first = solve(
    a,
    Array.from({ length: k }, (_, i) => (i === 0 ? 1 : 0)),
  )
  let meat = 0
  x.forEach((r, n) => {
    const residual = y[n]! - r.reduce((s, v, i) => s + v * beta[i]!, 0)
    const lever = r.reduce((s, v, i) => s + v * first[i]!, 0)
    meat += (lever * residual) ** 2
  })
  const correction = x.length / Math.max(1, x.length - k)
  return { effect: beta[0]!, error: Math.sqrt(meat * correction) }
}

/** Gauss with pivots; a direction without information gets 0. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const n = right.length
  const m = matrix.map((row, i) => [...row, right[i]!])
  for (let c = 0; c < n; c++) {
    let pivot = c
    for (let r = c + 1; r < n; r++) if (Math.abs(m[r]![c]!) > Math.abs(m[pivot]![c]!)) pivot = r
    if (Math.abs(m[pivot]![c]!) < 1e-12) continue
    ;[m[c], m[pivot]] = [m[pivot]!, m[c]!]
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const by = m[r]![c]! / m[c]![c]!
      if (by !== 0) for (let j = c; j <= n; j++) m[r]![j] = m[r]![j]! - by * m[c]![j]!
    }
  }
  return m.map((row, i) => (Math.abs(row[i]!) < 1e-12 ? 0 : row[n]! / row[i]!))
}
