// Trust of a source: a Beta posterior over what became of its proposals, pooled with the other sources, with its interval and
// the number of episodes that speak. A later judgement of the same thing replaces the earlier one.
import { type Counted, intervalWithMean, type PoolParams, pooledPosterior } from "../../trust/pooled-beta.ts"
import { defineRule } from "../rule.ts"

interface Tally extends Counted {
  readonly n: number
}
type State = Readonly<Record<string, Tally>>
/** Rules are pooled with rules, models with models, teammates with teammates: one card may have a rule and a tool behind it. */
const familyOf = (source: string): string =>
  source.includes(":") ? source.slice(0, source.indexOf(":")) : source.includes("@") ? "rule" : source
const NONE: Tally = { good: 0, bad: 0, n: 0 }
/** A source may be named anything, "constructor" too. */
const tallyOf = (state: State, source: string): Tally => (Object.hasOwn(state, source) ? state[source]! : NONE)

export const beta = defineRule<"trust", State>({
  question: "trust",
  name: "beta",
  version: 2,
  source: "D63; design 4; measured by bench/trust.ts",
  params: { priorGood: 2, priorBad: 1, strengths: [1, 2, 4, 8, 16], places: 12, correlation: 0.5, mass: 0.8 },
  init: () => ({}),
  step(state, happened) {
    if (happened.what !== "came_true") return state
    const old = tallyOf(state, happened.source)
    const was = happened.was ?? { good: 0, weight: 0 }
    const good = happened.good * happened.weight - was.good * was.weight
    const bad = (1 - happened.good) * happened.weight - (1 - was.good) * was.weight
    const n = Math.max(0, old.n + (happened.weight > 0 ? 1 : 0) - (was.weight > 0 ? 1 : 0))
    const now = { good: Math.max(0, old.good + good), bad: Math.max(0, old.bad + bad), n }
    return { ...state, [happened.source]: n === 0 ? NONE : now }
  },
  decide(state, input, params) {
    const p = params as unknown as PoolParams & { readonly mass: number }
    const seen = tallyOf(state, input.source)
    const family = familyOf(input.source)
    const all = Object.keys(state)
      .filter(source => familyOf(source) === family)
      .sort()
      .map(source => state[source]!)
    const posterior = pooledPosterior(all, seen, p)
    const [low, high] = intervalWithMean(posterior, (input.what === "ask" ? input.mass : undefined) ?? p.mass)
    return {
      answer: { mean: posterior.a / (posterior.a + posterior.b), low, high, n: seen.n },
      because:
        seen.n === 0
          ? "nothing of it was judged yet"
          : `${seen.good.toFixed(1)} of ${(seen.good + seen.bad).toFixed(1)} held up, in ${seen.n} episodes`,
    }
  },
})
