// What a card is worth: its effect on success between exposures and comparable non-exposures, as the plus-minus learner knows it from
// the whole shortlist (docs/credit.md); and the plain counts it is measured against.

import { POOLED } from "../../learn/choose.ts"
import { ESTIMATE, episodesWanted, estimates, verdicts } from "../../learn/estimate.ts"
import { inWords } from "../../learn/explain.ts"
import type { Learner } from "../../learn/learner.ts"
import { observe } from "../../learn/observe.ts"
import { LEARN } from "../../learn/params.ts"
import { forPrompts, LearnState, learnerIn, ownLearner, stateFrom } from "../../learn/state.ts"
import { isNorm } from "../../model.ts"
import { onceFor } from "../../once.ts"
import { type Credit, scored, unmeasured } from "../../questions/worth.ts"
import { table } from "../../views/table.ts"
import { defineRule } from "../rule.ts"

const params = { learn: LEARN, estimate: ESTIMATE }
const LEARNER = table<LearnState>("plus_minus", "all", stateFrom)
/** the part of it that is loaded at every prompt */
const AT_PROMPT = table<LearnState>("plus_minus_brief", "all", stateFrom)

/** A learner in a state never changes, so what follows from it is computed once. */
const knownOf = onceFor((l: Learner, p: typeof params) => {
  const all = estimates(l, p.learn, p.estimate)
  return { all, verdicts: verdicts(all, p.estimate) }
})

export const plusMinusValue = defineRule("value", "plus-minus@7", {
  source: "docs/credit.md; measured in bench credit",
  params,
  tables: [LEARNER, AT_PROMPT],
  on: {
    "record credited"({ rows }, { record, cards }, { learn }) {
      const next = ownLearner(LEARNER.get(rows, "all"))
      observe(next, record, cards, learn)
      LEARNER.set(rows, "all", new LearnState(next))
      AT_PROMPT.set(rows, "all", forPrompts(next, POOLED))
    },
  },
  posterior: ({ rows }, atPrompt) => (atPrompt ? AT_PROMPT : LEARNER).get(rows, "all"),
  decide({ rows }, { card }, p) {
    if (isNorm(card.kind)) return { answer: unmeasured(0), because: "what the user wants is not measured" }
    const k = knownOf(learnerIn(LEARNER.get(rows, "all")), p)
    const e = k.all.get(card.id)
    if (!e) {
      const [help, idle, harm] = p.estimate.mix
      const [mean, sd] = p.learn.source[card.source]
      const slope = 0.21
      const prior = { mean: slope * mean, sd: slope * Math.hypot(sd, p.learn.card), n: 0, help, nothing: idle, harm }
      return {
        answer: { ...prior, verdict: "early", utility: help + idle / 2, needs: null },
        because: "never a candidate so far: only what cards of its origin usually do",
      }
    }
    const verdict = k.verdicts.get(e.card) ?? "early"
    const needs = verdict === "early" ? episodesWanted(e, p.estimate) : null
    const { mean, sd, n, help, nothing: idle, harm, utility } = e
    return {
      answer: { mean, sd, n, help, nothing: idle, harm, verdict, utility, needs },
      because: inWords(e, needs),
    }
  },
})

// Values by credit alone: as a Beta belief, or a running step towards it. They measure association and claim no verdict.

const COUNTS = table<readonly [sum: number, weight: number]>("beta_counts", "card")
const good = (c: Credit): number => c.weight * ((1 + c.amount) / 2)

/** (1 + Σ w·c) / (2 + Σ w) over credit rows, c = (1 + amount) / 2 (D02). */
export const betaCounts = defineRule("value", "beta-counts@1", {
  source: "D02, S0-61, S4-45, S4-46; Memory Worth 2604.12007",
  params: { prior: 1 },
  tables: [COUNTS],
  on: {
    "record credited"({ rows }, { credits }) {
      for (const c of credits) {
        const [sum, weight] = COUNTS.get(rows, c.card) ?? [0, 0]
        COUNTS.set(rows, c.card, [sum + good(c), weight + c.weight])
      }
    },
  },
  decide({ rows }, { card }, { prior }) {
    const [sum, weight] = COUNTS.get(rows, card.id) ?? [0, 0]
    const a = prior + sum
    const b = prior + weight - sum
    const mean = a / (a + b)
    const sd = Math.sqrt((mean * (1 - mean)) / (a + b + 1))
    return {
      answer: scored(mean, weight, sd),
      because: `${sum.toFixed(2)} of ${weight} with a prior of ${prior} and ${prior}`,
    }
  },
})

const Q = table<readonly [q: number, n: number]>("q_step", "card")

/** Q ← Q + 0.3·(r − Q), r the session's success. */
export const qStep = defineRule("value", "q-step@1", {
  source: "MemRL 2601.03192; docs/credit.md",
  params: { start: 0.5, alpha: 0.3 },
  tables: [Q],
  on: {
    "record credited"({ rows }, { credits }, { start, alpha }) {
      for (const c of credits) {
        const [q, n] = Q.get(rows, c.card) ?? [start, 0]
        Q.set(rows, c.card, [q + alpha * ((1 + c.amount) / 2 - q), n + 1])
      }
    },
  },
  decide({ rows }, { card }, { start }) {
    const [mean, n] = Q.get(rows, card.id) ?? [start, 0]
    return { answer: scored(mean, n), because: `Q ${mean.toFixed(3)} after ${n} sessions` }
  },
})
