// The plus-minus learner without eligibility: exposures and difficulty only. The ablation that shows what logging the cards
// *not* shown is worth (credit.md 3, F).
import { ESTIMATE, type EstimateParams, estimates } from "../../learn/estimate.ts"
import { inWords } from "../../learn/explain.ts"
import { newLearner } from "../../learn/learner.ts"
import { observe } from "../../learn/observe.ts"
import { LEARN, type LearnParams } from "../../learn/params.ts"
import { LearnState, learnerIn, ownLearner } from "../../learn/state.ts"
import { defineRule } from "../rule.ts"

export const plainRegression = defineRule<"value", LearnState>({
  question: "value",
  name: "plain-regression",
  version: 1,
  source: "credit.md 3 (F)",
  params: { learn: { ...LEARN, eligible: 1e-4 }, estimate: ESTIMATE },
  init: () => new LearnState(newLearner()),
  step(state, happened, params) {
    if (happened.what !== "episode") return state
    const next = ownLearner(state)
    observe(next, happened.episode, happened.cards, params.learn as LearnParams)
    return new LearnState(next)
  },
  decide(state, input, params) {
    const all = estimates(learnerIn(state), params.learn as LearnParams, params.estimate as EstimateParams)
    const e = input.what === "ask" ? all.get(input.card.id) : undefined
    if (!e)
      return {
        answer: { mean: 0, sd: 1, n: 0, help: 0, nothing: 1, harm: 0, verdict: "early" },
        because: "never a candidate",
      }
    const { mean, sd, n, help, nothing, harm, utility } = e
    return { answer: { mean, sd, n, help, nothing, harm, verdict: "early", utility }, because: inWords(e, null) }
  },
})
