// What is similar enough passes a gate; of those the best by a blend of similarity and Q, each in standard scores; now and then
// one at random instead; what only ever failed is left out (MemRL 2601.03192).
import { SLOT_OF, SLOTS } from "../../model.ts"
import { shownFirst, shownOf } from "../../pack/fill.ts"
import type { RankCandidate, Ranked } from "../../questions/rank.ts"
import { mean } from "../../stats.ts"
import { defineRule } from "../rule.ts"

/** `floor` is on the scale of rewards, −1 … 1; `start` is the Q of a card that was never tried */
const params = { gate: 0.12, blend: 0.5, epsilon: 0.1, floor: -0.8, start: 0.5 }
type BlendParams = typeof params

export const gatedBlend = defineRule("rank", "gated-blend@1", {
  source: "MemRL 2601.03192",
  notes: {
    gate: "0..1 relevance below which a card is not shown",
    floor: "-10..10 score below which a card is not shown",
  },
  params,
  decide(_context, input, p) {
    const explores = input.random() < p.epsilon
    const answer = SLOTS.flatMap(slot => {
      const mine = input.candidates.filter(c => SLOT_OF[c.kind] === slot)
      const must = mine.filter(c => c.mustShow)
      const rest = mine.filter(c => !c.mustShow)
      const open = rest.filter(c => whyNot(c, p) === null)
      const blended = blendOf(open, p)
      const room = Math.max(0, input.slots[slot] - must.length)
      const best = [...open].sort((a, b) => blended.get(b.card)! - blended.get(a.card)! || (a.card < b.card ? -1 : 1))
      const top = first(room, best)
      const drawn = explores ? first(room, shuffled(best, input.random)) : top
      const luck = open.length === 0 ? 0 : Math.min(1, room / open.length)
      return [
        ...must.map((c): Ranked => ({ card: c.card, slot, score: c.score, shown: true, chance: 1, reason: null })),
        ...rest.map((c): Ranked => {
          const why = whyNot(c, p)
          const shown = why === null && drawn.has(c.card)
          const chance = why === null ? (1 - p.epsilon) * Number(top.has(c.card)) + p.epsilon * luck : 0
          const score = blended.get(c.card) ?? c.score
          return { card: c.card, slot, score, shown, chance, reason: shown ? null : (why ?? "slot full") }
        }),
      ].sort(shownFirst)
    })
    return { answer, because: `${shownOf(answer)} by similarity and Q${explores ? ", drawn at random" : ""}` }
  },
})

const first = (n: number, of: readonly RankCandidate[]): ReadonlySet<string> => new Set(of.slice(0, n).map(c => c.card))
const qOf = (c: RankCandidate, p: BlendParams): number => c.value?.mean ?? p.start
const whyNot = (c: RankCandidate, p: BlendParams): string | null =>
  c.stage === "deprecated"
    ? "deprecated"
    : c.score < p.gate
      ? "below the gate"
      : 2 * qOf(c, p) - 1 < p.floor
        ? "below the floor"
        : null

function blendOf(open: readonly RankCandidate[], p: BlendParams): ReadonlyMap<string, number> {
  const similarity = standardised(open.map(c => c.score))
  const q = standardised(open.map(c => qOf(c, p)))
  return new Map(open.map((c, i) => [c.card, (1 - p.blend) * similarity[i]! + p.blend * q[i]!]))
}
/** Standard scores; all alike are all 0. */
function standardised(xs: readonly number[]): readonly number[] {
  const m = mean(xs)
  const sd = Math.sqrt(mean(xs.map(x => (x - m) ** 2)))
  return xs.map(x => (sd > 1e-12 ? (x - m) / sd : 0))
}
function shuffled<T>(xs: readonly T[], random: () => number): readonly T[] {
  const out = [...xs]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[out[i], out[j]] = [out[j]!, out[i]!]
  }
  return out
}
