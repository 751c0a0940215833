// Seed 001's formulas, pure numbers: the trust of an actor and what one tag weighs. Where tags come from is find-tags.ts.
import { clamp, clampUnit } from "../../stats.ts"
import { DAY } from "../../time.ts"
import { type Posterior, sourceKey } from "../../trust/tally.ts"
import { table } from "../../views/table.ts"

// Seed 001's trust of an actor: an average that moves by a shrinking step towards each outcome, gated by its size (S1-03..11,
// S1-29). The seed gives no interval; the one here follows from how much the average still remembers.

export const TRUST_PARAMS = {
  start: 0.5,
  alpha0: 0.3,
  kSamples: 50,
  rMin: 0.1,
  /** "reward": the share shrinks the reward, as the seed has it (S1-16); "step": it shortens the step (D20) */
  shareAs: "reward" as "reward" | "step",
  /** for the interval only */
  startWeight: 3,
}
export type RewardTrustParams = typeof TRUST_PARAMS
interface ActorTrust {
  readonly t: number
  readonly n: number
  /** sum of squared weights of what the average remembers */
  readonly v: number
}

export const ACTOR = table<ActorTrust>("actor", "source")
export const actorKey = sourceKey

export const freshTrust = (p: RewardTrustParams): ActorTrust => ({ t: p.start, n: 0, v: 1 / p.startWeight })
/** a = a0 / (1 + n/k) (S1-05) */
export const stepSize = (n: number, p: RewardTrustParams): number => p.alpha0 / (1 + n / p.kSamples)
/** q = (r + 1) / 2 (S1-04) */
export const outcomeOf = (r: number): number => 0.5 * (r + 1)
/** g_trust = 0.5 + T (S1-09, S1-29) */
export const trustMultiplier = (t: number): number => 0.5 + clampUnit(t)

/** One update (S1-04..06, S1-10). The gate looks at what moves trust: the whole reward, or the actor's part of it. */
export function rewarded(
  old: ActorTrust,
  { r, share, step }: { readonly r: number; readonly share: number; readonly step: number },
  p: RewardTrustParams,
): ActorTrust {
  const part = r * (p.shareAs === "reward" ? share : Math.sign(share))
  if (Math.abs(part) < p.rMin) return old
  const a = stepSize(old.n, p) * step * (p.shareAs === "step" ? Math.abs(share) : 1)
  return {
    t: clampUnit((1 - a) * old.t + a * outcomeOf(part)),
    n: old.n + 1,
    v: (1 - a) ** 2 * old.v + a ** 2,
  }
}

/** A Beta with the average as its mean and as many observations as it remembers. */
export function remembered({ t, v }: ActorTrust): Posterior {
  const size = Math.max(0.5, 1 / v)
  const mean = Math.min(1 - 1e-6, Math.max(1e-6, t))
  return { a: mean * size, b: (1 - mean) * size }
}

const TAGS = ["keep", "doubt", "artifact"] as const
export type Tag = (typeof TAGS)[number]
export const isNegative = (tag: Tag): boolean => tag !== "keep"

export const TAG_PARAMS = {
  alignExponent: 1.5,
  dedupSeconds: 120,
  base: { keep: 1, doubt: -1, artifact: -0.5 } satisfies Record<Tag, number>,
  precision: 1.2,
  gate: 0.2,
  convictionFloor: 0.5,
  convictionSlope: 1.5,
}
export type TagParams = typeof TAG_PARAMS

/** ((a_live − a_origin + 1)/2)^α. The base may be negative or above 1, so it is clamped (S1-26, D23). */
export const selfAlignment = (live: number, origin: number, p: TagParams): number =>
  clampUnit((live - origin + 1) / 2) ** p.alignExponent

export const conviction = (confidence: number, p: TagParams): number =>
  p.convictionFloor + p.convictionSlope * clampUnit(confidence)

