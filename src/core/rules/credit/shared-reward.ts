// Seed 001 per card: the session's reward −1 … 1 divided over its cards by contribution (S1-16), or given whole to each
// ("unshared"). Dividing by nine leaves hardly an update above the gate: measured, kept as written.
import { blendScore, sessionProxy, shownIn } from "../../outcome/session-outcome.ts"
import type { CreditAnswer, CreditInput } from "../../questions/credit.ts"
import { type Decision, defineRule, type Params } from "../rule.ts"

function reward(shared: boolean, { episode }: CreditInput, params: Params): Decision<CreditAnswer> {
  const cards = shownIn(episode)
  const w = params.outcome as number
  const r = w * (sessionProxy(episode) ? 1 : -1) + (1 - w) * (2 * blendScore(episode).score - 1)
  const total = cards.reduce((s, c) => s + c.score, 0)
  const credits = cards.map(c => ({
    card: c.id,
    prompt: c.prompt,
    amount: shared ? (total > 0 ? (r * c.score) / total : r / cards.length) : r,
    weight: 1,
    because: shared ? `its share of reward ${r.toFixed(2)}` : `reward ${r.toFixed(2)}`,
  }))
  return { answer: { credits, rest: 0 }, because: `reward ${r.toFixed(2)} over ${cards.length} cards` }
}

export const sharedReward = defineRule({
  question: "credit",
  name: "shared-reward",
  version: 1,
  source: "S1-04 … S1-06, S1-16",
  params: { outcome: 0.5 },
  decide: (_state, input, params) => reward(true, input, params),
})
export const unsharedReward = defineRule({
  question: "credit",
  name: "unshared-reward",
  version: 1,
  source: "S1-04 … S1-06; credit.md 3",
  params: { outcome: 0.5 },
  decide: (_state, input, params) => reward(false, input, params),
})
