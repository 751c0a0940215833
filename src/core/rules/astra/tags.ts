// The gardener's memory of tags: each one kept once with its weight, the last of all cards, the counters, and whether promotions
// are frozen. Tags come from what is said and from acts on cards (S1-31..39, S1-75, D04).
import { tripKey } from "../../assess/tables.ts"
import type { Event } from "../../events/define.ts"
import type { TagCounts } from "../../questions/worth.ts"
import { claimOf, wordOf } from "../../trust/answerable.ts"
import { truthScore } from "../../truth.ts"
import type { Rows } from "../../views/rows.ts"
import { type CardView, seqKey, standsBy } from "../../views/state.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import { contentStems } from "../../words/stems.ts"
import type { Consequences, Happened } from "../happening.ts"
import type { RuleContext } from "../rule.ts"
import { findTags, type Target, tagCue } from "./find-tags.ts"
import * as weights from "./formulas.ts"

// The anchors of g_align: what a repository's prompts were about at first, and what they are about now (S1-26, S1-27). Kept as keyed
// hashes of word stems, so that no word lies here; alignment is the cosine of a card's stems with each.

type Bag = Readonly<Record<string, number>>
interface Anchors {
  readonly prompts: number
  readonly origin: Bag
  /** the last prompts, oldest first */
  readonly live: readonly (readonly string[])[]
}
export const ANCHORS = table<Anchors>("anchors", "scope")
const NONE: Anchors = { prompts: 0, origin: {}, live: [] }
const MOST_STEMS = 60

export const stemsIn = (context: RuleContext, text: string): readonly string[] =>
  [...new Set(contentStems(text))].slice(0, MOST_STEMS).map(stem => context.hash(stem))

/** The first so many prompts make the origin; the last so many the live anchor. */
export function follow(context: RuleContext, scope: string, stems: readonly string[], most: number): void {
  const known = ANCHORS.get(context.rows, scope) ?? NONE
  const origin = known.prompts < most ? bag([stems], known.origin) : known.origin
  ANCHORS.set(context.rows, scope, { prompts: known.prompts + 1, origin, live: [...known.live, stems].slice(-most) })
}

const bag = (lists: readonly (readonly string[])[], start: Bag = {}): Bag => {
  const sum: Record<string, number> = { ...start }
  for (const stem of lists.flat()) sum[stem] = (sum[stem] ?? 0) + 1
  return sum
}

function cosine(stems: readonly string[], anchor: Bag): number {
  const sizes = stems.length * Object.values(anchor).reduce((sum, n) => sum + n * n, 0)
  // words that share nothing, or none at all, are as far from the one anchor as from the other
  return stems.reduce((sum, stem) => sum + (anchor[stem] ?? 0), 0) / Math.sqrt(sizes || 1)
}

/** g_align of a card's stems; undefined until there was a beginning and something since (S1-67). */
export function alignedWith(
  context: RuleContext,
  scope: string,
  stems: readonly string[],
  most: number,
  p: weights.TagParams,
): number | undefined {
  const known = ANCHORS.get(context.rows, scope)
  if (!known || known.prompts < 2 * most) return undefined
  return weights.selfAlignment(cosine(stems, bag(known.live)), cosine(stems, known.origin), p)
}

/** The last tags of all, oldest first: weight, and whether the user gave it. */
type RecentTags = readonly (readonly [weight: number, user: boolean])[]

export const TAG = table<weights.KeptTag>("tag", "card/n")
export const TAG_COUNTS = table<TagCounts>("tag_counts", "all")
export const RECENT_TAGS = table<RecentTags>("recent_tags", "all")
/** the key of the trip that froze promotions; no row while they are free */
export const FREEZE = table<string>("freeze", "all")

export const tagCounts = (rows: Rows): TagCounts =>
  TAG_COUNTS.get(rows, "all") ?? { kept: 0, repeated: 0, gated: 0, loose: 0 }
