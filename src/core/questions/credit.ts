// credit: which exposure earned it? One row per card that could have mattered, shown or not (docs/credit.md).
import type { CardUse } from "../adherence/use.ts"
import type { Posterior } from "../learn/state.ts"
import type { Channel, FeedbackType, Kind, Placement, Signed, ToolDoes, Unit } from "../model.ts"

export interface Candidate {
  readonly id: string
  readonly score: number
  readonly rank: number
  /** logged chance of being shown */
  readonly pi: Unit
  readonly shown: boolean
  /** −1 when shown as AVOID */
  readonly mode: 1 | -1
  readonly channel: Channel
  readonly placement: Placement
}
export interface ToolRecord {
  readonly does: ToolDoes
  /** what a plain list of words would say of the output (S0-39) */
  readonly outErr: boolean
  readonly exit: number | null
  readonly ok: boolean | null
  readonly test: boolean
  readonly file: string | null
}
export interface PromptRecord {
  readonly idx: number
  readonly lenZ: number
  readonly hasError: boolean
  readonly taskKind: "edit" | "read" | null
  readonly overlap: number | null
  /** class of THIS user message, i.e. feedback on the previous prompt */
  readonly fb: FeedbackType | null
  readonly nActive: number
  readonly slots: number
  readonly cand: readonly Candidate[]
  readonly tools: readonly ToolRecord[]
  readonly durMin: number
  /** cards in context that were seen in use */
  readonly cited: readonly CardUse[]
  /** probability that this prompt's work succeeded (judge), null = unjudged */
  readonly label: Unit | null
  /** the same without what was expected before: a log likelihood ratio. Absent = the label alone is known */
  readonly llr?: number
  /** cards that check spoke of during this prompt, outside any pack */
  readonly checked?: readonly { readonly id: string; readonly placement: Placement }[]
}
export interface EpisodeRecord {
  readonly ep: string
  readonly day: number
  readonly repo: string
  readonly prompts: readonly PromptRecord[]
  readonly endReason: string | null
  readonly closing: FeedbackType | null
  readonly durMin: number
}
export interface CardFacts {
  readonly id: string
  readonly kind: Kind
  readonly source: "user" | "agent" | "extracted"
  readonly topic: string
}
export interface CreditInput {
  readonly episode: EpisodeRecord
  readonly cards: readonly CardFacts[]
  /** what the preset's value rule believes, for rules that share out by it */
  readonly posterior?: Posterior | undefined
}
export interface Credit {
  readonly card: string
  readonly prompt: number
  /** signed share of what was observed */
  readonly amount: Signed
  readonly weight: Unit
  readonly because: string
  /** whole wins and losses, where the rule counts them (S4-45, S4-46, S3-29) */
  readonly counts?: "win" | "loss"
}
/** Shares plus `rest` (everything else) add up to what was observed. */
export interface CreditAnswer {
  readonly credits: readonly Credit[]
  readonly rest: number
  /** what was observed per prompt, for rules that share it out */
  readonly observed?: readonly { readonly prompt: number; readonly amount: number }[]
}
