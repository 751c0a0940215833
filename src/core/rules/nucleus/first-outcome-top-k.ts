// Seed 004 as written: wins and losses for the best K cards shown before the first anchored outcome (S4-44 … S4-49).

import { defineRule } from "../rule.ts"
import { winsAndLosses } from "./wins-and-losses.ts"

export const firstOutcomeTopK = defineRule({
  question: "credit",
  name: "first-outcome-top-k",
  version: 2,
  source: "S4-44 … S4-49",
  params: { k: 3, kinds: ["tactic"] },
  decide: (_own, input, params) => winsAndLosses(false, input, params),
})
