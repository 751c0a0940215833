// stage: where does a card stand? Rules combine in list order; the first that moves the card wins.
import type { Kind, Scope, Stage, Value } from "../model.ts"

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
  readonly winsByRepo: Readonly<Record<string, number>>
  readonly now: number
  /** faded counts of helpful, harmful and all evidence, where the value rule keeps them (S3-21) */
  readonly faded?: { readonly helpful: number; readonly harmful: number; readonly total: number }
  /** what tags in conversation say of it, where the fold keeps them; `frozen`: the promotion breaker is tripped (S1-75) */
  readonly tags?: {
    readonly feedback: number
    readonly neg: number
    readonly episodes: number
    readonly frozen: boolean
    /** the user spoke among them: only that moves a norm */
    readonly user: boolean
  }
}
/** null = stays where it is */
export type StageAnswer = { readonly to: Stage; readonly invert?: boolean } | null
