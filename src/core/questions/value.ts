// value: what is a card worth now? Steps over credited episodes, answers per card.
import type { Unit, Value } from "../model.ts"
import type { CardFacts, Credit, EpisodeRecord } from "./credit.ts"

export type ValueInput =
  | {
      readonly what: "episode"
      readonly episode: EpisodeRecord
      readonly credits: readonly Credit[]
      readonly cards: readonly CardFacts[]
    }
  | { readonly what: "ask"; readonly card: CardFacts; readonly now: number }
export interface ValueAnswer extends Value {
  /** P(help) + ½ P(nothing), or what the rule calls its score */
  readonly utility?: Unit
  /** about how many more sessions until something can be said; null when it can be said now */
  readonly needs?: number | null
  /** faded evidence, for stage rules that live on it (S3-21) */
  readonly faded?: { readonly helpful: number; readonly harmful: number; readonly total: number }
}
