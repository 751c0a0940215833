// Seed 003's life of a pattern: fading counts, criterion weight, maturity, inversion, and the manual moves (S3-11 … S3-29).
// As written, flaws included; the product's own stages are elsewhere.
import { halfLife } from "../../stats.ts"
import { table } from "../../views/table.ts"

/** S3-45 … S3-58 */
/** What the half-life rule keeps of a card: faded sums as of `day`. */
export interface Faded {
  readonly day: number
  readonly raw: readonly [number, number]
  readonly counts: readonly [number, number, number]
  readonly successes: number
  readonly n: number
}
export const FADED = table<Faded>("half_life", "card")

export interface MaturityParams {
  readonly halfLifeDays: number
  readonly minFeedback: number
  readonly minHelpful: number
  readonly maxHarmful: number
  readonly deprecationThreshold: number
  readonly weightFloor: number
  readonly minObservations: number
  readonly failureRatioThreshold: number
  readonly antiPatternPrefix: string
}
export const MATURITY: MaturityParams = {
  halfLifeDays: 90,
  minFeedback: 3,
  minHelpful: 5,
  maxHarmful: 0.15,
  deprecationThreshold: 0.3,
  weightFloor: 0.1,
  minObservations: 3,
  failureRatioThreshold: 0.6,
  antiPatternPrefix: "AVOID: ",
}
export type MaturityState = "candidate" | "established" | "proven" | "deprecated"
/** S3-17 … S3-20 */
export const MULTIPLIER: Readonly<Record<MaturityState, number>> = {
  candidate: 0.5,
  established: 1,
  proven: 1.5,
  deprecated: 0,
}

/** S3-11 */
export const faded = (raw: number, ageDays: number, p: MaturityParams = MATURITY): number =>
  raw * halfLife(Math.max(0, ageDays), p.halfLifeDays)

/** S3-12, S3-13; without events 0.5 rather than 0/0 (C3-7). */
export const criterionWeight = (helpful: number, harmful: number, p: MaturityParams = MATURITY): number =>
  helpful + harmful > 0 ? Math.max(p.weightFloor, helpful / (helpful + harmful)) : 0.5

export interface FadedCounts {
  readonly helpful: number
  readonly harmful: number
  readonly total: number
}
const EXACT = 1e-9
/** S3-17 … S3-21, on faded counts as written. */
export function maturityOf(c: FadedCounts, p: MaturityParams = MATURITY): MaturityState {
  if (c.total < p.minFeedback - EXACT) return "candidate"
  const ratio = c.harmful / c.total
  if (ratio > p.deprecationThreshold) return "deprecated"
  return c.helpful >= p.minHelpful - EXACT && ratio < p.maxHarmful ? "proven" : "established"
}
/** S3-25 */
export const maturedScore = (base: number, state: MaturityState): number => base * MULTIPLIER[state]

export interface Maturing {
  readonly id: string
  readonly content: string
  readonly state: MaturityState
  readonly kind: "pattern" | "anti_pattern"
  readonly is_negative: boolean
  readonly success_count: number
  readonly failure_count: number
  readonly reason: string | null
  readonly tags: readonly string[]
}
/** S3-22, S3-24: a deprecated pattern cannot be promoted; it must be reset first. */
export const promote = (m: Maturing): Maturing => {
  if (m.state === "deprecated") throw new RangeError("a deprecated pattern cannot be promoted: reset it first")
  return { ...m, state: "proven" }
}
/** S3-23 */
export const deprecate = (m: Maturing, reason: string): Maturing => ({ ...m, state: "deprecated", reason })
export const reset = (m: Maturing): Maturing => ({
  ...m,
  state: "candidate",
  reason: null,
  success_count: 0,
  failure_count: 0,
})

/** S3-26 */
export const shouldInvert = (successes: number, failures: number, p: MaturityParams = MATURITY): boolean =>
  successes + failures >= p.minObservations && failures / (successes + failures) >= p.failureRatioThreshold - EXACT

/** S3-28 */
export function inverted(m: Maturing, p: MaturityParams = MATURITY): Maturing {
  const n = m.success_count + m.failure_count
  const percent = n > 0 ? Math.round((100 * m.failure_count) / n) : 0
  const told = `Failed ${m.failure_count}/${n} times (${percent}% failure rate)`
  return {
    ...m,
    id: `anti-${m.id}`,
    content: `${p.antiPatternPrefix}${m.content}. ${told}`,
    kind: "anti_pattern",
    is_negative: true,
    reason: told,
  }
}

export interface Inversion {
  readonly original: Maturing
  readonly inverted: Maturing
  readonly reason: string
}
/** S3-29: the caller stores the inverted pattern. */
export function recordObservation(
  m: Maturing,
  success: boolean,
  p: MaturityParams = MATURITY,
): { readonly pattern: Maturing; readonly inversion: Inversion | null } {
  const pattern = success ? { ...m, success_count: m.success_count + 1 } : { ...m, failure_count: m.failure_count + 1 }
  if (pattern.kind === "anti_pattern" || !shouldInvert(pattern.success_count, pattern.failure_count, p))
    return { pattern, inversion: null }
  const avoid = inverted(pattern, p)
  return { pattern, inversion: { original: pattern, inverted: avoid, reason: avoid.reason ?? "" } }
}