export const tagsOn = (rows: Rows, card: string): readonly weights.KeptTag[] => TAG.values(rows, `${card}/`)
const recentTags = (rows: Rows): RecentTags => RECENT_TAGS.get(rows, "all") ?? []
export const storeScore = (rows: Rows) => weights.globalScore(recentTags(rows).map(([weight]) => weight))

/** Share of doubts among the user's last tags; null while they are few. */
export function doubtRate(rows: Rows, least: number): number | null {
  const mine = recentTags(rows).filter(([, user]) => user)
  return mine.length < least ? null : mine.filter(([weight]) => weight < 0).length / mine.length
}

/** What stands for a card keeps it, what stands against it doubts it. */
const tagOf = (good: 0 | 1 | null | undefined): weights.Tag | undefined =>
  good == null ? undefined : good === 1 ? "keep" : "doubt"
export const GARDEN_PARAMS = {
  ...weights.TAG_PARAMS,
  leastAlignment: 0.2,
  globalWindow: 50,
  globalLeast: 10,
  breakerNeg: 0.6,
  start: 0.5,
  anchorPrompts: 12,
}
export type GardenParams = typeof GARDEN_PARAMS
export const HABIT = table<readonly [keep: number, against: number]>("habit", "actor")

interface Tagged {
  readonly tag: weights.Tag
  readonly actor: string
  readonly card: string | null
  readonly alignment: number
  /** keyed hash of the words, for telling repeats apart */
  readonly content: string
  /** g_align of the card */
  readonly self?: number
}

/** Takes in the tags that an event holds (S1-37). */
export function takeIn(context: RuleContext, event: Event, p: GardenParams): Consequences {
  const tags = inEvent(context, event).map(heard => ({ ...heard, ...selfOf(context, event, heard.card, p) }))
  return { follows: tags.flatMap(heard => take(context, event, heard, p)) }
}

/** How near the card is to what work is about now, against what it was about at first. */
function selfOf(context: RuleContext, event: Event, id: string | null, p: GardenParams): Pick<Tagged, "self"> {
  const card = id === null ? undefined : TABLE.card.get(context.rows, id)
  if (!card) return {}
  const scope = card.scope.tier === "repo" ? card.scope.id : (event.scope ?? "-")
  const self = context.read(`anchored ${card.id}`, () => {
    const words = context.text(card.statement)
    return words === null ? null : (alignedWith(context, scope, stemsIn(context, words), p.anchorPrompts, p) ?? null)
  })
  return self === null ? {} : { self }
}

function inEvent(context: RuleContext, event: Event): readonly Tagged[] {
  const { type, data } = event
  if (type === "prompt.submitted")
    return data.author === "user" ? listen(context, event, "user", String(data.prompt)) : []
  if (type === "agent.replied") return listen(context, event, "agent", String(data.text))
  if (type === "feedback.given") {
    const claim = data.about === "card" ? claimOf(String(data.tag)) : null
    const tag = data.tag === "artifact" && claim !== null ? "artifact" : tagOf(claim)
    const content = context.hash(data.note === null ? type : String(data.note))
    return tag ? [{ tag, actor: String(data.by), card: String(data.target), alignment: 1, content }] : []
  }
  const tag = tagOf(wordOf(type, data)?.good)
  return tag ? [{ tag, actor: "user", card: String(data.card), alignment: 1, content: context.hash(type) }] : []
}

const listen = ({ rows, text, hash, read, readBy }: RuleContext, event: Event, actor: string, ref: string) =>
  read("tags", () => {
    const said = readBy(tagCue, [ref], null) ? text(ref) : null
    if (said === null) return []
    return findTags(said, cardsAtHand(rows, event, text), 0).map(({ tag, card, alignment, words }) => {
      return { tag, actor, card: alignment > 0 ? card : null, alignment, content: hash(words) }
    })
  })

