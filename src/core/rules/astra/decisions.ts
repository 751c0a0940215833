// Decisions and what time says of them: a card was put before the agent, spoken of, or changed its stage; its actors have shares in
// that, and after two hours, a day and a week the fold's clock asks what came of it (S1-12..25, S1-38, S1-40, D21).
import type { Stage } from "../../model.ts"
import { type DecisionView, HORIZONS, type Horizon, type RewardTerms } from "../../questions/worth.ts"
import { clamp } from "../../stats.ts"
import { DAY, HOUR } from "../../time.ts"
import type { Rows } from "../../views/rows.ts"
import { type CardView, isLive, scopeKey, seqKey } from "../../views/state.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import type { Consequences } from "../happening.ts"
import { isNegative, type KeptTag, scoreOf } from "./formulas.ts"
import { doubtRate, tagsOn } from "./tags.ts"

export const WAIT: Readonly<Record<Horizon, string>> = { short: "2 h", long: "24 h", week: "7 days" }
export const DECISION_PARAMS = {
  wCoherence: 0.4,
  wConflict: 0.2,
  wStability: 0.2,
  wValidation: 0.2,
  horizonShortHours: 2,
  horizonLongHours: 24,
  stabilityDays: 7,
  validationHours: 24,
  explicit: 0.7,
  implicit: 0.3,
  leastTags: 5,
  coherenceStep: 0.2,
  /** a card is decided about at most once in so many minutes, as the seed scans (S1-39) */
  scanMinutes: 30,
  courseKept: 128,
}
type DecisionParams = typeof DECISION_PARAMS

export const DECISION = table<DecisionView>("decision", "n")
export const CARD_DECISION = table<1>("card_decision", "card/n")
export const CONFLICTS = table<readonly number[]>("conflicts", "all")
export const COURSE = table<Course>("course", "all")
export const DECIDED = table<number>("decided", "decisions or evaluations")

export const decided = (rows: Rows, what: "decisions" | "evaluations"): number => DECIDED.get(rows, what) ?? 0
export const courseOf = (rows: Rows): Course => COURSE.get(rows, "all") ?? []

const decisionsOn = (rows: Rows, card: string): readonly DecisionView[] =>
  CARD_DECISION.list(rows, `${card}/`).flatMap(([key]) => DECISION.get(rows, key.slice(key.lastIndexOf("/") + 1)) ?? [])
type When = { readonly at: number; readonly seq: number }

/** A scan that finds nothing new is no decision; whoever is tagged with it shares in it, else its proposer. */
export function record(
  rows: Rows,
  id: string,
  from: Stage | null,
  to: Stage,
  when: When,
  p: DecisionParams,
): Consequences | undefined {
  const card = TABLE.card.get(rows, id)
  if (!card) return undefined
  const before = decisionsOn(rows, id).at(-1)
  if (from === to && before && when.at - before.at < p.scanMinutes * 60_000) return undefined
  const tagged = sharesIn(tagsOn(rows, id), isLive(to))
  const shares = Object.keys(tagged).length > 0 ? tagged : { [actorOf(card)]: 1 }
  const n = decided(rows, "decisions") + 1
  DECIDED.set(rows, "decisions", n)
  const key = seqKey(n)
  const conflicts = openConflicts(rows, card)
  CONFLICTS.set(rows, "all", [...(CONFLICTS.get(rows, "all") ?? []), conflicts].slice(-p.courseKept))
  const known = { doubtRate: doubtRate(rows, p.leastTags), evaluated: [] }
  DECISION.set(rows, key, { card: id, at: when.at, seq: when.seq, from, to, shares, conflicts, ...known })
  CARD_DECISION.set(rows, `${id}/${key}`, 1)
  return { due: HORIZONS.map(horizon => ({ at: when.at + horizonOf(horizon, p), id: `${horizon}-${key}` })) }
}

/** Shares by what was said of it; below zero for who spoke the other way than it went, and gains by what it loses. */
function sharesIn(tags: readonly KeptTag[], rises: boolean): Readonly<Record<string, number>> {
  const stands = (actor: string) => tags.reduce((sum, tag) => (tag.actor === actor ? sum + tag.weight : sum), 0) >= 0
  const all = Object.entries(scoreOf(tags).contributions)
  return Object.fromEntries(all.map(([actor, share]) => [actor, stands(actor) === rises ? share : -share]))
}

