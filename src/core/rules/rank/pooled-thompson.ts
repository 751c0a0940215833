// Which candidates are shown: must-show cards always, norms by relevance, the rest by a light draw from what the value rule
// believes, each with its chance. A store that does harm shows little or nothing (docs/credit.md).
import { STANDING, STANDING_PARTS, standsDown } from "../../contrast/contrast.ts"
import { CHOOSE, choose, episodeDraw } from "../../learn/choose.ts"
import { LEARN } from "../../learn/params.ts"
import { learnerIn } from "../../learn/state.ts"
import { SLOT_OF, SLOTS } from "../../model.ts"
import { shownFirst, shownOf } from "../../pack/fill.ts"
import type { RankCandidate, Ranked, RankInput } from "../../questions/rank.ts"
import { seeded } from "../../stats.ts"
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

export const pooledThompson = defineRule("rank", "pooled-thompson@5", {
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
        answer.push(line(c, slot, i < Math.max(p.mustRoom, input.slots[slot]) ? null : "slot full", c.score, 1))
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
