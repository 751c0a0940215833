// admit: does a proposal come in? Deterministic: anchor, kind × evidence, novelty, budget. Refusals are values.
import type { EvidenceKind, Kind, Provenance, Scope, Stage, Trust } from "../model.ts"

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