/** An anti-aligned tag is not a precise one: nothing below 0 counts (D24). */
export const precisionOf = (alignment: number, p: TagParams): number => clampUnit(alignment) ** p.precision

export const isGated = (tag: Tag, alignment: number, p: TagParams): boolean => isNegative(tag) && alignment < p.gate

/** The document's three multipliers on its base weight; the user's trust is learned like anybody's (S1-03, S1-33). */
export function tagWeight(
  facts: {
    readonly tag: Tag
    readonly alignment: number
    /** how sure the card is, 0 … 1 */
    readonly confidence: number
    /** T of who said it */
    readonly trust: number
    /** g_align of the card; absent without anchors (S1-67) */
    readonly self?: number
    readonly habit?: number
  },
  p: TagParams,
): number {
  const { tag, alignment, confidence, trust, self, habit } = facts
  if (isGated(tag, alignment, p)) return 0
  const known = precisionOf(alignment, p) * conviction(confidence, p) * trustMultiplier(trust)
  return p.base[tag] * known * ((self ?? NEUTRAL(p)) / NEUTRAL(p)) * (habit ?? 1)
}
/** What g_align is for a card as near to the live anchor as to the first one: such a card is neither eager nor stubborn. */
const NEUTRAL = (p: TagParams): number => 0.5 ** p.alignExponent
/** Who always says the same says less by it: 0.5 … 1.5, learned per actor, 1 for a newcomer (S1-74). */
export const habitOf = ([keep, against]: readonly [number, number], tag: Tag): number =>
  1.5 - ((isNegative(tag) ? against : keep) + 2) / (keep + against + 4)
/** A tag as it is kept: who said it of which card, when, and what it came to. */
export interface KeptTag {
  readonly tag: Tag
  readonly actor: string
  readonly at: number
  readonly episode: string | null
  /** keyed hash of the words, so that the same words again can be told from others */
  readonly content: string
  readonly alignment: number
  readonly weight: number
}

/** The same again: same words within the window, or a template that comes back in one episode; other words are another context (S1-31). */
export const isRepeat = (
  known: readonly KeptTag[],
  tag: Pick<KeptTag, "tag" | "actor" | "at" | "episode" | "content">,
  p: TagParams,
): boolean =>
  known.some(
    k =>
      k.tag === tag.tag &&
      k.actor === tag.actor &&
      k.content === tag.content &&
      ((tag.episode !== null && k.episode === tag.episode) || tag.at - k.at <= p.dedupSeconds * 1000),
  )

/** score(card): signed and negative weight over all weight plus one, so that a lone weak tag says little (S1-35). */
export function scoreOf(tags: readonly KeptTag[]) {
  let signed = 0
  let negative = 0
  let all = 0
  const by = new Map<string, number>()
  const episodes = new Set<string>()
  for (const { actor, weight, episode, at } of tags) {
    const size = Math.abs(weight)
    if (size === 0) continue
    signed += weight
    if (weight < 0) negative += size
    all += size
    by.set(actor, (by.get(actor) ?? 0) + size)
    episodes.add(episode ?? `day ${Math.floor(at / DAY)}`)
  }
  return {
    feedback: clamp(signed / (1 + all), -1, 1),
    neg: clampUnit(negative / (1 + all)),
    /** shares of actors, adding up to 1; empty without tags */
    contributions: Object.fromEntries([...by].sort().map(([actor, size]) => [actor, size / all])),
    /** that spoke independently; a tag outside of one counts by its day */
    episodes: episodes.size,
  }
}

/** global_score(): the mean direction and the negative share of the last so many tags (S1-36, D04). */
export function globalScore(weights: readonly number[]) {
  const n = weights.length
  if (n === 0) return { feedback: 0, neg: 0, n }
  return {
    feedback: weights.reduce((sum, w) => sum + Math.sign(w), 0) / n,
    neg: weights.filter(w => w < 0).length / n,
    n,
  }
}
