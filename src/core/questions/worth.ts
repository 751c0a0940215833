// Questions about what earned it. credit: which exposure? One row per card that could have mattered, shown or not (docs/credit.md).
import type { CardUse } from "../adherence/use.ts"
import type { Posterior } from "../learn/state.ts"
import type { Channel, FeedbackType, Kind, Placement, Signed, Stage, ToolDoes, Trust, Unit, Value } from "../model.ts"

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

// value: what is a card worth now? Rules of this question watch credited records and answer per card.

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

// trust: how far has a source (agent, proposer@version, model, tool, teammate) been right? Never asked of the user's words.

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
