// Seed 004's packing: relevance, weighed by truth where a card states something and by utility where it is a tactic, recency as
// relevance only, slots, and few cards of one topic (S4-51 … S4-62). No chance is drawn.
import { isNorm, SLOT_OF } from "../../model.ts"
import type { RankCandidate, Ranked } from "../../questions/rank.ts"
import { defineRule } from "../rule.ts"

export const nucleusPack = defineRule({
  question: "rank",
  name: "nucleus-pack",
  version: 1,
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
  decide(_own, input, p) {
    /** wins and losses, and a little for having been of use before (S4-55) */
    const utility = (c: RankCandidate): number => {
      const reuse = c.reuse ?? 0
      return (c.value?.mean ?? p.start) + (p.reuseShare * reuse) / (reuse + p.reuseHalf)
    }
    const fresh = (c: RankCandidate): number => 1 - p.recencyShare + p.recencyShare * 0.5 ** (c.ageDays / p.recencyDays)
    const weight = (c: RankCandidate): number => p.base + (c.kind === "tactic" ? utility(c) : c.truth)
    const used: Record<string, number> = {}
    const count = (key: string): number => used[key] ?? 0
    const answer = input.candidates
      .map(c => ({ c, slot: SLOT_OF[c.kind], score: c.score * weight(c) * fresh(c) }))
      .sort(
        (a, b) => Number(b.c.mustShow) - Number(a.c.mustShow) || b.score - a.score || (a.c.card < b.c.card ? -1 : 1),
      )
      .map(({ c, slot, score }): Ranked => {
        const [topic, kind] = [`topic/${c.topic}`, `${c.kind}/${c.topic}`]
        const crowded = c.topic !== "" && (count(topic) >= p.perTopic || count(kind) >= p.perTopicAndKind)
        const reason = c.mustShow
          ? null
          : !isNorm(c.kind) && c.score < p.minScore
            ? "below relevance"
            : crowded
              ? "topic cap"
              : count(slot) >= input.slots[slot]
                ? "slot full"
                : null
        if (reason === null) for (const key of [slot, topic, kind]) used[key] = count(key) + 1
        return { card: c.card, slot, score, shown: reason === null, chance: reason === null ? 1 : 0, reason }
      })
    const shown = answer.filter(a => a.shown).length
    return { answer, because: `${shown} of ${answer.length} by relevance, truth and utility` }
  },
})