/** Cards that a pack put before the agent: that they stay in use is decided anew, before it is known how the work goes. */
export function putToUse(
  rows: Rows,
  shortlist: readonly { readonly card: string; readonly shown: boolean }[],
  when: When,
  p: DecisionParams,
): Consequences {
  const recorded = shortlist.flatMap(({ card, shown }) => {
    const stage = shown ? TABLE.card.get(rows, card)?.stage : undefined
    return stage ? (record(rows, card, stage, stage, when, p) ?? []) : []
  })
  return { due: recorded.flatMap(then => then.due ?? []) }
}

/** The user's own words have the user behind them, whoever read them out. */
const actorOf = (card: CardView): string => (card.source === "user" ? "user" : card.proposer)
const horizonOf = (horizon: Horizon, p: DecisionParams): number =>
  horizon === "week" ? p.stabilityDays * DAY : HOUR * (horizon === "short" ? p.horizonShortHours : p.horizonLongHours)

export interface Evaluated {
  readonly horizon: Horizon
  readonly decision: DecisionView
  readonly r: number
}
/** A horizon of a decision has passed: what came of it. null when there is nothing to say. */
export function evaluate(rows: Rows, id: string, at: number, p: DecisionParams): Evaluated | null {
  const [name, key] = id.split("-") as [string, string]
  const horizon = HORIZONS.find(h => h === name)
  const decision = DECISION.get(rows, key)
  const card = decision && TABLE.card.get(rows, decision.card)
  if (!horizon || !decision || !card) return null
  const terms = horizon === "week" ? afterAWeek(rows, decision, card, p) : soonAfter(rows, decision, card, at, p)
  const { wCoherence: coherence, wConflict: conflict, wStability: stability, wValidation: validation } = p
  const r = rewardOf(terms, { coherence, conflict, stability, validation })
  DECISION.set(rows, key, { ...decision, evaluated: [...decision.evaluated, { horizon, at, r, terms }] })
  DECIDED.set(rows, "evaluations", decided(rows, "evaluations") + 1)
  return r === null ? null : { horizon, decision, r }
}

const UNKNOWN: RewardTerms = { coherence: null, conflict: null, stability: null, validation: null }

function soonAfter(rows: Rows, decision: DecisionView, card: CardView, now: number, p: DecisionParams): RewardTerms {
  const until = decision.at + p.validationHours * HOUR
  const since = tagsOn(rows, card.id).filter(t => t.actor === "user" && t.at > decision.at && t.at <= until)
  const doubt = since.filter(t => isNegative(t.tag)).length
  const tags = { keep: since.length - doubt, doubt }
  return {
    ...UNKNOWN,
    coherence: coherenceChange(courseOf(rows), decision.at, now),
    conflict: conflictChange(decision.conflicts, openConflicts(rows, card), CONFLICTS.get(rows, "all") ?? []),
    validation: validationOf(tags, { before: decision.doubtRate, now: doubtRate(rows, p.leastTags) }, p),
  }
}

/** Stability alone: it cannot be known sooner (D21), and it means something only once something independent spoke (D27). */
function afterAWeek(rows: Rows, decision: DecisionView, card: CardView, p: DecisionParams): RewardTerms {
  const rises = isLive(decision.to)
  const until = decision.at + p.stabilityDays * DAY
  const later = decisionsOn(rows, card.id).filter(d => d.seq > decision.seq && d.at <= until)
  const reversed = isLive(card.stage) !== rises || later.some(d => isLive(d.to) !== rises)
  return { ...UNKNOWN, stability: stabilityOf(reversed, spokenFor(rows, decision, card)) }
}

/** Something independent of who decided: the user tagged it since, or it was shown in an episode whose end is known. */
function spokenFor(rows: Rows, decision: DecisionView, card: CardView): boolean {
  if (tagsOn(rows, card.id).some(t => t.actor === "user" && t.at > decision.at)) return true
  return TABLE.seenBy.values(rows, `${card.id}/`).some(seen => {
    const counts = seen.at > decision.at && seen.episode !== null && seen.episode !== card.episode
    const episode = counts ? TABLE.episode.get(rows, seen.episode ?? "") : undefined
    return episode !== undefined && episode.verdict !== "unjudged"
  })
}

