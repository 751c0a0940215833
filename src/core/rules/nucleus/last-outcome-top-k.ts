// Seed 004 read strictly: one win or loss per episode, by its last verification or word (D55).

import { defineRule } from "../rule.ts"
import { winsAndLosses } from "./wins-and-losses.ts"

export const lastOutcomeTopK = defineRule({
  question: "credit",
  name: "last-outcome-top-k",
  version: 2,
  source: "S4-44 … S4-49, D55",
  params: { k: 3, kinds: ["tactic"] },
  decide: (_own, input, params) => winsAndLosses(true, input, params),
})
