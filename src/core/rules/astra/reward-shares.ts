// Seed 001's reward of an episode, −1 … 1, divided over its cards by contribution (S1-16) or given whole to each. Where the
// seed measures coherence and conflict of beliefs, an episode has its success and its score.
import { blendScore, episodeProxy, shownIn } from "../../outcome/episode-outcome.ts"
import type { CreditAnswer, CreditInput } from "../../questions/credit.ts"
import { defineRule } from "../rule.ts"

function rewardShares(
  shared: boolean,
  { episode }: CreditInput,
  outcome: number,
): { readonly answer: CreditAnswer; readonly because: string } {
  const cards = shownIn(episode)
  const r = outcome * (episodeProxy(episode) ? 1 : -1) + (1 - outcome) * (2 * blendScore(episode).score - 1)
  const total = cards.reduce((s, c) => s + c.score, 0)
  const credits = cards.map(c => ({
    card: c.id,
    prompt: c.prompt,
    // + 0: a share of nothing is not minus nothing, which JSON could not keep
    amount: (shared ? (total > 0 ? (r * c.score) / total : r / cards.length) : r) + 0,
    weight: 1,
    because: shared ? `its share of reward ${r.toFixed(2)}` : `reward ${r.toFixed(2)}`,
  }))
  return { answer: { credits, rest: 0 }, because: `reward ${r.toFixed(2)} over ${cards.length} cards` }
}

// Seed 001 per card with the reward given whole to each card shown (docs/credit.md, E unshared).
export const unsharedReward = defineRule({
  question: "credit",
  name: "unshared-reward",
  version: 1,
  source: "S1-04 … S1-06; docs/credit.md",
  params: { outcome: 0.5 },
  decide: (_own, input, params) => rewardShares(false, input, params.outcome),
})

// Seed 001 per card: the reward divided over the cards shown. Dividing by nine leaves hardly an update above the gate.
export const sharedReward = defineRule({
  question: "credit",
  name: "shared-reward",
  version: 1,
  source: "S1-04 … S1-06, S1-16",
  params: { outcome: 0.5 },
  decide: (_own, input, params) => rewardShares(true, input, params.outcome),
})
