// Seed 002's Thompson values: each candidate draws from its Beta belief, relevance weighs the draw (S2-40, S2-77). Chances
// come from redraws.

import { fill, shownFirst, shownOf } from "../../pack/fill.ts"
import type { RankCandidate } from "../../questions/rank.ts"
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
  version: 2,
  source: "S2-40, S2-77",
  notes: { base: "0..10 what relevance counts beside the drawn value" },
  params: { base: 0.5, redraws: 200 },
  decide(_context, input, p) {
    const draw = () => fill(input, c => c.score * (p.base + betaDraw(c, input.random)))
    const drawn = draw()
    const hits = new Map<string, number>()
    for (let r = 0; r < p.redraws; r++)
      for (const { card, shown } of draw()) if (shown) hits.set(card, (hits.get(card) ?? 0) + 1)
    const must = new Set(input.candidates.filter(c => c.mustShow).map(c => c.card))
    const answer = drawn
      .map(r => ({ ...r, chance: must.has(r.card) ? 1 : ((hits.get(r.card) ?? 0) + 0.5) / (p.redraws + 1) }))
      .sort(shownFirst)
    return { answer, because: `${shownOf(answer)} by drawn value` }
  },
})
