// No credit: what was observed is nobody's doing. The plain preset's answer, so that presence alone never earns (L10).
import { defineRule } from "../rule.ts"

export const unattributed = defineRule({
  question: "credit",
  name: "unattributed",
  version: 1,
  source: "plain: nothing is credited",
  params: {},
  decide(_context, { episode }) {
    const rest = episode.prompts.reduce((sum, p) => sum + (p.label === null ? 0 : 2 * p.label - 1), 0)
    return { answer: { credits: [], rest }, because: "retrieval without learning" }
  },
})
