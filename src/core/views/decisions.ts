// Decisions of seed 001 and what time says of them: a card changed its stage, its actors have shares in that, and after two hours,
// a day and a week the fold's clock asks what came of it and moves their trust (S1-12..25, S1-40, D21, D29).
import type { Event } from "../events/define.ts"
import type { Stage } from "../model.ts"
import {
  type Course,
  coherenceChange,
  conflictChange,
  type RewardTerms,
  rewardOf,
  stabilityOf,
  validationOf,
} from "../trust/outcome-reward.ts"
import { scoreOf } from "../trust/tag-weight.ts"
import { cardOf, clockOf, count, episodeOf, type FoldContext, schedule } from "./context.ts"
import { type CardView, isLive, scopeKey, seqKey } from "./state.ts"
import { TABLE } from "./tables.ts"
import { doubtRate, type OutcomeParams, outcomeParams, tagsOn } from "./tag-rows.ts"
import { moveTrust } from "./trust.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** user tags before a doubt rate means anything */
const LEAST_TAGS = 5
const HORIZONS = ["short", "long", "week"] as const
export type Horizon = (typeof HORIZONS)[number]

export interface Evaluation {
  readonly horizon: Horizon
  readonly at: number
  /** null: none of its terms could be known */
  readonly r: number | null
  readonly terms: RewardTerms
}
export interface DecisionView {
  readonly card: string
  readonly at: number
  readonly seq: number
  readonly from: Stage | null
  readonly to: Stage
  /** eligibility: who had a part in it; adds up to 1 */
  readonly shares: Readonly<Record<string, number>>
  readonly conflicts: number
  readonly doubtRate: number | null
  readonly evaluated: readonly Evaluation[]
}

/** Recorded when a stage changed and somebody spoke for that; a scan that changes nothing is no decision (D29). */
export function recordDecision(
  context: FoldContext,
  event: Pick<Event, "seq">,
  card: CardView,
  from: Stage | null,
  to: Stage,
): void {
  const p = outcomeParams(context)
  if (!p) return
  const tagged = scoreOf(tagsOn(context, card.id)).contributions
  // Coming in is its proposer's doing; later moves are those of who tagged it.
  const shares = Object.keys(tagged).length > 0 ? tagged : from === null ? { [actorOf(card)]: 1 } : null
  if (shares === null) return
  const n = (TABLE.meta.get(context.rows, "decisions") ?? 0) + 1
  TABLE.meta.set(context.rows, "decisions", n)
  const key = seqKey(n)
  const at = clockOf(context.rows)
  const conflicts = openConflicts(context, card)
  const past = TABLE.conflicts.get(context.rows, "all") ?? []
  TABLE.conflicts.set(context.rows, "all", [...past, conflicts].slice(-p.courseKept))
  const decision: DecisionView = {
    ...{ card: card.id, at, seq: event.seq, from, to, shares, conflicts },
    ...{ doubtRate: doubtRate(context, LEAST_TAGS), evaluated: [] },
  }
  TABLE.decision.set(context.rows, key, decision)
  TABLE.cardDecision.set(context.rows, `${card.id}/${key}`, 1)
  for (const horizon of HORIZONS) schedule(context.rows, at + horizonOf(horizon, p), "trust", `${horizon}-${key}`)
}

/** The user's own words have the user behind them, whoever read them out. */
const actorOf = (card: CardView): string => (card.source === "user" ? "user" : card.proposer)
const horizonOf = (horizon: Horizon, p: OutcomeParams): number =>
  horizon === "week" ? p.stabilityDays * DAY : HOUR * (horizon === "short" ? p.horizonShortHours : p.horizonLongHours)

