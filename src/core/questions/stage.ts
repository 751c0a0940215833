// stage: where does a card stand? Rules combine in list order; the first that moves the card wins.
import type { Evidence, Kind, Scope, Stage, Value } from "../model.ts"
import type { FadedCounts } from "./value.ts"

export interface StageInput {
  readonly card: string
  readonly kind: Kind
  readonly scope: Scope
  readonly stage: Stage
  readonly pinned: boolean
  readonly value: Value | null
  readonly support: number
  readonly contradiction: number
  readonly disputeMass: number
  readonly lastExposureAt: number | null
  readonly bornAt: number
  readonly recheckSince: number | null
  readonly wins: number
  readonly losses: number
  readonly now: number
  /** faded counts of helpful, harmful and all evidence, where the value rule keeps them (S3-21) */
  readonly faded?: FadedCounts
}
/** null = stays where it is */
export type StageAnswer = { readonly to: Stage; readonly invert?: boolean } | null

/** A card that a rule wants proposed. The same `key` is proposed once. */
export interface Suggested {
  readonly key: string
  readonly kind: "tactic" | "negative_result"
  readonly statement: string
  readonly topic: string
  readonly scope: string
  readonly episode: string
  readonly evidence: readonly Omit<Evidence, "hash">[]
  /** composed by the rule from what was run: its name stands for the proposer */
  readonly by?: string
}
