// No judgement at all: every turn, segment and episode stays unjudged. Stands in for a preset's own rule where the user has
// switched judging off (judge.enabled).
import { defineRule } from "../rule.ts"

export const unjudged = defineRule({
  question: "judge",
  name: "unjudged",
  version: 1,
  source: "S2-80",
  params: {},
  decide: () => ({ answer: { p: null, verdict: "unjudged" }, because: "judging is switched off" }),
})
