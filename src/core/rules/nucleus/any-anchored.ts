// Seed 004's judgement as written: an episode with any success outcome is a win, with any failure outcome a loss, with both
// it is both (S4-44 … S4-48); without an anchored outcome it does not count.
import { defineRule } from "../rule.ts"

export const anyAnchored = defineRule({
  question: "judge",
  name: "any-anchored",
  version: 1,
  source: "S4-38 … S4-48",
  params: { win: 1, loss: 0, both: 0.5 },
  decide(_own, input, params) {
    const win = input.outcomes.some(o => o.type === "tool_success" || o.type === "user_confirmed_helpful")
    const loss = input.outcomes.some(o => o.type === "tool_failure" || o.type === "user_corrected")
    if (win && loss) return { answer: { p: params.both, verdict: "mixed" }, because: "a win and a loss" }
    if (win) return { answer: { p: params.win, verdict: "success" }, because: "a win" }
    if (loss) return { answer: { p: params.loss, verdict: "failure" }, because: "a loss" }
    return { answer: { p: null, verdict: "unjudged" }, because: "no anchored outcome" }
  },
})
