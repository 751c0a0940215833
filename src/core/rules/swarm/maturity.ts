// Seed 003's life of a pattern: fading counts, criterion weight, maturity and when it turns into its opposite (S3-11 … S3-26).
// As written, flaws included; the product's own stages are elsewhere.
import type { FadedCounts } from "../../questions/worth.ts"
import { halfLife } from "../../stats.ts"
import type { Rows } from "../../views/rows.ts"
import { table } from "../../views/table.ts"

/** What the half-life rule keeps of a card: faded sums of helpful and harmful as of `day`, and how many were seen. */
export interface Faded {
  readonly day: number
  readonly raw: readonly [number, number]
  readonly counts: readonly [number, number]
  readonly n: number
}
export const FADED = table<Faded>("half_life", "card")
/** What somebody set by hand: a state until new evidence comes, or a new beginning (S3-22 … S3-24). */
export interface ByHand {
  readonly act: string
  readonly to: "proven" | "deprecated" | "reset"
  readonly day: number
}
/** In order; one that is taken back leaves those before it in force. */
export const BY_HAND = table<readonly ByHand[]>("maturity_by_hand", "card")
export const lastByHand = (rows: Rows, card: string): ByHand | undefined => BY_HAND.get(rows, card)?.at(-1)
/** The day from which what is seen of it counts. */
export const begunAnew = (rows: Rows, card: string): number =>
  BY_HAND.get(rows, card)?.findLast(hand => hand.to === "reset")?.day ?? -Infinity

/** S3-45 … S3-58: each number is a param of the one rule that acts by it; how fast evidence fades is known to both that fade it. */
export const FADING = { halfLifeDays: 90, weightFloor: 0.1 }
export type FadingParams = typeof FADING
export const INVERSION = { minObservations: 3, failureRatioThreshold: 0.6, antiPatternPrefix: "AVOID: " }
export type InversionParams = typeof INVERSION
export const MATURITY = {
  ...FADING,
  minFeedbackForAdjustment: 3,
  maxHarmfulRatio: 0.3,
  minFeedback: 3,
  minHelpful: 5,
  maxHarmful: 0.15,
  deprecationThreshold: 0.3,
  multipliers: { candidate: 0.5, established: 1, proven: 1.5, deprecated: 0 },
}
export type MaturityParams = typeof MATURITY
export type MaturityState = keyof MaturityParams["multipliers"]

/** S3-11 */
export const faded = (raw: number, ageDays: number, p: FadingParams = FADING): number =>
  raw * halfLife(Math.max(0, ageDays), p.halfLifeDays)

/** S3-12, S3-13; without events 0.5 rather than 0/0. */
export const criterionWeight = (helpful: number, harmful: number, p: FadingParams = FADING): number =>
  helpful + harmful > 0 ? Math.max(p.weightFloor, helpful / (helpful + harmful)) : 0.5

/** Sums as they stand on another day. */
export function agedTo(f: Faded, day: number, p: FadingParams): Faded {
  const k = faded(1, day - f.day, p)
  const by = ([a, b]: readonly [number, number]) => [a * k, b * k] as const
  return { ...f, day: Math.max(f.day, day), raw: by(f.raw), counts: by(f.counts) }
}

const EXACT = 1e-9
/** S3-17 … S3-21, on faded counts as written. */
export function maturityOf(c: FadedCounts, p: MaturityParams = MATURITY): MaturityState {
  if (c.total < p.minFeedback - EXACT) return "candidate"
  const ratio = c.harmful / c.total
  if (ratio > p.deprecationThreshold) return "deprecated"
  return c.helpful >= p.minHelpful - EXACT && ratio < p.maxHarmful ? "proven" : "established"
}
/** S3-26 */
export const shouldInvert = (successes: number, failures: number, p: InversionParams = INVERSION): boolean =>
  successes + failures >= p.minObservations && failures / (successes + failures) >= p.failureRatioThreshold - EXACT
