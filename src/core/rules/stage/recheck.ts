// needs_recheck: open disputes outweigh the tier's threshold; out again when they are cleared, archived when nobody looks
// for two periods (S4-33..35, D59..D61). Disputes move facts, and remedies that
// were tried and did not help; norms change only by user words, other work by measured value.

import type { Kind, Tier } from "../../model.ts"
import { DAY } from "../../time.ts"
import { defineRule } from "../rule.ts"

const params = {
  mass: { repo: 1, domain: 1.5, global: 2 } satisfies Record<Tier, number>,
  /** what was done and did not help, for lessons of work */
  workMass: 2,
  periodDays: { repo: 14, domain: 60, global: 180 } satisfies Record<Tier, number>,
  periodsUnchecked: 2,
  kinds: ["fact", "negative_result"] as readonly Kind[],
}

export const recheck = defineRule({
  question: "stage",
  name: "recheck",
  version: 2,
  source: "S4-33, S4-34, S4-35, D59, D60, D61",
  notes: { mass: "0..100 weight of evidence against a card from which it is in doubt" },
  params,
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
