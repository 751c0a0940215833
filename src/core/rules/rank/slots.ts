// Plain retrieval by slots: must-show cards always, then the most relevant, at most so many per topic. No learning:
// the rival that every learning claim must beat.

import { SLOT_OF } from "../../model.ts"
import type { RankCandidate, Ranked } from "../../questions/rank.ts"
import { defineRule } from "../rule.ts"

export const slots = defineRule({
  question: "rank",
  name: "slots",
  version: 2,
  source: "S4-51..65",
  params: {
    perTopic: 1,
    minScore: 0.12,
    recencyDays: 90,
    recencyShare: 0.1,
  },
  decide(_own, input, p) {
    const scoreOf = (c: RankCandidate): number => {
      const fresh = 0.5 ** (c.ageDays / p.recencyDays)
      return c.score * (1 - p.recencyShare + p.recencyShare * fresh)
    }
    const ordered = input.candidates
      .map(c => ({ c, slot: SLOT_OF[c.kind], score: scoreOf(c) }))
      .sort(
        (a, b) => Number(b.c.mustShow) - Number(a.c.mustShow) || b.score - a.score || (a.c.card < b.c.card ? -1 : 1),
      )
    const used: Record<string, number> = {}
    const topics: Record<string, number> = {}
    const answer = ordered.map(({ c, slot, score }): Ranked => {
      const topic = `${slot}/${c.topic}`
      const reason = c.mustShow
        ? (used[slot] ?? 0) >= Math.max(input.slots[slot], 12)
          ? "slot full"
          : null
        : score < p.minScore
          ? "below relevance"
          : c.topic !== "" && (topics[topic] ?? 0) >= p.perTopic
            ? "topic cap"
            : (used[slot] ?? 0) >= input.slots[slot]
              ? "slot full"
              : null
      if (reason === null) {
        used[slot] = (used[slot] ?? 0) + 1
        topics[topic] = (topics[topic] ?? 0) + 1
      }
      return { card: c.card, slot, score, shown: reason === null, chance: reason === null ? 1 : 0, reason }
    })
    return { answer, because: `${answer.filter(r => r.shown).length} of ${answer.length} by relevance, no learning` }
  },
})
