// Seed 001 per card with the reward given whole to each card shown (credit.md 3, E unshared).

import { defineRule } from "../rule.ts"
import { rewardShares } from "./reward-shares.ts"

export const unsharedReward = defineRule({
  question: "credit",
  name: "unshared-reward",
  version: 1,
  source: "S1-04 … S1-06; credit.md 3",
  params: { outcome: 0.5 },
  decide: (_own, input, params) => rewardShares(false, input, params.outcome),
})
