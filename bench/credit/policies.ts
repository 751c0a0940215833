// Pack policies to compare with: nothing, the best by relevance, and the oracle, which only a bench may see.
import type { Pick, Policy } from "./short-way.ts"

const shows = (on: boolean): Pick => ({ shown: on, chance: on ? 1 : 0, mode: 1 })
export const none: Policy = ctx => ctx.candidates.map(() => shows(false))
export const topK: Policy = ctx => ctx.candidates.map((_, rank) => shows(rank < ctx.slots))
export const oracle: Policy = (ctx, session) => {
  const gain = ctx.candidates.map(c => session.contribution(c.id))
  const best = gain
    .map((_, i) => i)
    .filter(i => gain[i]! > (session.oracleMin ?? 0.06))
    .sort((a, b) => gain[b]! - gain[a]!)
    .slice(0, ctx.slots)
  return ctx.candidates.map((_, i) => shows(best.includes(i)))
}
