// Seed 001's gardener at work: tags are found in what is said and done, weighed, kept once, and the tagged card is looked at.
// The promotion breaker follows the last tags of all (S1-31..39, S1-75, D04). The stage rule decides; decisions.ts remembers.
import type { Event } from "../events/define.ts"
import type { ValueAnswer } from "../questions/value.ts"
import { cueOf, findTags, sentencesOf, type Target } from "../trust/find-tags.ts"
import { isGated, isRepeat, type KeptTag, type Tag, tagWeight } from "../trust/tag-weight.ts"
import { truthScore } from "../truth.ts"
import { cardOf, episodeOf, type FoldContext } from "./context.ts"
import { noteEvidence } from "./decisions.ts"
import { moveStage } from "./stages.ts"
import { type CardView, seqKey, standsBy } from "./state.ts"
import { TABLE } from "./tables.ts"
import {
  freezeOf,
  type OutcomeParams,
  outcomeParams,
  recentTags,
  storeScore,
  type TagCounts,
  tagCounts,
  tagsOn,
} from "./tag-rows.ts"
import { endTrip, logTrip } from "./trips.ts"
import { trustIn } from "./trust.ts"

const ACTS: Readonly<Record<string, Tag>> = {
  "card.confirmed": "keep",
  "card.pinned": "keep",
  "card.verified": "keep",
  "card.archived": "doubt",
  "card.corrected": "doubt",
}
const MARKS: Readonly<Record<string, Tag>> = {
  keep: "keep",
  useful: "keep",
  doubt: "doubt",
  wrong: "doubt",
  artifact: "artifact",
}

/** After an event's reducer. */
export function tend(context: FoldContext, event: Event): void {
  const p = outcomeParams(context)
  if (!p) return
  const { type, data } = event
  if (type === "prompt.submitted" && data.author === "user") listen(context, event, "user", String(data.prompt), p)
  if (type === "agent.replied") listen(context, event, "agent", String(data.text), p)
  if (type === "evidence.checked") noteEvidence(context, data.holds === true ? 1 : -1)
  const others = (type === "card.pinned" && data.on !== true) || (type === "card.archived" && data.by !== undefined)
  const act = others ? undefined : ACTS[type]
  const mine = { actor: "user", card: String(data.card), alignment: 1 }
  if (act) takeTag(context, event, { tag: act, ...mine, content: context.hash(type) }, p)
  const mark = type === "feedback.given" && data.about === "card" ? MARKS[String(data.tag)] : undefined
  if (mark) {
    const content = context.hash(data.note === null ? type : String(data.note))
    takeTag(context, event, { tag: mark, actor: String(data.by), card: String(data.target), alignment: 1, content }, p)
  }
}

interface Heard {
  readonly tag: Tag
  readonly actor: string
  readonly card: string | null
  readonly alignment: number
  /** keyed hash of the words, for telling repeats apart */
  readonly content: string
}

/** Tags in conversation (S1-37). */
function listen(context: FoldContext, event: Event, actor: string, ref: string, p: OutcomeParams): void {
  const heard = context.read("tags", (): readonly Heard[] => {
    const text = context.text(ref)
    if (text === null || !sentencesOf(text).some(cueOf)) return []
    return findTags(text, cardsAtHand(context, event), 0).map(({ tag, card, alignment, words }) => {
      return { tag, actor, card: alignment > 0 ? card : null, alignment, content: context.hash(words) }
    })
  })
  for (const found of heard) takeTag(context, event, found, p)
}

function cardsAtHand(context: FoldContext, event: Event): readonly Target[] {
  const scope = event.scope ?? episodeOf(context.rows, event.episode)?.scope
  return [...(scope == null ? [] : [`repo:${scope}/`]), "global:me/"].flatMap(prefix =>
    TABLE.scopeCards.list(context.rows, prefix).flatMap(([key]) => {
      const card = cardOf(context.rows, key.slice(key.lastIndexOf("/") + 1))
      const statement = card && context.text(card.statement)
      // What a sentence brought up is not what it stands by.
      return statement && card.evidence.every(e => e.event !== event.id) ? [{ id: card.id, statement }] : []
    }),
  )
}

function takeTag(context: FoldContext, event: Event, heard: Heard, p: OutcomeParams): void {
  const card = heard.card === null ? undefined : cardOf(context.rows, heard.card)
  const said = {
    ...{ tag: heard.tag, actor: heard.actor, at: event.ts, episode: event.episode },
    content: heard.content,
  }
  const what = sortOut(context, card, heard, said, p)
  counted(context, what)
  if (what === "kept" && card) keepTag(context, event, card, { ...said, alignment: heard.alignment }, p)
}

function sortOut(
  context: FoldContext,
  card: CardView | undefined,
  { tag, alignment, actor }: Heard,
  said: Parameters<typeof isRepeat>[1],
  p: OutcomeParams,
): keyof TagCounts {
  if (!card) return "loose"
  if (actor !== "user" && tag !== "keep" && standsBy(card)) return "gated"
  if (isGated(tag, alignment, p)) return "gated"
  if (alignment < p.leastAlignment) return "loose"
  return isRepeat(tagsOn(context, card.id), said, p) ? "repeated" : "kept"
}

function keepTag(
  context: FoldContext,
  event: Event,
  card: CardView,
  said: Omit<KeptTag, "weight">,
  p: OutcomeParams,
): void {
  const { tag, actor, alignment } = said
  // Nothing scales the user's words (D63).
  const trust = actor === "user" ? null : trustIn(context, actor).mean
  const weight = tagWeight({ tag, alignment, confidence: confidenceOf(card), trust }, p)
  const n = (TABLE.meta.get(context.rows, "tags") ?? 0) + 1
  TABLE.meta.set(context.rows, "tags", n)
  TABLE.tag.set(context.rows, `${card.id}/${seqKey(n)}`, { ...said, weight } satisfies KeptTag)
  const recent = [...recentTags(context), [weight, actor === "user"] as const].slice(-p.globalWindow)
  TABLE.recentTags.set(context.rows, "all", recent)
  watchPromotions(context, event, p)
  moveStage(context, event, card.id)
}

function counted(context: FoldContext, what: keyof TagCounts): void {
  const counts = tagCounts(context)
  TABLE.tagCounts.set(context.rows, "all", { ...counts, [what]: counts[what] + 1 })
}

/** How sure a card is: what its value rule says, else what stands for it against what stands against it. */
const confidenceOf = (card: CardView): number =>
  (card.value as ValueAnswer | null)?.utility ?? truthScore(card.support, card.contradiction)

/** Promotions freeze while most of the last tags are negative (S1-75); one log with the other breakers (D04). */
function watchPromotions(context: FoldContext, event: Event, p: OutcomeParams): void {
  const { neg, n } = storeScore(context)
  const bad = n >= p.globalLeast && neg > p.breakerNeg
  const trip = freezeOf(context)
  if (bad === (trip !== null)) return
  if (trip !== null) endTrip(context, trip)
  const because = `${Math.round(neg * n)} of the last ${n} tags are negative`
  const what = { breaker: "promotion", scope: null, episode: event.episode ?? "", rule: "gardener@1" } as const
  const frozen = bad ? logTrip(context, event, { ...what, trip: "global_neg", intervention: "freeze", because }) : null
  TABLE.freeze.set(context.rows, "all", { trip: frozen })
}
