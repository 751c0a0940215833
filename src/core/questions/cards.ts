// Questions about a card. admit: does it come in? stage: where does it stand? rank: is it shown now, and with what chance? Chance is a
// seeded generator.

import type { Posterior } from "../learn/state.ts"
import type {
  Evidence,
  EvidenceKind,
  Kind,
  Placement,
  Provenance,
  Scope,
  Stage,
  Tier,
  Trust,
  Unit,
  Value,
} from "../model.ts"
import type { Contrast, Standing } from "../uplift/uplift.ts"
import type { FadedCounts } from "./worth.ts"

export interface RankCandidate {
  readonly card: string
  readonly kind: Kind
  readonly tier: Tier
  readonly stage: Stage
  readonly source: "user" | "agent" | "extracted"
  readonly topic: string
  readonly tokens: number
  /** fused relevance 0 … 1 and its parts */
  readonly score: Unit
  readonly lexical: Unit
  readonly semantic: Unit
  readonly ageDays: number
  readonly value: Value | null
  readonly truth: Unit
  /** how often it was shown so far; absent = not known */
  readonly reuse?: number
  /** stated norms, notes, confirmed or pinned cards, exact check matches: chance 1 */
  readonly mustShow: boolean
}
export interface RankInput {
  readonly candidates: readonly RankCandidate[]
  readonly slots: Readonly<Record<"norms" | "negatives" | "tactics" | "facts", number>>
  readonly placement: Placement
  /** uniform 0 … 1, seeded by the caller */
  readonly random: () => number
  /** what the preset's value rule believes, for rules that draw from it */
  readonly posterior?: Posterior | undefined
  /** names the session's own draw: the same for all its prompts */
  readonly episode?: string
  /** what measured cards as a whole did in this scope, for rules that stand down; null = the user switched that off */
  readonly standing?: Standing | null
  /** the same for cards of one kind, and for those shown at this placement, in this scope */
  readonly standingOf?: {
    readonly kinds: Readonly<Partial<Record<Kind, Standing>>>
    readonly placement: Standing | null
  } | null
  /** what cards of a kind did at this very placement, pooled; absent = never seen there */
  readonly placed?: Readonly<Partial<Record<Kind, Contrast>>>
}
export interface Ranked {
  readonly card: string
  readonly slot: "norms" | "negatives" | "tactics" | "facts"
  readonly score: number
  readonly shown: boolean
  readonly chance: Unit
  /** why not shown; null when shown */
  readonly reason: string | null
}
export type RankAnswer = readonly Ranked[]

// stage: where does a card stand? Rules combine in list order; the first that moves the card wins.

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

// admit: does a proposal come in? Deterministic: anchor, kind × evidence, novelty, budget. Refusals are values.

export interface EvidenceFacts {
  readonly kind: EvidenceKind
  /** span in range, hash equal, text still there */
  readonly holds: boolean
  /** the cited words; null when forgotten */
  readonly quote: string | null
  /** the whole text it was cut from, so that quotes, fences, pastes and negation around it can be seen */
  readonly context: string | null
  /** typed by the user in an interactive episode */
  readonly typed: boolean
  /** a salient success (tactics) or failure (negative results) stands in the same segment */
  readonly outcome: "success" | "failure" | null
}
export interface Near {
  readonly card: string
  readonly kind: Kind
  readonly stage: Stage
  readonly statement: string
  readonly topic: string
  /** how alike by words, 0 … 1 */
  readonly jaccard: number
  readonly at: number
  /** it lies in the repository where the proposal was made, which reaches further */
  readonly narrower?: boolean
}
export interface AdmitInput {
  readonly kind: Kind
  readonly statement: string
  readonly topic: string
  /** what the proposer marked it with (core/check/guard.ts TAG); absent = nothing */
  readonly tags?: readonly string[]
  readonly scope: Scope
  readonly proposer: string
  readonly provenance: Provenance
  readonly trust: Trust | null
  /** false: only heard; absent = sure */
  readonly sure?: boolean
  /** true: it waits for the user's yes */
  readonly ask?: boolean
  readonly evidence: readonly EvidenceFacts[]
  readonly near: readonly Near[]
  /** cards in use of the same (tier, kind group), and admitted so far in this episode (all, tactics) */
  readonly live: number
  readonly episodeAdmitted: number
  readonly episodeTactics: number
  readonly at: number
}
/** Why a proposal stays out: a closed list, one word each for the ledger. */
export const REFUSALS = [
  "malformed-statement",
  "no-evidence",
  "span-broken",
  "text-gone",
  "forgotten",
  "taken-back",
  "needs-user-words",
  "awaits-user",
  "not-typed",
  "proposer-may-not",
  "proposer-distrusted",
  "not-own-words",
  "not-asserted",
  "not-verbatim",
  "needs-anchor",
  "imperative-from-data",
  "no-success",
  "no-failure",
  "says-nothing",
  "taught-nothing",
  "not-novel",
  "disputes-card",
  "older-than-card",
  "budget-scope",
  "budget-episode",
  "budget-tactics",
] as const
type Refusal = (typeof REFUSALS)[number]

export type AdmitAnswer =
  /** `needs`: independent episodes that have to speak for it before it leaves trial */
  | { readonly act: "admit"; readonly stage: "trial" | "active"; readonly needs?: number }
  | { readonly act: "merge"; readonly into: string }
  | { readonly act: "supersede"; readonly old: string; readonly also?: readonly string[] }
  /** `against`: the card it contradicts; the fold opens a dispute there */
  | { readonly act: "refuse"; readonly refused: Refusal; readonly against?: string }

export interface Answer {
  readonly answer: AdmitAnswer
  readonly because: string
}
export const refuse = (refused: Refusal, because: string): Answer => ({ answer: { act: "refuse", refused }, because })
export const supersedes = (old: Near, because: string): Answer => ({
  answer: { act: "supersede", old: old.card },
  because,
})
export const merges = (into: Near, because: string): Answer => ({ answer: { act: "merge", into: into.card }, because })
export const disputes = (near: Near, because: string): Answer => ({
  answer: { act: "refuse", refused: "disputes-card", against: near.card },
  because,
})
