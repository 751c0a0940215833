// Cards that are shown no more, and come back. needs_recheck: open disputes outweigh the tier's threshold; out again when they are
// cleared, archived when nobody looks for two periods (S4-33..35, D59..D61). archived: not shown for a long window, of low use or low
// truth, and undisputed (S4-66). Norms change only by user words; pinned cards never go alone.
import type { Kind, Tier } from "../../model.ts"
import { DAY } from "../../time.ts"
import { truthScore } from "../../truth.ts"
import { defineRule } from "../rule.ts"

const RECHECK = {
  mass: { repo: 1, domain: 1.5, global: 2 } satisfies Record<Tier, number>,
  workMass: 2,
  periodDays: { repo: 14, domain: 60, global: 180 } satisfies Record<Tier, number>,
  periodsUnchecked: 2,
  kinds: ["fact", "negative_result"] as readonly Kind[],
}

export const recheck = defineRule("stage", "recheck@2", {
  source: "S4-33, S4-34, S4-35, D59, D60, D61",
  notes: { mass: "0..100 weight of evidence against a card from which it is in doubt" },
  params: RECHECK,
  decide(_context, input, p) {
    if (!p.kinds.includes(input.kind)) return { answer: null, because: `${input.kind} is not moved by disputes` }
    const limit = input.kind === "fact" ? p.mass[input.scope.tier] : p.workMass
    const over = input.disputeMass >= limit
    const mass = `dispute mass ${input.disputeMass.toFixed(1)} of ${limit}`
    if (input.stage === "needs_recheck") {
      if (!over) return { answer: { to: "active" }, because: `cleared: ${mass}` }
      const days = (input.now - (input.recheckSince ?? input.now)) / DAY
      const limitDays = p.periodsUnchecked * p.periodDays[input.scope.tier]
      if (!input.pinned && days > limitDays)
        return { answer: { to: "archived" }, because: `unchecked for ${Math.floor(days)} of ${limitDays} days` }
      return { answer: null, because: `waits for a check: ${mass}` }
    }
    const moves = input.stage === "active" || input.stage === "proven" || input.stage === "trial"
    if (moves && over) return { answer: { to: "needs_recheck" }, because: mass }
    return { answer: null, because: mass }
  },
})

const ARCHIVE = {
  windowDays: { repo: 60, domain: 120, global: 240 } satisfies Record<Tier, number>,
  lowUtility: 0.45,
  lowTruth: 0.5,
  kinds: ["fact", "tactic", "negative_result"] as readonly Kind[],
}

export const archive = defineRule("stage", "archive@1", {
  source: "S4-66, S4-67",
  params: ARCHIVE,
  decide(_context, input, p) {
    if (input.pinned || !p.kinds.includes(input.kind)) return { answer: null, because: "pinned, or a kind that stays" }
    if (input.stage !== "trial" && input.stage !== "active" && input.stage !== "proven")
      return { answer: null, because: `${input.stage} already` }
    const window = p.windowDays[input.scope.tier]
    const idle = (input.now - (input.lastExposureAt ?? input.bornAt)) / DAY
    if (idle <= window) return { answer: null, because: `shown ${Math.floor(idle)} of ${window} days ago` }
    if (input.disputeMass > 0) return { answer: null, because: "disputed: the recheck rule decides" }
    // facts are judged by truth, work by its wins; both start at a half, so an unseen card stays until something speaks against it
    const utility = (input.wins + 1) / (input.wins + input.losses + 2)
    const truth = truthScore(input.support, input.contradiction)
    const low = input.kind === "fact" ? truth < p.lowTruth : utility < p.lowUtility
    const figures = `utility ${utility.toFixed(2)}, truth ${truth.toFixed(2)}, ${Math.floor(idle)} days unseen`
    return low ? { answer: { to: "archived" }, because: figures } : { answer: null, because: figures }
  },
})
