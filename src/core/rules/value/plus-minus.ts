// What a card is worth: its effect on success between exposures and comparable non-exposures, from the plus-minus learner.
// The state is the learner; credits are not used, because the whole shortlist is (credit.md 4, design 8).
import { POOLED } from "../../learn/choose.ts"
import {
  ESTIMATE,
  type Estimate,
  type EstimateParams,
  episodesWanted,
  estimates,
  type Verdict,
  verdicts,
} from "../../learn/estimate.ts"
import { inWords } from "../../learn/explain.ts"
import type { Learner } from "../../learn/learner.ts"
import { newLearner } from "../../learn/learner.ts"
import { observe } from "../../learn/observe.ts"
import { LEARN, type LearnParams } from "../../learn/params.ts"
import { briefOf, LearnState, learnerIn, ownLearner } from "../../learn/state.ts"
import { isNorm } from "../../model.ts"
import { defineRule } from "../rule.ts"

interface PlusMinusParams {
  readonly learn: LearnParams
  readonly estimate: EstimateParams
}
interface Known {
  readonly all: ReadonlyMap<string, Estimate>
  readonly verdicts: ReadonlyMap<string, Verdict>
}
// a learner in a state never changes, so what follows from it is computed once
const known = new WeakMap<Learner, Known>()
function knownOf(l: Learner, p: PlusMinusParams): Known {
  let k = known.get(l)
  if (!k) {
    const all = estimates(l, p.learn, p.estimate)
    k = { all, verdicts: verdicts(all, p.estimate) }
    known.set(l, k)
  }
  return k
}

export const plusMinusValue = defineRule<"value", LearnState>({
  question: "value",
  name: "plus-minus",
  version: 3,
  source: "credit.md 4; measured in bench credit",
  params: { learn: LEARN, estimate: ESTIMATE },
  init: () => new LearnState(newLearner()),
  step(state, happened, params) {
    if (happened.what !== "episode") return state
    const next = ownLearner(state)
    observe(next, happened.episode, happened.cards, (params as unknown as PlusMinusParams).learn)
    return new LearnState(next)
  },
  brief: state => briefOf(learnerIn(state), POOLED),
  decide(state, input, params) {
    const p = params as unknown as PlusMinusParams
    const nothing = { mean: 0, sd: 1, n: 0, help: 0, nothing: 1, harm: 0, verdict: "early" as const }
    if (input.what !== "ask") return { answer: nothing, because: "nothing asked" }
    if (isNorm(input.card.kind)) return { answer: nothing, because: "what the user wants is not measured" }
    const k = knownOf(learnerIn(state), p)
    const e = k.all.get(input.card.id)
    if (!e) {
      const [help, idle, harm] = p.estimate.mix
      const [mean, sd] = p.learn.source[input.card.source]
      const slope = 0.21
      return {
        answer: {
          mean: slope * mean,
          sd: slope * Math.hypot(sd, p.learn.card),
          n: 0,
          help,
          nothing: idle,
          harm,
          verdict: "early",
          utility: help + idle / 2,
          needs: null,
        },
        because: "never a candidate so far: only what cards of its origin usually do",
      }
    }
    const verdict = k.verdicts.get(e.card) ?? "early"
    const needs = verdict === "early" ? episodesWanted(e, p.estimate) : null
    return {
      answer: {
        mean: e.mean,
        sd: e.sd,
        n: e.n,
        help: e.help,
        nothing: e.nothing,
        harm: e.harm,
        verdict,
        utility: e.utility,
        needs,
      },
      because: inWords(e, needs),
    }
  },
})
