// Trust of a source: a Beta posterior over what became of its proposals, with an 80% interval and its count.
import { betaInterval } from "../../stats.ts"
import { defineRule } from "../rule.ts"

type State = Readonly<Record<string, { readonly good: number; readonly bad: number; readonly n: number }>>

export const beta = defineRule<"trust", State>({
  question: "trust",
  name: "beta",
  version: 1,
  source: "D63; design 4",
  params: { priorGood: 2, priorBad: 1 },
  init: () => ({}),
  step(state, happened) {
    if (happened.what !== "came_true") return state
    const old = state[happened.source] ?? { good: 0, bad: 0, n: 0 }
    const good = happened.good * happened.weight
    return {
      ...state,
      [happened.source]: { good: old.good + good, bad: old.bad + happened.weight - good, n: old.n + 1 },
    }
  },
  decide(state, input, params) {
    const seen = state[input.source] ?? { good: 0, bad: 0, n: 0 }
    const a = (params.priorGood as number) + seen.good
    const b = (params.priorBad as number) + seen.bad
    const [low, high] = betaInterval(a, b, 0.8)
    return {
      answer: { mean: a / (a + b), low, high, n: seen.n },
      because: `${seen.good.toFixed(1)} of ${seen.n} held up`,
    }
  },
})
