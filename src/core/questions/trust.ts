// trust: how far has a source (agent, proposer@version, model, tool, teammate) been right? Never asked of the user's words.
import type { Stage, Trust } from "../model.ts"

export interface TrustInput {
  readonly source: string
  readonly now: number
  /** mass of the interval; the rule's own when not said */
  readonly mass?: number
}
export type TrustAnswer = Trust

export interface TagCounts {
  readonly kept: number
  readonly repeated: number
  readonly gated: number
  /** said of no card */
  readonly loose: number
}
/** What a rule that rewards decisions says of its own work. */
export interface TrustWork {
  readonly outcomes: {
    readonly decisions: number
    readonly evaluated: number
    readonly pending: number
    readonly coherence: number | null
    readonly last: DecisionView | null
  }
  readonly tags: TagCounts & {
    readonly globalFeedback: number
    readonly globalNeg: number
    readonly window: number
    readonly frozen: boolean
  }
}
export const HORIZONS = ["short", "long", "week"] as const
export type Horizon = (typeof HORIZONS)[number]
/** Each −1 … 1, or null when it cannot be known. */
export interface RewardTerms {
  readonly coherence: number | null
  readonly conflict: number | null
  readonly stability: number | null
  readonly validation: number | null
}
/** A card changed its stage; who had a part in it, and what came of it so far. */
export interface DecisionView {
  readonly card: string
  readonly at: number
  readonly seq: number
  readonly from: Stage | null
  readonly to: Stage
  /** eligibility: adds up to 1 */
  readonly shares: Readonly<Record<string, number>>
  readonly conflicts: number
  readonly doubtRate: number | null
  readonly evaluated: readonly {
    readonly horizon: Horizon
    readonly at: number
    /** null: none of its terms could be known */
    readonly r: number | null
    readonly terms: RewardTerms
  }[]
}
