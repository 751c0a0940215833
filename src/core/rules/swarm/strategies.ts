// What the seed remembers of ways to split work: which an episode named, by plan or by report, and how each went by the score
// of its episode (S3-27 … S3-31, S3-44). Free of text: a strategy is known by the hash of its topic; words lie where they were said.
import type { Event } from "../../events/define.ts"
import type { Evidence } from "../../model.ts"
import { implicitType } from "../../outcome/episode-outcome.ts"
import { plannedStrategies, readsAsPlan, reportedStrategy, strategyTopic } from "../../propose/strategies.ts"
import type { FadedCounts } from "../../questions/worth.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import type { Consequences } from "../happening.ts"
import type { RuleContext } from "../rule.ts"
import { begunAnew, type FadingParams, faded } from "./maturity.ts"

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
  OBSERVED.list(rows, `${scope}/${topic}/`)
    .map(([, row]) => row)
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
