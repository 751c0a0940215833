// Relevance times (0.5 + value): how a value orders a pack where its rule names no formula (docs/credit.md).
// Deprecated cards are left out. No chance is drawn.

import { SLOT_OF } from "../../model.ts"
import type { Ranked } from "../../questions/rank.ts"
import { defineRule } from "../rule.ts"

export const valueWeighted = defineRule({
  question: "rank",
  name: "value-weighted",
  version: 1,
  source: "S1-33 form; docs/credit.md; S3-25",
  notes: { base: "0..10 what relevance counts beside the value" },
  params: { base: 0.5, start: 0.5 },
  decide(_own, input, params) {
    const used: Record<string, number> = {}
    const answer = input.candidates
      // + 0: nothing times a negative value is 0, not −0, which JSON does not know
      .map(c => ({ c, score: c.score * (params.base + (c.value?.mean ?? params.start)) + 0 }))
      .sort(
        (a, b) => Number(b.c.mustShow) - Number(a.c.mustShow) || b.score - a.score || (a.c.card < b.c.card ? -1 : 1),
      )
      .map(({ c, score }): Ranked => {
        const slot = SLOT_OF[c.kind]
        const full = (used[slot] ?? 0) >= input.slots[slot]
        const reason = c.mustShow ? null : c.stage === "deprecated" ? "deprecated" : full ? "slot full" : null
        if (reason === null) used[slot] = (used[slot] ?? 0) + 1
        return { card: c.card, slot, score, shown: reason === null, chance: reason === null ? 1 : 0, reason }
      })
    return { answer, because: `${answer.filter(a => a.shown).length} of ${answer.length} by relevance × (0.5 + value)` }
  },
})
