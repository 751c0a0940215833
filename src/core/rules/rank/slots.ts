// Retrieval by slots without a draw: must-show cards always, then the most relevant, or relevance times (0.5 + value). Without value
// it is the rival that every learning claim must beat.
import { SLOT_OF } from "../../model.ts"
import { fill, freshness, shownOf } from "../../pack/fill.ts"
import type { RankCandidate } from "../../questions/rank.ts"
import { defineRule } from "../rule.ts"

const topicOf = (c: RankCandidate): string => `topic/${SLOT_OF[c.kind]}/${c.topic}`

export const slots = defineRule("rank", "slots@2", {
  source: "S4-51..65",
  params: { perTopic: 1, mustRoom: 12, minScore: 0.12, recencyDays: 90, recencyShare: 0.1 },
  decide(_context, input, p) {
    const answer = fill(input, c => c.score * freshness(c, p), {
      also: c => [topicOf(c)],
      refuses: (c, score, taken) =>
        score < p.minScore ? "below relevance" : c.topic !== "" && taken(topicOf(c)) >= p.perTopic ? "topic cap" : null,
      most: slot => Math.max(input.slots[slot], p.mustRoom),
    })
    return { answer, because: `${shownOf(answer)} by relevance, no learning` }
  },
})

/** How a value orders a pack where its rule names no formula (docs/credit.md). */
export const valueWeighted = defineRule("rank", "value-weighted@1", {
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
