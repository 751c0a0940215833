// Seed 003's implicit score, from signal to value: a call that failed by its structural result, 0.4 success + 0.2 each of duration,
// errors and retries for the episode (S3-02 … S3-07, S3-43), the same for every card in play, and per card faded sums of it with a
// half-life of 90 days, floor 0.1 (S3-11 … S3-16). Days are epoch days; `now` is milliseconds.

import { grouped } from "../../grouped.ts"
import { isGood } from "../../model.ts"
import { creditsIn, IMPLICIT_PARAMS, implicitOf, implicitRaw, implicitType } from "../../outcome/episode-outcome.ts"
import { avoidStatement, strategyStatement, strategyTopic } from "../../propose/strategies.ts"
import type { Suggested } from "../../questions/cards.ts"
import { callSays, type JudgeInput, silent } from "../../questions/happened.ts"
import { scored } from "../../questions/worth.ts"
import { percent } from "../../say-number.ts"
import { DAY } from "../../time.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule, onEach, type RuleContext } from "../rule.ts"
import * as life from "./formulas.ts"

export const swarmSignals = defineRule("detect", "swarm-signals@1", {
  source: "S3-03, S3-05",
  hears: "tool",
  params: {},
  decide(_context, moment) {
    if (moment.what !== "tool") return silent("not a tool call")
    const ok = moment.ok ?? (moment.exitCode === null ? null : moment.exitCode === 0)
    return callSays(ok, ok === null ? "no structural result" : ok ? "structural success" : "structural failure")
  },
})

/** The task's own success flag: as reported, else its last outcome, else its last test, else that nothing went wrong. */
function succeeded(input: JudgeInput): boolean {
  const reported = input.turns.findLast(turn => turn.reported !== null)?.reported
  if (reported !== undefined && reported !== null) return reported
  const last = input.outcomes.at(-1)
  if (last !== undefined) return isGood(last)
  const test = input.turns.findLast(turn => turn.test !== null)?.test
  return test ?? input.turns.every(turn => turn.errors === 0)
}

/** Success never reads as harmful, failure never as helpful (D50). */
export const implicitScore = defineRule("judge", "implicit-score@2", {
  source: "S3-02 … S3-09, S3-43",
  params: { ...IMPLICIT_PARAMS },
  decide(_context, input, p) {
    const total = (of: (turn: JudgeInput["turns"][number]) => number): number =>
      input.turns.reduce((sum, turn) => sum + of(turn), 0)
    // What a report says of the whole task stands in place of what was seen of it (S3-08).
    const told = input.turns.findLast(turn => turn.told !== undefined)?.told
    const signals = {
      minutes: told?.minutes ?? total(turn => turn.minutes ?? 0),
      errors: told?.errors ?? total(turn => turn.errors),
      retries: told?.retries ?? total(turn => turn.retries),
      success: succeeded(input),
    }
    const raw = implicitRaw(signals, p)
    const type = implicitType(raw, p)
    return {
      answer: { p: raw, verdict: type === "helpful" ? "success" : type === "harmful" ? "failure" : "mixed" },
      because: `${type}: ${raw.toFixed(2)} of ${signals.minutes.toFixed(1)} min, ${signals.errors} errors, ${signals.retries} retries, success ${signals.success}`,
    }
  },
})

export const implicitObservation = defineRule("credit", "implicit-observation@2", {
  source: "S3-02 … S3-07, S3-29, S3-44",
  params: {},
  reads: [TABLE.episode],
  decide({ rows }, { episode }) {
    // a record that no fold judged speaks for itself
    const raw = TABLE.episode.get(rows, episode.ep)?.p ?? implicitOf(episode)
    // S3-44: a neutral session counts as a failure
    const counts = implicitType(raw) === "helpful" ? "win" : "loss"
    const credits = creditsIn(episode, () => ({ amount: 2 * raw - 1, because: `raw score ${raw.toFixed(2)}`, counts }))
    return { answer: { credits, rest: 0 }, because: `raw score ${raw.toFixed(2)} for all` }
  },
})

/** What was known of a card when somebody let it begin anew: taking that back adds it again. */
const LAID_DOWN = table<{ readonly card: string; readonly faded: life.Faded }>("half_life_laid_down", "act")
const NOTHING: life.Faded = { day: 0, raw: [0, 0], counts: [0, 0], n: 0 }

type Pair = readonly [number, number]
const sum = ([a, b]: Pair, [c, d]: Pair): Pair => [a + c, b + d]
const joined = (a: life.Faded, b: life.Faded): life.Faded => {
  return { day: b.day, raw: sum(a.raw, b.raw), counts: sum(a.counts, b.counts), n: a.n + b.n }
}