function cardsAtHand(rows: Rows, event: Event, text: RuleContext["text"]): readonly Target[] {
  const scope = event.scope ?? (event.episode === null ? null : TABLE.episode.get(rows, event.episode)?.scope)
  return [...(scope == null ? [] : [`repo:${scope}/`]), "global:me/"].flatMap(prefix =>
    TABLE.scopeCards.list(rows, prefix).flatMap(([key]) => {
      const card = TABLE.card.get(rows, key.slice(key.lastIndexOf("/") + 1))
      const statement = card && text(card.statement)
      // What a sentence brought up is not what it stands by.
      return statement && card.evidence.every(e => e.event !== event.id) ? [{ id: card.id, statement }] : []
    }),
  )
}

/** Sorts out one tag, keeps it if it counts, and says what follows: promotions frozen or free, the card looked at. */
function take({ rows }: RuleContext, event: Event, heard: Tagged, p: GardenParams): readonly Happened[] {
  const { tag, actor, content, alignment, self } = heard
  const card = heard.card === null ? undefined : TABLE.card.get(rows, heard.card)
  const said = { tag, actor, at: event.ts, episode: event.episode, content }
  const what = sortOut(rows, card, heard, said, p)
  const counts = { ...tagCounts(rows), [what]: tagCounts(rows)[what] + 1 }
  TAG_COUNTS.set(rows, "all", counts)
  if (what !== "kept" || !card) return []
  const who = weights.actorKey(actor)
  const trust = weights.ACTOR.get(rows, who)?.t ?? p.start
  const before = HABIT.get(rows, who) ?? ([0, 0] as const)
  const facts = { tag, alignment, confidence: confidenceOf(card), trust, self, habit: weights.habitOf(before, tag) }
  const weight = weights.tagWeight(facts, p)
  HABIT.set(rows, who, weights.isNegative(tag) ? [before[0], before[1] + 1] : [before[0] + 1, before[1]])
  TAG.set(rows, `${card.id}/${seqKey(counts.kept)}`, { ...said, alignment, weight })
  RECENT_TAGS.set(rows, "all", [...recentTags(rows), [weight, actor === "user"] as const].slice(-p.globalWindow))
  return [...watchPromotions(rows, event, p), { what: "card spoken of", card: card.id }]
}

function sortOut(
  rows: Rows,
  card: CardView | undefined,
  { tag, alignment, actor }: Tagged,
  said: Parameters<typeof weights.isRepeat>[1],
  p: GardenParams,
): keyof TagCounts {
  if (!card) return "loose"
  if (weights.isGated(tag, alignment, p)) return "gated"
  if (actor !== "user" && tag !== "keep" && standsBy(card)) return "gated"
  if (alignment < p.leastAlignment) return "loose"
  return weights.isRepeat(tagsOn(rows, card.id), said, p) ? "repeated" : "kept"
}

/** How sure a card is: what its value rule says, else what stands for it against what stands against it. */
const confidenceOf = (card: CardView): number => card.value?.utility ?? truthScore(card.support, card.contradiction)

/** Promotions freeze while most of the last tags are negative (S1-75); one log with the other breakers (D04). */
function watchPromotions(rows: Rows, event: Event, p: GardenParams): readonly Happened[] {
  const { neg, n } = storeScore(rows)
  const bad = n >= p.globalLeast && neg > p.breakerNeg
  const frozen = FREEZE.get(rows, "all")
  if (bad === (frozen !== undefined)) return []
  if (frozen !== undefined) {
    FREEZE.delete(rows, "all")
    return [{ what: "breaker over", key: frozen }]
  }
  const because = `${Math.round(neg * n)} of the last ${n} tags are negative`
  const trip = { breaker: "promotion", scope: null, episode: event.episode ?? "", trip: "global_neg" } as const
  FREEZE.set(rows, "all", tripKey(trip, event.seq))
  return [{ what: "breaker tripped", trip: { ...trip, rule: "gardener@3", intervention: "freeze", because } }]
}