/** Cards of the same scope that something open speaks against. */
const openConflicts = (rows: Rows, card: CardView): number =>
  TABLE.scopeCards
    .list(rows, `${scopeKey(card.scope)}/`)
    .filter(([key]) => (TABLE.card.get(rows, key.slice(key.lastIndexOf("/") + 1))?.disputes.length ?? 0) > 0).length

/** Coherence follows anchored evidence: does it agree with the cards in use (1) or not (−1)? (S1-17, S1-25, S1-55) */
export function noteEvidence(rows: Rows, at: number, agrees: number, p: DecisionParams): void {
  const level = courseOf(rows).at(-1)?.[1] ?? 0
  const next = [at, level + p.coherenceStep * (agrees - level), agrees] as const
  COURSE.set(rows, "all", [...courseOf(rows), next].slice(-p.courseKept))
}

/** An episode in which cards were shown came to an end: its verdict is evidence about the cards in use. null = it says nothing. */
export function agreementOf(rows: Rows, id: string): number | null {
  const episode = TABLE.episode.get(rows, id)
  if (!episode || episode.packs === 0 || episode.p === null || episode.verdict === "unjudged") return null
  return 2 * episode.p - 1
}

// The reward of a decision: each term −1 … 1 or null when it cannot be known, weighed over what is known (S1-13..22, D21, D22, D27).

/** r over the terms that are known; null when none is (D22). */
export function rewardOf(terms: RewardTerms, weights: Readonly<Record<keyof RewardTerms, number>>): number | null {
  let sum = 0
  let known = 0
  for (const name of ["coherence", "conflict", "stability", "validation"] as const) {
    const term = terms[name]
    if (term === null) continue
    sum += weights[name] * clamp(term, -1, 1)
    known += weights[name]
  }
  return known > 0 ? clamp(sum / known, -1, 1) : null
}

/** [when, coherence so far, what this piece of evidence says], in order of time */
type Course = readonly (readonly [at: number, level: number, agrees: number])[]

/** What coherence did per hour before the decision: the drift that is nobody's doing (S1-25, S1-76). */
export function driftPerHour(before: Course): number {
  const first = before[0]
  const last = before[before.length - 1]
  if (!first || !last || last[0] - first[0] < HOUR) return 0
  return (last[1] - first[1]) / ((last[0] - first[0]) / HOUR)
}

/** How evidence since the decision agrees, less how it did before and less the drift (S1-17). null: no evidence came since. */
export function coherenceChange(course: Course, decidedAt: number, now: number): number | null {
  const before = course.filter(([at]) => at <= decidedAt)
  const since = course.filter(([at]) => at > decidedAt && at <= now)
  if (since.length === 0) return null
  const after = since.reduce((sum, [, , agrees]) => sum + agrees, 0) / since.length
  return clamp(after - (before.at(-1)?.[1] ?? 0) - driftPerHour(before) * ((now - decidedAt) / HOUR), -1, 1)
}

export function percentile(xs: readonly number[], q: number): number {
  const sorted = [...xs].sort((a, b) => a - b)
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)]!
}

/** Fewer open contradictions are better; measured against what was usual at most (S1-18). null: there never was one. */
export function conflictChange(before: number, now: number, history: readonly number[]): number | null {
  const most = percentile(history, 0.95)
  return most > 0 ? clamp((before - now) / most, -1, 1) : null
}

/** −1 when the card was turned round within the window, +1 when it stood and something independent spoke, else 0 (D27). */
export const stabilityOf = (reversed: boolean, confirmed: boolean): -1 | 0 | 1 => (reversed ? -1 : confirmed ? 1 : 0)

/** 0.7 · the user's tags since + 0.3 · fall of the user's doubt rate, over what is known (S1-20..22). */
export function validationOf(
  tags: { readonly keep: number; readonly doubt: number },
  doubtRate: { readonly before: number | null; readonly now: number | null },
  p: Pick<DecisionParams, "explicit" | "implicit">,
): number | null {
  const n = tags.keep + tags.doubt
  const explicit = n > 0 ? (tags.keep - tags.doubt) / n : null
  const implicit = doubtRate.before === null || doubtRate.now === null ? null : doubtRate.before - doubtRate.now
  // A doubt rate alone says nothing about this card.
  if (explicit === null) return null
  if (implicit === null) return explicit
  return (p.explicit * explicit + p.implicit * implicit) / (p.explicit + p.implicit)
}
