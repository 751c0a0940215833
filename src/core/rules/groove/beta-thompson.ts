// Seed 002's Thompson values: each candidate draws from its Beta belief, relevance weighs the draw (S2-40, S2-77). Chances
// come from redraws.

import { SLOT_OF } from "../../model.ts"
import type { RankCandidate, Ranked } from "../../questions/rank.ts"
import { defineRule } from "../rule.ts"

/** Gamma(shape ≥ 1) by Marsaglia and Tsang. */
function gamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (let tries = 0; tries < 64; tries++) {
    const x = Math.sqrt(-2 * Math.log(Math.max(random(), 1e-12))) * Math.cos(2 * Math.PI * random())
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(Math.max(random(), 1e-12)) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
  return d
}
function betaDraw(c: RankCandidate, random: () => number): number {
  const n = c.value?.n ?? 0
  const mean = c.value?.mean ?? 0.5
  const good = gamma(Math.max(1, mean * (n + 2)), random)
  return good / (good + gamma(Math.max(1, (1 - mean) * (n + 2)), random))
}

export const betaThompson = defineRule({
  question: "rank",
  name: "beta-thompson",
  version: 1,
  source: "S2-40, S2-77",
  notes: { base: "0..10 what relevance counts beside the drawn value" },
  params: { base: 0.5, redraws: 200 },
  decide(_own, input, params) {
    const base = params.base
    const pick = (): { scores: number[]; taken: Set<number> } => {
      const scores = input.candidates.map(c => c.score * (base + betaDraw(c, input.random)))
      const used: Record<string, number> = {}
      const taken = new Set<number>()
      const order = scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]! || a - b)
      for (const i of order) {
        const slot = SLOT_OF[input.candidates[i]!.kind]
        if (input.candidates[i]!.mustShow || (used[slot] ?? 0) < input.slots[slot]) {
          used[slot] = (used[slot] ?? 0) + 1
          taken.add(i)
        }
      }
      return { scores, taken }
    }
    const { scores, taken } = pick()
    const hits = new Array<number>(input.candidates.length).fill(0)
    for (let r = 0; r < params.redraws; r++) for (const i of pick().taken) hits[i]! += 1
    const answer = input.candidates
      .map((c, i): Ranked => {
        const shown = taken.has(i)
        const chance = c.mustShow ? 1 : (hits[i]! + 0.5) / (params.redraws + 1)
        return {
          card: c.card,
          slot: SLOT_OF[c.kind],
          score: scores[i]!,
          shown,
          chance,
          reason: shown ? null : "slot full",
        }
      })
      .sort((a, b) => Number(b.shown) - Number(a.shown) || b.score - a.score)
    return { answer, because: `${taken.size} of ${answer.length} by drawn value` }
  },
})
