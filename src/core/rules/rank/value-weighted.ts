// Relevance times (0.5 + value): how a value orders a pack where its rule names no formula (docs/credit.md).
// Deprecated cards are left out. No chance is drawn.

import { fill, shownOf } from "../../pack/fill.ts"
import { defineRule } from "../rule.ts"

export const valueWeighted = defineRule({
  question: "rank",
  name: "value-weighted",
  version: 1,
  source: "S1-33 form; docs/credit.md; S3-25",
  notes: { base: "0..10 what relevance counts beside the value" },
  params: { base: 0.5, start: 0.5 },
  decide(_context, input, p) {
    const answer = fill(input, c => c.score * (p.base + (c.value?.mean ?? p.start)), {
      refuses: c => (c.stage === "deprecated" ? "deprecated" : null),
    })
    return { answer, because: `${shownOf(answer)} by relevance × (0.5 + value)` }
  },
})
