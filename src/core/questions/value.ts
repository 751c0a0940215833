// value: what is a card worth now? Rules of this question watch credited records and answer per card.
import type { Unit, Value } from "../model.ts"
import type { CardFacts } from "./credit.ts"

export interface ValueInput {
  readonly card: CardFacts
  readonly now: number
}
export interface ValueAnswer extends Value {
  /** P(help) + ½ P(nothing), or what the rule calls its score */
  readonly utility?: Unit
  /** about how many more sessions until something can be said; null when it can be said now */
  readonly needs?: number | null
  /** faded evidence, for stage rules that live on it (S3-21) */
  readonly faded?: FadedCounts
}
/** Neutral evidence counts in neither sum, and so in no ratio (S3-20). */
export interface FadedCounts {
  readonly helpful: number
  readonly harmful: number
  readonly total: number
}

/** A score of 0 … 1 that stands for itself: it claims neither help nor harm. */
export const scored = (mean: Unit, n: number, sd = 0): ValueAnswer => ({
  ...{ mean, sd, n, help: mean, nothing: 0, harm: 1 - mean },
  verdict: "early",
  utility: mean,
})
/** Counted, and nothing said of it. */
export const unmeasured = (n: number): ValueAnswer => ({
  ...{ mean: 0, sd: 1, n, help: 0, nothing: 1, harm: 0 },
  verdict: "early",
})
