// What the rules of seed 003 share: how evidence fades and a card matures, and what became of ways to split work.
import type { Event } from "../../events/define.ts"
import type { Evidence } from "../../model.ts"
import { implicitType } from "../../outcome/episode-outcome.ts"
import { plannedStrategies, readsAsPlan, reportedStrategy, strategyTopic } from "../../propose/strategies.ts"
import type { FadedCounts } from "../../questions/worth.ts"
import { halfLife } from "../../stats.ts"
import type { Rows } from "../../views/rows.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import type { Consequences } from "../happening.ts"
import type { RuleContext } from "../rule.ts"

// Seed 003's life of a pattern: fading counts, criterion weight, maturity and when it turns into its opposite (S3-11 … S3-26).
// As written, flaws included; the product's own stages are elsewhere.

/** What the half-life rule keeps of a card: faded sums of helpful and harmful as of `day`, and how many were seen. */
export interface Faded {
  readonly day: number
  readonly raw: readonly [number, number]
  readonly counts: readonly [number, number]
  readonly n: number
}
export const FADED = table<Faded>("half_life", "card")
/** What somebody set by hand: a state until new evidence comes, or a new beginning (S3-22 … S3-24). */
export interface ByHand {
  readonly act: string
  readonly to: "proven" | "deprecated" | "reset"
  readonly day: number
}
/** In order; one that is taken back leaves those before it in force. */
export const BY_HAND = table<readonly ByHand[]>("maturity_by_hand", "card")
export const lastByHand = (rows: Rows, card: string): ByHand | undefined => BY_HAND.get(rows, card)?.at(-1)
/** The day from which what is seen of it counts. */
export const begunAnew = (rows: Rows, card: string): number =>
  BY_HAND.get(rows, card)?.findLast(hand => hand.to === "reset")?.day ?? -Infinity

/** S3-45 … S3-58: each number is a param of the one rule that acts by it; how fast evidence fades is known to both that fade it. */
export const FADING = { halfLifeDays: 90, weightFloor: 0.1 }
export type FadingParams = typeof FADING
export const INVERSION = { minObservations: 3, failureRatioThreshold: 0.6, antiPatternPrefix: "AVOID: " }
export type InversionParams = typeof INVERSION
export const MATURITY = {
  ...FADING,
  minFeedbackForAdjustment: 3,
  maxHarmfulRatio: 0.3,
  minFeedback: 3,
  minHelpful: 5,
  maxHarmful: 0.15,
  deprecationThreshold: 0.3,
  multipliers: { candidate: 0.5, established: 1, proven: 1.5, deprecated: 0 },
}
export type MaturityParams = typeof MATURITY
export type MaturityState = keyof MaturityParams["multipliers"]

/** S3-11 */
export const faded = (raw: number, ageDays: number, p: FadingParams = FADING): number =>
  raw * halfLife(Math.max(0, ageDays), p.halfLifeDays)

/** S3-12, S3-13; without events 0.5 rather than 0/0. */
export const criterionWeight = (helpful: number, harmful: number, p: FadingParams = FADING): number =>
  helpful + harmful > 0 ? Math.max(p.weightFloor, helpful / (helpful + harmful)) : 0.5

/** Sums as they stand on another day. */
export function agedTo(f: Faded, day: number, p: FadingParams): Faded {
  const k = faded(1, day - f.day, p)
  const by = ([a, b]: readonly [number, number]) => [a * k, b * k] as const
  return { ...f, day: Math.max(f.day, day), raw: by(f.raw), counts: by(f.counts) }
}

const EXACT = 1e-9
/** S3-17 … S3-21, on faded counts as written. */
export function maturityOf(c: FadedCounts, p: MaturityParams = MATURITY): MaturityState {
  if (c.total < p.minFeedback - EXACT) return "candidate"
  const ratio = c.harmful / c.total
  if (ratio > p.deprecationThreshold) return "deprecated"
  return c.helpful >= p.minHelpful - EXACT && ratio < p.maxHarmful ? "proven" : "established"
}
/** S3-26 */
export const shouldInvert = (successes: number, failures: number, p: InversionParams = INVERSION): boolean =>
  successes + failures >= p.minObservations && failures / (successes + failures) >= p.failureRatioThreshold - EXACT

// Ways to split work: which an episode named, by plan or by report, and how each went by the score of its episode (S3-27 … S3-31,
// S3-44). Free of text: a strategy is known by the hash of its topic; words lie where they were said.

