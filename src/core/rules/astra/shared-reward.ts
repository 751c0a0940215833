// Seed 001 per card: the reward divided over the cards shown. Dividing by nine leaves hardly an update above the gate.

import { defineRule } from "../rule.ts"
import { rewardShares } from "./reward-shares.ts"

export const sharedReward = defineRule({
  question: "credit",
  name: "shared-reward",
  version: 1,
  source: "S1-04 … S1-06, S1-16",
  params: { outcome: 0.5 },
  decide: (_own, input, params) => rewardShares(true, input, params.outcome),
})
