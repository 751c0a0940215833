// Which candidates are shown, each with its chance: must-show cards always, norms by relevance, the rest by a light draw from what the
// value rule believes. A store that does harm shows little or nothing (docs/credit.md). And the plain orders it is measured against.

import { CHOOSE, choose, episodeDraw } from "../../learn/choose.ts"
import { LEARN } from "../../learn/params.ts"
import { learnerIn } from "../../learn/state.ts"
import { SLOT_OF, SLOTS } from "../../model.ts"
import { fill, freshness, shownFirst, shownOf } from "../../pack/fill.ts"
import type { RankCandidate, Ranked, RankInput } from "../../questions/cards.ts"
import { mean, seeded } from "../../stats.ts"
import { STANDING, STANDING_PARTS, standsDown } from "../../uplift/uplift.ts"
import { defineRule } from "../rule.ts"

type Slot = Ranked["slot"]
const params = {
  learn: LEARN,
  choose: CHOOSE,
  minScore: 0.12,
  mustRoom: 12,
  standing: STANDING,
  standingParts: STANDING_PARTS,
  placement: { least: 60, z: 2.576 },
}
type PooledParams = typeof params

export const pooledThompson = defineRule("rank", "pooled-thompson@6", {
  source: "docs/credit.md; S4-51..65",
  params,
  standing: p => ({ whole: p.standing, parts: p.standingParts }),
  decide(_context, input, p) {
    const standing = standsDown(input.standing, p.standing)
    const answer: Ranked[] = []
    for (const slot of SLOTS) {
      const mine = input.candidates.filter(c => SLOT_OF[c.kind] === slot)
      const must = mine.filter(c => c.mustShow).sort(byScore)
      must.forEach((c, i) => {
        // What the user said is told as far as the pack's tokens go: no number of wishes is too many by itself.
        const fits = slot === "norms" || i < Math.max(p.mustRoom, input.slots[slot])
        answer.push(line(c, slot, fits ? null : "slot full", c.score, 1))
      })
      const rest = mine.filter(c => !c.mustShow)
      const room = Math.max(0, input.slots[slot] - must.length)
      const down = standing.down ? "memory stands down here" : partDown(slot, input, p)
      if (slot === "norms") answer.push(...byRelevance(rest, room, p))
      else if (down !== null) answer.push(...rest.map(c => line(c, slot, down, c.score, 0)))
      else answer.push(...byDraw(rest, slot, roomAt(slot, room, input, p), input, p))
    }
    const stood = standing.down ? `; memory stands down here: ${standing.because}` : ""
    return { answer, because: `${shownOf(answer)} by relevance and learned effect${stood}` }
  },
})

/** Why cards of this slot are not shown here and now; null = they are. */
function partDown(slot: Slot, input: RankInput, p: PooledParams): string | null {
  const kind = kindOf(slot)
  if (standsDown(input.standingOf?.kinds[kind], p.standingParts).down) return `${kind} stands down here`
  return standsDown(input.standingOf?.placement, p.standingParts).down ? `${input.placement} stands down here` : null
}

/** Half the room where cards of the kind clearly did worse at this placement than where none was shown. */
function roomAt(slot: Slot, room: number, input: RankInput, p: PooledParams): number {
  const kind = kindOf(slot)
  const seen = input.placed?.[kind]
  if (!seen || seen.difference === null || Math.min(seen.with.n, seen.without.n) < p.placement.least) return room
  const error = (seen.high! - seen.difference) / 1.645
  return seen.difference + p.placement.z * error < 0 ? Math.ceil(room / 2) : room
}

const kindOf = (slot: Slot): RankCandidate["kind"] =>
  (Object.keys(SLOT_OF) as RankCandidate["kind"][]).find(k => SLOT_OF[k] === slot)!
const byScore = (a: RankCandidate, b: RankCandidate): number => b.score - a.score || (a.card < b.card ? -1 : 1)
const line = ({ card }: RankCandidate, slot: Slot, reason: string | null, score: number, chance: number): Ranked => {
  return {
    card,
    slot,
    score,
    shown: reason === null,
    chance: reason === "slot full" && chance === 1 ? 0 : chance,
    reason,
  }
}

const byRelevance = (rest: readonly RankCandidate[], room: number, p: PooledParams): Ranked[] =>
  [...rest].sort(byScore).map((c, i) => {
    const reason = c.score < p.minScore ? "below relevance" : i >= room ? "slot full" : null
    return line(c, "norms", reason, c.score, reason === null ? 1 : 0)
  })

function byDraw(rest: readonly RankCandidate[], slot: Slot, room: number, input: RankInput, p: PooledParams): Ranked[] {
  const fit = rest.filter(c => c.score >= p.minScore)
  const left = rest.filter(c => c.score < p.minScore).map(c => line(c, slot, "below relevance", c.score, 0))
  if (fit.length === 0) return left
  const draw = episodeDraw(input.episode === undefined ? input.random : seeded(input.episode))
  const at = fit.map(c => {
    return { id: c.card, score: c.score, source: c.source, topic: c.topic, unsure: c.stage === "needs_recheck" }
  })
  const chosen = choose(learnerIn(input.posterior), at, room, draw, input.random, p.learn, p.choose)
  const ranked = chosen.map(({ shown, value, chance }, i) => {
    const reason = shown ? null : value <= p.choose.margin ? "not worth its place" : "slot full"
    return line(fit[i]!, slot, reason, value, Math.max(chance, 1e-6))
  })
  return [...ranked.sort(shownFirst), ...left]
}

// Retrieval by slots without a draw: must-show cards always, then the most relevant, or relevance times (0.5 + value). Without value
// it is the rival that every learning claim must beat.

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

// What is similar enough passes a gate; of those the best by a blend of similarity and Q, each in standard scores; now and then
// one at random instead; what only ever failed is left out (MemRL 2601.03192).

/** `floor` is on the scale of rewards, −1 … 1; `start` is the Q of a card that was never tried */
const PARAMS = { gate: 0.12, blend: 0.5, epsilon: 0.1, floor: -0.8, start: 0.5 }
type BlendParams = typeof PARAMS

export const gatedBlend = defineRule("rank", "gated-blend@1", {
  source: "MemRL 2601.03192",
  notes: {
    gate: "0..1 relevance below which a card is not shown",
    floor: "-10..10 score below which a card is not shown",
  },
  params: PARAMS,
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
