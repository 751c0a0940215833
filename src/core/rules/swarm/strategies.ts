// What the seed remembers of ways to split work: which an episode named, by plan or by report, and how each went by the score
// of its episode (S3-27 … S3-31, S3-44). Free of text: a strategy is known by the hash of its topic; words lie where they were said.
import { implicitType } from "../../label/implicit-score.ts"
import { plannedStrategies, readsAsPlan, reportedStrategy, strategyTopic } from "../../propose/strategies.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import type { Told } from "../happening.ts"
import type { Own } from "../rule.ts"
import { type FadedCounts, type FadingParams, faded } from "./maturity.ts"

interface Way {
  /** the topic's hash: a card about it has the same */
  readonly topic: string
  /** where it was said */
  readonly event: string
  readonly blob: string
  readonly start: number
  readonly end: number
  readonly reported: boolean
}
interface Named {
  readonly scope: string
  readonly ways: readonly Way[]
}
export interface Observation extends Way {
  readonly episode: string
  readonly type: "helpful" | "neutral" | "harmful"
  readonly day: number
}
export const NAMED = table<Named>("strategies_named", "episode")
export const OBSERVED = table<Observation>("strategy_observed", "scope/topic/episode")

/** What an event names; a report's own word counts for its whole episode. */
export function waysIn(
  own: Own,
  event: { readonly id: string; readonly type: string; readonly data: object },
): readonly Way[] {
  const data = event.data as Readonly<Record<string, unknown>>
  const at = (name: string): string | null => (typeof data[name] === "string" ? String(data[name]) : null)
  const reported = event.type === "outcome.reported"
  const plans = data.does === "plans"
  const blob = reported ? at("strategy") : event.type === "agent.replied" ? at("text") : plans ? at("input") : null
  if (blob === null) return []
  return own.read("strategies", () => {
    const text = own.text(blob)
    if (text === null) return []
    const place = (name: string, start: number, end: number): Way => ({
      ...{ topic: own.hash(strategyTopic(name)), event: event.id, blob, start, end, reported },
    })
    if (!reported)
      return !plans && !readsAsPlan(text)
        ? []
        : plannedStrategies(text).map(({ name, span }) => place(name, span[0], span[1]))
    const name = reportedStrategy(text)
    return name === null ? [] : [place(name, 0, text.length)]
  })
}

export function name(rows: Own["rows"], episode: string, scope: string, ways: readonly Way[]): void {
  if (ways.length === 0) return
  const known = (NAMED.get(rows, episode)?.ways ?? []).filter(way => !ways.some(({ topic }) => topic === way.topic))
  NAMED.set(rows, episode, { scope, ways: [...known, ...ways] })
}

/** One observation per strategy and episode; a later report takes the place of an earlier one. Cards about it are looked at. */
export function observe(rows: Own["rows"], episode: string, raw: number, day: number): Told {
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

export const observationsOf = (rows: Own["rows"], scope: string, topic: string, since = 0): readonly Observation[] =>
  OBSERVED.list(rows, `${scope}/${topic}/`)
    .map(([, row]) => row)
    .filter(row => row.day > since)
    .sort((a, b) => a.day - b.day)

/** As written, whatever was not helpful failed (S3-44). */
export const successesOf = (seen: readonly Observation[]): number => seen.filter(o => o.type === "helpful").length

export function fadedObservations(seen: readonly Observation[], day: number, p: FadingParams): FadedCounts {
  const sum = (type: Observation["type"]): number =>
    seen.filter(o => o.type === type).reduce((n, o) => n + faded(1, day - o.day, p), 0)
  const [helpful, harmful] = [sum("helpful"), sum("harmful")]
  return { helpful, harmful, total: helpful + harmful }
}

/** The words of a strategy where they still stand; null when they were forgotten. */
export function wordsOf(own: Own, way: Way): string | null {
  const text = own.text(way.blob)?.slice(way.start, way.end) ?? null
  if (text === null) return null
  return way.reported
    ? reportedStrategy(text)
    : (plannedStrategies(text).find(({ name: n }) => own.hash(strategyTopic(n)) === way.topic)?.name ?? null)
}
