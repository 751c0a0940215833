// Seed 003's maturity as a stage: candidate → trial, established → active, proven, deprecated; from faded counts, so that a
// card must keep earning (S3-17 … S3-21). A deprecated card leaves that stage only by hand (S3-24, D47).
import { grouped } from "../../grouped.ts"
import type { Stage } from "../../model.ts"
import type { StageInput } from "../../questions/cards.ts"
import type { FadedCounts } from "../../questions/worth.ts"
import { percent } from "../../say-number.ts"
import { DAY, HOUR } from "../../time.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule, type RuleContext } from "../rule.ts"
import * as life from "./formulas.ts"

// What work is measured by, as reports say it: weights that fade unless validated anew, a floor, and no say at all for a criterion
// that mostly harms (S3-12 … S3-16). An explicit word counts whole: its raw value is 1.

type Criterion = { readonly helpful: boolean; readonly day: number }
const CRITERION = table<Criterion>("criterion", "scope/criterion/event")

function criteriaOf(rows: RuleContext["rows"], scope: string, now: number, p: life.MaturityParams) {
  const by = grouped(
    CRITERION.list(rows, `${scope}/`),
    ([key]) => key.split("/")[1]!,
    ([, row]) => row,
  )
  return [...by].map(([criterion, seen]) => {
    const helpful = seen.filter(row => row.helpful)
    const harmful = seen.length - helpful.length
    const sum = (list: readonly Criterion[]): number =>
      list.reduce((n, row) => n + life.faded(1, now / DAY - row.day, p), 0)
    const deprecated = seen.length >= p.minFeedbackForAdjustment && harmful / seen.length > p.maxHarmfulRatio
    return {
      ...{ scope, criterion, helpful: helpful.length, harmful, deprecated, halfLifeDays: p.halfLifeDays },
      weight: deprecated ? 0 : life.criterionWeight(sum(helpful), sum(seen.filter(row => !row.helpful)), p),
      lastValidated: Math.max(...seen.map(row => row.day)) * DAY,
    }
  })
}

const STAGE: Readonly<Record<life.MaturityState, Stage>> = {
  candidate: "trial",
  established: "active",
  proven: "proven",
  deprecated: "deprecated",
}

/** Where a card is when its evidence moves it; what was put away or is in doubt is others'. */
const MOVES: readonly Stage[] = ["trial", "active", "proven"]

/** A card's evidence as it stands now, not as it stood when it was last looked at (S3-21). */
function evidence(rows: RuleContext["rows"], id: string, now: number, p: life.MaturityParams) {
  const seen = life.seenOf(rows, id)
  const kept = life.FADED.get(rows, id)
  const f = kept && life.agedTo(kept, now / DAY, p)
  const counts: FadedCounts | null =
    seen.length > 0
      ? life.fadedObservations(seen, now / DAY, p)
      : f
        ? { helpful: f.counts[0], harmful: f.counts[1], total: f.counts[0] + f.counts[1] }
        : null
  return { counts, lastDay: seen.at(-1)?.day ?? kept?.day ?? null, hand: life.lastByHand(rows, id) }
}
const NONE: FadedCounts = { helpful: 0, harmful: 0, total: 0 }

/** What was set by hand holds until evidence comes that is newer (S3-22). */
function stateOf(rows: RuleContext["rows"], input: Pick<StageInput, "card" | "stage" | "now">, p: life.MaturityParams) {
  const { counts, lastDay, hand } = evidence(rows, input.card, input.now, p)
  if (input.stage === "deprecated") return "deprecated"
  return hand?.to === "proven" && (lastDay ?? 0) <= hand.day ? "proven" : life.maturityOf(counts ?? NONE, p)
}

const setByHand = (rows: RuleContext["rows"], card: string, hand: life.ByHand): void =>
  life.BY_HAND.set(rows, card, [...(life.BY_HAND.get(rows, card) ?? []), hand])

/** Time alone gives nothing that failed another chance (D47). */
function strategyState(seen: readonly life.Observation[], now: number, p: life.MaturityParams): life.MaturityState {
  const asSeen = life.maturityOf(life.fadedObservations(seen, 0, p), p)
  return asSeen === "deprecated" ? asSeen : life.maturityOf(life.fadedObservations(seen, now / DAY, p), p)
}

/** When it will have faded into another state, to the hour; null = it can only rise. */
function fadesAt(c: FadedCounts, now: number, p: life.MaturityParams): number | null {
  const until = (amount: number, least: number): number[] =>
    amount > least ? [now + p.halfLifeDays * DAY * Math.log2(amount / least)] : []
  const next = Math.min(...until(c.helpful, p.minHelpful), ...until(c.total, p.minFeedback))
  return Number.isFinite(next) ? Math.ceil(next / HOUR + 1) * HOUR : null
}

