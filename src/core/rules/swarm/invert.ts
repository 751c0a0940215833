// Seed 003's inversion: at 60% failures of at least 3 observations a pattern turns into its AVOID (S3-26 … S3-28). It watches the
// ways of splitting work that plans and reports name, and proposes what became of them. A neutral session counts as a failure (S3-44).

import { grouped } from "../../grouped.ts"
import { implicitOf } from "../../outcome/episode-outcome.ts"
import { avoidStatement, strategyStatement, strategyTopic } from "../../propose/strategies.ts"
import type { Suggested } from "../../questions/standing.ts"
import { percent } from "../../say-number.ts"
import { DAY } from "../../time.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule, onEach, type RuleContext } from "../rule.ts"
import {
  BY_HAND,
  INVERSION,
  type InversionParams,
  NAMED,
  nameWays,
  OBSERVED,
  type Observation,
  observe,
  seenOf,
  shouldInvert,
  successesOf,
  wordsOf,
} from "./formulas.ts"

/** How a card's pattern went: by what plans and reports named where it is a strategy, else by what it was shown in. */
function tally(rows: RuleContext["rows"], id: string, shown: { readonly wins: number; readonly losses: number }) {
  const seen = seenOf(rows, id)
  const successes = successesOf(seen)
  return seen.length > 0
    ? { successes, failures: seen.length - successes }
    : { successes: shown.wins, failures: shown.losses }
}

export const invert = defineRule("stage", "invert@3", {
  source: "S3-26 … S3-31, S3-44, S3-51 … S3-53",
  params: { ...INVERSION },
  tables: [NAMED, OBSERVED],
  reads: [TABLE.episode, TABLE.card, TABLE.scopeCards, BY_HAND],
  on: {
    "agent.replied"(context, { event }) {
      nameWays(context, event, event.data.text, "reply")
    },
    ...onEach(["tool.called", "tool.finished"], (context, { event }) => {
      if (event.data.does === "plans") nameWays(context, event, event.data.input, "plan")
      return undefined
    }),
    "outcome.reported"(context, { event }) {
      nameWays(context, event, event.data.strategy, "report")
      // A report on an episode that is over comes after it was shared out.
      const episode = event.episode === null ? undefined : TABLE.episode.get(context.rows, event.episode)
      return episode && episode.closedAt !== null && episode.p !== null
        ? observe(context.rows, episode.id, episode.p, episode.openedAt / DAY)
        : undefined
    },
    "record credited": ({ rows }, { record }) =>
      observe(rows, record.ep, TABLE.episode.get(rows, record.ep)?.p ?? implicitOf(record), record.day),
  },
  suggests: (context, p) => {
    const strategyOf = ([key]: readonly [string, unknown]) => key.slice(0, key.lastIndexOf("/"))
    const by = grouped(OBSERVED.list(context.rows), strategyOf, ([, row]) => row)
    return [...by].flatMap(([strategy, seen]) => suggestion(context, strategy, seen, p) ?? [])
  },
  /** S3-60 */
  explain({ rows }, input, p) {
    const { successes, failures } = tally(rows, input.card, input)
    const n = successes + failures
    if (n === 0) return []
    return [
      {
        question: shouldInvert(successes, failures, p) ? "Why was this inverted?" : "Why was this not inverted?",
        answer: `${n} observations (from ${p.minObservations}), ${percent(failures / n)} failed (from ${percent(p.failureRatioThreshold)})`,
      },
    ]
  },
  decide({ rows }, input, p) {
    const { successes, failures } = tally(rows, input.card, input)
    const n = successes + failures
    const because = `${failures} of ${n} failed (inverts from ${p.minObservations} at ${Math.round(100 * p.failureRatioThreshold)}%)`
    // A warning is not turned around once more: it stays.
    const turns = input.kind === "tactic" && shouldInvert(successes, failures, p)
    return { answer: turns ? { to: "deprecated", invert: true } : null, because }
  },
})

/** The tactic of a way that worked, or the warning of one that mostly did not, citing the last time. */
function suggestion(
  context: RuleContext,
  strategy: string,
  seen: readonly Observation[],
  p: InversionParams,
): Suggested | null {
  const successes = successesOf(seen)
  const bad = shouldInvert(successes, seen.length - successes, p)
  const last = seen
    .filter(o => (o.type === "helpful") !== bad)
    .sort((a, b) => a.day - b.day)
    .at(-1)
  const words = last ? wordsOf(context, last) : null
  if (!last || words === null) return null
  const { event, blob, start, end } = last
  return {
    key: `${strategy}/${bad ? "avoid" : "worked"}`,
    kind: bad ? "negative_result" : "tactic",
    statement: bad
      ? avoidStatement(words, seen.length - successes, seen.length, p.antiPatternPrefix)
      : strategyStatement(words),
    topic: strategyTopic(words),
    scope: strategy.slice(0, strategy.indexOf("/")),
    episode: last.episode,
    evidence: [{ kind: "agent_span", event, blob, start, end }],
  }
}
