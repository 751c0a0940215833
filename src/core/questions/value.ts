// value: what is a card worth now? Steps over credited episodes, answers per card.
import type { Value } from "../model.ts"
import type { CardFacts, Credit, EpisodeRecord } from "./credit.ts"

export type ValueInput =
  | {
      readonly what: "episode"
      readonly episode: EpisodeRecord
      readonly credits: readonly Credit[]
      readonly cards: readonly CardFacts[]
    }
  | { readonly what: "ask"; readonly card: CardFacts; readonly now: number }
export type ValueAnswer = Value