export const maturity = defineRule("stage", "maturity@5", {
  source: "S3-12 … S3-25, S3-54 … S3-61",
  params: { ...life.MATURITY },
  tables: [life.BY_HAND, CRITERION],
  reads: [life.FADED, life.OBSERVED, TABLE.card],
  on: {
    "card.rated"({ rows }, { event: { id, ts, data } }) {
      setByHand(rows, data.card, { act: id, to: data.to, day: ts / DAY })
    },
    "card.reset"({ rows }, { event: { id, ts, data } }) {
      setByHand(rows, data.card, { act: id, to: "reset", day: ts / DAY })
    },
    "act.undone"({ rows }, { event: { data } }) {
      for (const [card, hands] of life.BY_HAND.list(rows)) {
        const left = hands.filter(hand => hand.act !== data.act)
        if (left.length < hands.length) life.BY_HAND.set(rows, card, left)
      }
    },
    "outcome.reported"({ rows }, { event: { id, ts, scope, data } }) {
      for (const { criterion, helpful } of data.criteria ?? [])
        CRITERION.set(rows, `${scope ?? "-"}/${criterion}/${id}`, { helpful, day: ts / DAY })
    },
    "card looked at"({ rows }, { card, at: now }, p) {
      const { counts } = evidence(rows, card, now, p)
      const at = counts && fadesAt(counts, now, p)
      return at === null ? undefined : { due: [{ at, id: card }] }
    },
    "time due": (_context, { id }) => ({ follows: [{ what: "card spoken of", card: id }] }),
  },
  weigh: ({ rows }, input, p) => (input.kind === "tactic" ? p.multipliers[stateOf(rows, input, p)] : 1),
  learned(context, { scopes, now }, p) {
    const { rows } = context
    const keys = [...life.OBSERVED.list(rows), ...CRITERION.list(rows)].map(([key]) => key.split("/")[0]!)
    const here = [...new Set(keys)].filter(scope => scopes === null || scopes.includes(scope))
    return {
      criteria: here.flatMap(scope => criteriaOf(rows, scope, now, p)),
      strategies: here.flatMap(scope =>
        [...new Set(life.OBSERVED.list(rows, `${scope}/`).map(([key]) => key.split("/")[1]!))].flatMap(topic => {
          const seen = life.observationsOf(rows, scope, topic)
          const words = life.wordsOf(context, seen.at(-1)!)
          const state = strategyState(seen, now, p)
          const successes = life.successesOf(seen)
          const weight = p.multipliers[state]
          return words === null
            ? []
            : [{ scope, name: words, successes, failures: seen.length - successes, state, weight }]
        }),
      ),
    }
  },
  /** The seed's first and third question (S3-59, S3-61), against its own thresholds; `invert` answers the second. */
  explain({ rows }, { card, stage, value, now }, p) {
    const { counts, lastDay } = evidence(rows, card, now, p)
    if (!counts || !value) return []
    const { helpful, harmful, total } = counts
    const validated = lastDay === null ? "never" : new Date(lastDay * DAY).toISOString().slice(0, 10)
    const ratio = percent(total > 0 ? harmful / total : 0)
    return [
      {
        question: stage === "proven" ? "Why is this proven?" : "Why is this not proven?",
        answer: `faded helpful ${helpful.toFixed(2)} (wants ${p.minHelpful}), harmful ${ratio} of ${total.toFixed(2)} (wants under ${percent(p.maxHarmful)})`,
      },
      {
        question: "Why is its weight what it is?",
        answer: `weight ${value.mean.toFixed(2)} from ${Math.round(value.n)} events, last validated ${validated}`,
      },
    ]
  },
  decide({ rows }, input, p) {
    if (input.stage === "deprecated") return { answer: null, because: "deprecated until it is reset" }
    // An anti-pattern is kept as it is: what failed is not judged by the failures it warns of.
    if (input.kind === "negative_result") return { answer: null, because: "a warning stays" }
    if (!MOVES.includes(input.stage)) return { answer: null, because: `${input.stage}: not this rule's to move` }
    const c = evidence(rows, input.card, input.now, p).counts ?? input.faded ?? NONE
    const byHand = life.lastByHand(rows, input.card) && stateOf(rows, input, p)
    const state = byHand ?? life.maturityOf(c, p)
    // The seed shows its candidates; here a trial card waits unseen, so one that was let in stays in.
    const to = state === "candidate" && input.stage !== "trial" ? "active" : STAGE[state]
    const ratio = c.total > 0 ? c.harmful / c.total : 0
    const because = `faded helpful ${c.helpful.toFixed(2)} (proven from ${p.minHelpful}), harmful ${Math.round(100 * ratio)}% of ${c.total.toFixed(2)} (proven under ${Math.round(100 * p.maxHarmful)}%, out over ${Math.round(100 * p.deprecationThreshold)}%)`
    return { answer: to === input.stage ? null : { to }, because }
  },
})
