// The plus-minus learner without eligibility: exposures and difficulty only. The ablation that shows what logging the cards
// *not* shown is worth (credit.md 3, F).
import { ESTIMATE, estimates } from "../../learn/estimate.ts"
import { inWords } from "../../learn/explain.ts"
import { observe } from "../../learn/observe.ts"
import { LEARN } from "../../learn/params.ts"
import { LearnState, learnerIn, ownLearner, stateFrom } from "../../learn/state.ts"
import { table } from "../../views/table.ts"
import { defineRule } from "../rule.ts"

const LEARNER = table<LearnState>("plain_regression", "all", stateFrom)

export const plainRegression = defineRule({
  question: "value",
  name: "plain-regression",
  version: 3,
  source: "credit.md 3 (F)",
  params: { learn: { ...LEARN, eligible: 1e-4 }, estimate: ESTIMATE },
  tables: [LEARNER],
  watches: ["record credited"],
  step({ rows }, happening, { learn }) {
    if (happening.what !== "record credited") return undefined
    const next = ownLearner(LEARNER.get(rows, "all"))
    observe(next, happening.record, happening.cards, learn)
    LEARNER.set(rows, "all", new LearnState(next))
    return undefined
  },
  decide({ rows }, { card }, { learn, estimate }) {
    const e = estimates(learnerIn(LEARNER.get(rows, "all")), learn, estimate).get(card.id)
    if (!e)
      return {
        answer: { mean: 0, sd: 1, n: 0, help: 0, nothing: 1, harm: 0, verdict: "early" },
        because: "never a candidate",
      }
    const { mean, sd, n, help, nothing, harm, utility } = e
    return { answer: { mean, sd, n, help, nothing, harm, verdict: "early", utility }, because: inWords(e, null) }
  },
})
