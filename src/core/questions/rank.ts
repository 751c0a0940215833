// rank: which candidates are shown now, and with what chance? Chance comes in as a seeded generator.
import type { Contrast, Standing } from "../contrast/contrast.ts"
import type { Posterior } from "../learn/state.ts"
import type { Kind, Placement, Stage, Tier, Unit, Value } from "../model.ts"

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