/** Due: a horizon of a decision has passed. */
export function decisionDue(context: FoldContext, event: Pick<Event, "seq">, id: string, at: number): void {
  const p = outcomeParams(context)
  const [horizon, key] = id.split("-") as [Horizon, string]
  const decision = TABLE.decision.get(context.rows, key)
  const card = decision && cardOf(context.rows, decision.card)
  if (!p || !decision || !card) return
  const terms = horizon === "week" ? afterAWeek(context, decision, card, p) : soonAfter(context, decision, card, at, p)
  const { wCoherence: coherence, wConflict: conflict, wStability: stability, wValidation: validation } = p
  const r = rewardOf(terms, { coherence, conflict, stability, validation })
  const evaluated = [...decision.evaluated, { horizon, at, r, terms }]
  TABLE.decision.set(context.rows, key, { ...decision, evaluated })
  count(context.rows, "evaluations")
  if (r === null) return
  const step = horizon === "short" ? p.stepShort : horizon === "long" ? p.stepLong : p.stepWeek
  const because = `${decision.from ?? "proposed"} → ${decision.to}, after ${WAIT[horizon]}: reward ${r.toFixed(2)}`
  for (const source of Object.keys(decision.shares).sort())
    moveTrust(
      context,
      event,
      { what: "reward", source, r, share: decision.shares[source]!, step, at },
      because,
      card.id,
    )
}
const WAIT: Readonly<Record<Horizon, string>> = { short: "2 h", long: "24 h", week: "7 days" }

function soonAfter(
  context: FoldContext,
  decision: DecisionView,
  card: CardView,
  now: number,
  p: OutcomeParams,
): RewardTerms {
  const until = decision.at + p.validationHours * HOUR
  const since = tagsOn(context, card.id).filter(t => t.actor === "user" && t.at > decision.at && t.at <= until)
  const tags = { keep: since.filter(t => t.weight > 0).length, doubt: since.filter(t => t.weight < 0).length }
  const history = TABLE.conflicts.get(context.rows, "all") ?? []
  return {
    coherence: coherenceChange(courseOf(context), decision.at, now),
    conflict: conflictChange(decision.conflicts, openConflicts(context, card), history),
    stability: null,
    validation: validationOf(tags, { before: decision.doubtRate, now: doubtRate(context, LEAST_TAGS) }, p),
  }
}

/** Stability alone: it cannot be known sooner (D21), and it means something only once something independent spoke (D27). */
function afterAWeek(context: FoldContext, decision: DecisionView, card: CardView, p: OutcomeParams): RewardTerms {
  const rises = isLive(decision.to)
  const until = decision.at + p.stabilityDays * DAY
  const later = TABLE.cardDecision
    .list(context.rows, `${card.id}/`)
    .flatMap(([key]) => TABLE.decision.get(context.rows, key.slice(key.lastIndexOf("/") + 1)) ?? [])
    .filter(d => d.seq > decision.seq && d.at <= until)
  const reversed = isLive(card.stage) !== rises || later.some(d => isLive(d.to) !== rises)
  const stability = stabilityOf(reversed, spokenFor(context, decision, card))
  return { coherence: null, conflict: null, stability, validation: null }
}

/** Something independent of who decided: the user tagged it since, or it was shown in an episode whose end is known. */
function spokenFor(context: FoldContext, decision: DecisionView, card: CardView): boolean {
  if (tagsOn(context, card.id).some(t => t.actor === "user" && t.at > decision.at)) return true
  return TABLE.seenBy.list(context.rows, `${card.id}/`).some(([, seen]) => {
    const verdict = seen.at > decision.at && seen.episode !== card.episode && episodeOf(context.rows, seen.episode)
    return verdict ? verdict.verdict !== "unjudged" : false
  })
}

/** Cards of the same scope that something open speaks against. */
const openConflicts = (context: FoldContext, card: CardView): number =>
  TABLE.scopeCards
    .list(context.rows, `${scopeKey(card.scope)}/`)
    .filter(([key]) => (cardOf(context.rows, key.slice(key.lastIndexOf("/") + 1))?.disputes.length ?? 0) > 0).length

export const courseOf = (context: Pick<FoldContext, "rows">): Course => TABLE.course.get(context.rows, "all") ?? []

/** Coherence follows anchored evidence: does it agree with the cards in use (1) or not (−1)? (S1-17, S1-25, S1-55) */
export function noteEvidence(context: FoldContext, agrees: number): void {
  const p = outcomeParams(context)
  if (!p) return
  const course = courseOf(context)
  const level = course[course.length - 1]?.[1] ?? 0
  const next = [clockOf(context.rows), level + p.coherenceStep * (agrees - level)] as const
  TABLE.course.set(context.rows, "all", [...course, next].slice(-p.courseKept))
}

/** An episode in which cards were shown came to an end: its verdict is evidence about the cards in use. */
export function noteEpisode(context: FoldContext, id: string): void {
  const episode = episodeOf(context.rows, id)
  if (!episode || episode.packs === 0 || episode.p === null || episode.verdict === "unjudged") return
  noteEvidence(context, 2 * episode.p - 1)
}
