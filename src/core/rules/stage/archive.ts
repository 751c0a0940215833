// archived: not shown for a long window, of low use or low truth, and undisputed (S4-66). Reversible: an archived card
// stays searchable and comes back when it is shown by search, read or restored. Norms and pinned cards never go alone.

import type { Kind, Tier } from "../../model.ts"
import { DAY } from "../../time.ts"
import { truthScore } from "../../truth.ts"
import { defineRule } from "../rule.ts"

const params = {
  windowDays: { repo: 60, domain: 120, global: 240 } satisfies Record<Tier, number>,
  lowUtility: 0.45,
  lowTruth: 0.5,
  kinds: ["fact", "tactic", "negative_result"] as readonly Kind[],
}

export const archive = defineRule({
  question: "stage",
  name: "archive",
  version: 1,
  source: "S4-66, S4-67",
  params,
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