/** Faded counts go along for the maturity rule. */
export const halfLifeValue = defineRule("value", "half-life@4", {
  source: "S3-11 … S3-16, S3-45",
  params: { ...life.FADING },
  tables: [life.FADED, LAID_DOWN],
  reads: [life.BY_HAND],
  on: {
    "record credited"({ rows }, { record: { day }, credits }, p) {
      for (const c of credits) {
        // what was seen before a new beginning does not come back when records are told again
        if (day <= life.begunAnew(rows, c.card)) continue
        const f = life.agedTo(life.FADED.get(rows, c.card) ?? { ...NOTHING, day }, day, p)
        const raw = (1 + c.amount) / 2
        const type = implicitType(raw)
        const one: Pair = [type === "helpful" ? 1 : 0, type === "harmful" ? 1 : 0]
        const more = { day, raw: [raw * one[0], raw * one[1]] as const, counts: one, n: 1 }
        life.FADED.set(rows, c.card, { ...joined(f, more), day: f.day })
      }
    },
    "card.reset"({ rows }, { event: { id, data } }) {
      const faded = life.FADED.get(rows, data.card)
      if (!faded) return
      LAID_DOWN.set(rows, id, { card: data.card, faded })
      life.FADED.delete(rows, data.card)
    },
    "act.undone"({ rows }, { event: { data } }, p) {
      const laid = LAID_DOWN.get(rows, data.act)
      if (!laid) return
      LAID_DOWN.delete(rows, data.act)
      const since = life.FADED.get(rows, laid.card)
      life.FADED.set(rows, laid.card, since ? joined(life.agedTo(laid.faded, since.day, p), since) : laid.faded)
    },
  },
  decide({ rows }, { card, now }, p) {
    const f = life.agedTo(life.FADED.get(rows, card.id) ?? NOTHING, now / DAY, p)
    const mean = life.criterionWeight(f.raw[0], f.raw[1], p)
    const [helpful, harmful] = f.counts
    return {
      answer: { ...scored(mean, f.n), faded: { helpful, harmful, total: helpful + harmful } },
      because: `faded helpful ${helpful.toFixed(2)}, harmful ${harmful.toFixed(2)} of ${f.n} uses`,
    }
  },
})

// Seed 003's inversion: at 60% failures of at least 3 observations a pattern turns into its AVOID (S3-26 … S3-28). It watches the
// ways of splitting work that plans and reports name, and proposes what became of them. A neutral session counts as a failure (S3-44).

/** How a card's pattern went: by what plans and reports named where it is a strategy, else by what it was shown in. */
function tally(rows: RuleContext["rows"], id: string, shown: { readonly wins: number; readonly losses: number }) {
  const seen = life.seenOf(rows, id)
  const successes = life.successesOf(seen)
  return seen.length > 0
    ? { successes, failures: seen.length - successes }
    : { successes: shown.wins, failures: shown.losses }
}

export const invert = defineRule("stage", "invert@3", {
  source: "S3-26 … S3-31, S3-44, S3-51 … S3-53",
  params: { ...life.INVERSION },
  tables: [life.NAMED, life.OBSERVED],
  reads: [TABLE.episode, TABLE.card, TABLE.scopeCards, life.BY_HAND],
  on: {
    "agent.replied"(context, { event }) {
      life.nameWays(context, event, event.data.text, "reply")
    },
    ...onEach(["tool.called", "tool.finished"], (context, { event }) => {
      if (event.data.does === "plans") life.nameWays(context, event, event.data.input, "plan")
      return undefined
    }),
    "outcome.reported"(context, { event }) {
      life.nameWays(context, event, event.data.strategy, "report")
      // A report on an episode that is over comes after it was shared out.
      const episode = event.episode === null ? undefined : TABLE.episode.get(context.rows, event.episode)
      return episode && episode.closedAt !== null && episode.p !== null
        ? life.observe(context.rows, episode.id, episode.p, episode.openedAt / DAY)
        : undefined
    },
    "record credited": ({ rows }, { record }) =>
      life.observe(rows, record.ep, TABLE.episode.get(rows, record.ep)?.p ?? implicitOf(record), record.day),
  },
  suggests: (context, p) => {
    const strategyOf = ([key]: readonly [string, unknown]) => key.slice(0, key.lastIndexOf("/"))
    const by = grouped(life.OBSERVED.list(context.rows), strategyOf, ([, row]) => row)
    return [...by].flatMap(([strategy, seen]) => suggestion(context, strategy, seen, p) ?? [])
  },
  /** S3-60 */
  explain({ rows }, input, p) {
    const { successes, failures } = tally(rows, input.card, input)
    const n = successes + failures
    if (n === 0) return []
    return [
      {
        question: life.shouldInvert(successes, failures, p) ? "Why was this inverted?" : "Why was this not inverted?",
        answer: `${n} observations (from ${p.minObservations}), ${percent(failures / n)} failed (from ${percent(p.failureRatioThreshold)})`,
      },
    ]
  },
  decide({ rows }, input, p) {
    const { successes, failures } = tally(rows, input.card, input)
    const n = successes + failures
    const because = `${failures} of ${n} failed (inverts from ${p.minObservations} at ${Math.round(100 * p.failureRatioThreshold)}%)`
    // A warning is not turned around once more: it stays.
    const turns = input.kind === "tactic" && life.shouldInvert(successes, failures, p)
    return { answer: turns ? { to: "deprecated", invert: true } : null, because }
  },
})

/** The tactic of a way that worked, or the warning of one that mostly did not, citing the last time. */
function suggestion(
  context: RuleContext,
  strategy: string,
  seen: readonly life.Observation[],
  p: life.InversionParams,
): Suggested | null {
  const successes = life.successesOf(seen)
  const bad = life.shouldInvert(successes, seen.length - successes, p)
  const last = seen
    .filter(o => (o.type === "helpful") !== bad)
    .sort((a, b) => a.day - b.day)
    .at(-1)
  const words = last ? life.wordsOf(context, last) : null
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
