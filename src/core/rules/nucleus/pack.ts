// Seed 004's packing: relevance, weighed by truth where a card states something and by utility where it is a tactic, recency as
// relevance only, slots, and few cards of one topic (S4-51 … S4-62). No chance is drawn.
import { isNorm } from "../../model.ts"
import { fill, freshness, shownOf } from "../../pack/fill.ts"
import type { RankCandidate } from "../../questions/rank.ts"
import { defineRule } from "../rule.ts"

export const nucleusPack = defineRule("rank", "nucleus-pack@1", {
  source: "S4-51 … S4-62; numbers where the seed gives none are ours",
  notes: { base: "0..10 what relevance counts beside wins and losses" },
  params: {
    perTopic: 2,
    perTopicAndKind: 1,
    minScore: 0.12,
    recencyDays: 90,
    recencyShare: 0.1,
    base: 0.5,
    start: 0.5,
    reuseShare: 0.1,
    reuseHalf: 10,
  },
  decide(_context, input, p) {
    /** wins and losses, and a little for having been of use before (S4-55) */
    const utility = (c: RankCandidate): number => {
      const reuse = c.reuse ?? 0
      return (c.value?.mean ?? p.start) + (p.reuseShare * reuse) / (reuse + p.reuseHalf)
    }
    const weight = (c: RankCandidate): number => p.base + (c.kind === "tactic" ? utility(c) : c.truth)
    const topics = (c: RankCandidate) => [`topic/${c.topic}`, `${c.kind}/${c.topic}`] as const
    const answer = fill(input, c => c.score * weight(c) * freshness(c, p), {
      also: topics,
      refuses: (c, _, taken) => {
        if (!isNorm(c.kind) && c.score < p.minScore) return "below relevance"
        const [topic, kind] = topics(c)
        const crowded = taken(topic) >= p.perTopic || taken(kind) >= p.perTopicAndKind
        return c.topic !== "" && crowded ? "topic cap" : null
      },
    })
    return { answer, because: `${shownOf(answer)} by relevance, truth and utility` }
  },
})
