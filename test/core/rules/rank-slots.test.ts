// Plain retrieval's rooms: of one topic as many as `perTopic` says, of one slot as many as there is room for, and no more.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SLOT_OF } from "../../../src/core/model.ts"
import type { RankCandidate, RankInput } from "../../../src/core/questions/cards.ts"
import { slots as rule } from "../../../src/core/rules/rank/order.ts"
import { alone } from "../../../src/core/rules/rule.ts"

const ROOM = { norms: 6, negatives: 3, tactics: 3, facts: 4 }
const candidate = fc.record({
  kind: fc.constantFrom("fact" as const, "tactic" as const, "negative_result" as const),
  topic: fc.constantFrom("redis", "port", "deploy"),
  score: fc.double({ min: 0.3, max: 1, noNaN: true }),
})
const asCards = (seen: readonly Pick<RankCandidate, "kind" | "topic" | "score">[]): readonly RankCandidate[] =>
  seen.map((more, i) => ({
    ...{ card: `card ${i}`, tier: "repo", stage: "active", source: "extracted", tokens: 20, lexical: 1, semantic: 1 },
    ...{ ageDays: 1, value: null, truth: 1, mustShow: false },
    ...more,
  }))

describe("plain retrieval", () => {
  it("[S4-58, S4-59] shows of each topic in each slot as many as it may, and leaves none out for want of a place that is free", () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), (seen, perTopic) => {
        const candidates = asCards(seen)
        const input: RankInput = {
          ...{ candidates, slots: ROOM, placement: "prompt", intent: null, random: () => 0, posterior: undefined },
        }
        const { answer } = rule.decide(alone(), input, { ...rule.params, perTopic })
        const shown = new Set(answer.filter(a => a.shown).map(a => a.card))
        for (const slot of ["negatives", "tactics", "facts"] as const) {
          const here = candidates.filter(c => SLOT_OF[c.kind] === slot)
          const fits = ["redis", "port", "deploy"].map(t => Math.min(perTopic, here.filter(c => c.topic === t).length))
          const room = Math.min(
            ROOM[slot],
            fits.reduce((a, b) => a + b, 0),
          )
          expect(here.filter(c => shown.has(c.card))).toHaveLength(room)
        }
      }),
    )
  })
})
