// What a card is worth: its effect on success between exposures and comparable non-exposures, from the plus-minus learner.
// The state is the learner; credits are not used, because the whole shortlist is (docs/credit.md).

import { onceFor } from "../../lately.ts"
import { POOLED } from "../../learn/choose.ts"
import { ESTIMATE, episodesWanted, estimates, verdicts } from "../../learn/estimate.ts"
import { inWords } from "../../learn/explain.ts"
import type { Learner } from "../../learn/learner.ts"
import { observe } from "../../learn/observe.ts"
import { LEARN } from "../../learn/params.ts"
import { forPrompts, LearnState, learnerIn, ownLearner, stateFrom } from "../../learn/state.ts"
import { isNorm } from "../../model.ts"
import { unmeasured } from "../../questions/value.ts"
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