/** And where it was said. */
interface Way extends Omit<Evidence, "kind" | "hash"> {
  /** the topic's hash: a card about it has the same */
  readonly topic: string
  readonly reported: boolean
}
export interface Observation extends Way {
  readonly episode: string
  readonly type: "helpful" | "neutral" | "harmful"
  readonly day: number
}
export const NAMED = table<{ readonly scope: string; readonly ways: readonly Way[] }>("strategies_named", "episode")
export const OBSERVED = table<Observation>("strategy_observed", "scope/topic/episode")

/** Keeps the ways that a text of an event names: a reply, a plan, or a report, whose own word counts for its whole episode. */
export function nameWays(context: RuleContext, event: Event, blob: string | null, as: "reply" | "plan" | "report") {
  if (event.episode === null || blob === null) return
  const ways = waysIn(context, event.id, blob, as)
  if (ways.length === 0) return
  const { rows } = context
  const known = NAMED.get(rows, event.episode)?.ways.filter(way => !ways.some(({ topic }) => topic === way.topic)) ?? []
  NAMED.set(rows, event.episode, { scope: event.scope ?? "-", ways: [...known, ...ways] })
}

function waysIn(context: RuleContext, event: string, blob: string, as: "reply" | "plan" | "report"): readonly Way[] {
  const reported = as === "report"
  return context.read("strategies", () => {
    const text = context.text(blob)
    if (text === null) return []
    const place = (name: string, start: number, end: number): Way => ({
      ...{ topic: context.hash(strategyTopic(name)), event, blob, start, end, reported },
    })
    if (!reported)
      return as === "reply" && !readsAsPlan(text)
        ? []
        : plannedStrategies(text).map(({ name, span }) => place(name, span[0], span[1]))
    const name = reportedStrategy(text)
    return name === null ? [] : [place(name, 0, text.length)]
  })
}

/** One observation per strategy and episode; a later report takes the place of an earlier one. Cards about it are looked at. */
export function observe(rows: RuleContext["rows"], episode: string, raw: number, day: number): Consequences {
  const named = NAMED.get(rows, episode)
  if (!named) return {}
  for (const way of named.ways)
    OBSERVED.set(rows, `${named.scope}/${way.topic}/${episode}`, { ...way, episode, type: implicitType(raw), day })
  const about = new Set(named.ways.map(way => way.topic))
  const cards = TABLE.scopeCards
    .list(rows, `repo:${named.scope}/tactic/`)
    .map(([key]) => key.slice(key.lastIndexOf("/") + 1))
  return {
    follows: cards
      .filter(id => about.has(TABLE.card.get(rows, id)?.topic ?? ""))
      .map(card => ({ what: "card spoken of", card })),
  }
}

export const observationsOf = (
  rows: RuleContext["rows"],
  scope: string,
  topic: string,
  since = 0,
): readonly Observation[] =>
  OBSERVED.values(rows, `${scope}/${topic}/`)
    .filter(row => row.day > since)
    .sort((a, b) => a.day - b.day)

/** What was seen of the strategy that a card is about, since it began anew. */
export function seenOf(rows: RuleContext["rows"], id: string): readonly Observation[] {
  const card = TABLE.card.get(rows, id)
  return card ? observationsOf(rows, card.scope.id, card.topic, begunAnew(rows, id)) : []
}

/** As written, whatever was not helpful failed (S3-44). */
export const successesOf = (seen: readonly Observation[]): number => seen.filter(o => o.type === "helpful").length

export function fadedObservations(seen: readonly Observation[], day: number, p: FadingParams): FadedCounts {
  const sum = (type: Observation["type"]): number =>
    seen.filter(o => o.type === type).reduce((n, o) => n + faded(1, day - o.day, p), 0)
  const [helpful, harmful] = [sum("helpful"), sum("harmful")]
  return { helpful, harmful, total: helpful + harmful }
}

/** The words of a strategy where they still stand; null when they were forgotten. */
export function wordsOf(context: RuleContext, way: Way): string | null {
  const text = context.text(way.blob)?.slice(way.start, way.end) ?? null
  if (text === null) return null
  return way.reported
    ? reportedStrategy(text)
    : (plannedStrategies(text).find(({ name: n }) => context.hash(strategyTopic(n)) === way.topic)?.name ?? null)
}
