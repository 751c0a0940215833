// What the fold keeps of seed 001's tags, for those who read them: the score of a card, the last tags of all, the counters, and
// whether promotions are frozen. Only presets whose trust rule weighs outcomes keep any.
import type { RewardTrustParams } from "../trust/reward-trust.ts"
import {
  type GlobalScore,
  globalScore,
  type KeptTag,
  scoreOf,
  type TagParams,
  type TagScore,
} from "../trust/tag-weight.ts"
import { type FoldContext, ruleFor } from "./context.ts"
import { TABLE } from "./tables.ts"

export interface OutcomeParams extends RewardTrustParams, TagParams {
  readonly wCoherence: number
  readonly wConflict: number
  readonly wStability: number
  readonly wValidation: number
  readonly horizonShortHours: number
  readonly horizonLongHours: number
  readonly stepShort: number
  readonly stepLong: number
  readonly stepWeek: number
  readonly stabilityDays: number
  readonly validationHours: number
  readonly explicit: number
  readonly implicit: number
  readonly leastAlignment: number
  readonly globalWindow: number
  readonly globalLeast: number
  readonly breakerNeg: number
  readonly coherenceStep: number
  readonly courseKept: number
}
/** What weighs outcomes in this preset; null where trust stands on what became of proposals. */
export function outcomeParams(context: Pick<FoldContext, "preset">): OutcomeParams | null {
  const { params } = ruleFor(context as FoldContext, "trust")
  return typeof params.horizonShortHours === "number" ? (params as unknown as OutcomeParams) : null
}

export interface TagCounts {
  readonly kept: number
  readonly repeated: number
  readonly gated: number
  /** said of no card */
  readonly loose: number
}
export const NO_TAGS: TagCounts = { kept: 0, repeated: 0, gated: 0, loose: 0 }
export const tagCounts = (context: Pick<FoldContext, "rows">): TagCounts =>
  TABLE.tagCounts.get(context.rows, "all") ?? NO_TAGS

/** The last tags of all, oldest first: weight, and whether the user gave it. */
export type RecentTags = readonly (readonly [weight: number, user: boolean])[]
export const recentTags = (context: Pick<FoldContext, "rows">): RecentTags =>
  TABLE.recentTags.get(context.rows, "all") ?? []
export const storeScore = (context: Pick<FoldContext, "rows">): GlobalScore =>
  globalScore(recentTags(context).map(([weight]) => weight))

/** Share of doubts among the user's last tags; null while they are few. */
export function doubtRate(context: Pick<FoldContext, "rows">, least: number): number | null {
  const mine = recentTags(context).filter(([, user]) => user)
  return mine.length < least ? null : mine.filter(([weight]) => weight < 0).length / mine.length
}

export const tagsOn = (context: Pick<FoldContext, "rows">, card: string): readonly KeptTag[] =>
  TABLE.tag.list(context.rows, `${card}/`).map(([, tag]) => tag)

export interface StageTags extends Pick<TagScore, "feedback" | "neg" | "episodes"> {
  readonly frozen: boolean
  readonly user: boolean
}
/** What a stage rule may know of a card's tags; undefined when there are none. */
export function stageTags(context: FoldContext, card: string): StageTags | undefined {
  if (!outcomeParams(context)) return undefined
  const tags = tagsOn(context, card)
  if (tags.length === 0) return undefined
  const { feedback, neg, episodes } = scoreOf(tags)
  return { feedback, neg, episodes, frozen: isFrozen(context), user: tags.some(t => t.actor === "user") }
}

/** The key of the trip that froze promotions; null while they are free. */
export const freezeOf = (context: Pick<FoldContext, "rows">): string | null =>
  TABLE.freeze.get(context.rows, "all")?.trip ?? null
export const isFrozen = (context: Pick<FoldContext, "rows">): boolean => freezeOf(context) !== null
