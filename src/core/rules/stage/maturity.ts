// Seed 003's maturity as a stage: candidate → trial, established → active, proven, deprecated; from faded counts, so that a
// card must keep earning (S3-17 … S3-21). A deprecated card leaves that stage only by hand (S3-24, D47).
import { MATURITY, type MaturityParams, maturityOf } from "../../maturity/maturity.ts"
import type { Stage } from "../../model.ts"
import { defineRule } from "../rule.ts"

const STAGE: Readonly<Record<ReturnType<typeof maturityOf>, Stage>> = {
  candidate: "trial",
  established: "active",
  proven: "proven",
  deprecated: "deprecated",
}

export const maturity = defineRule({
  question: "stage",
  name: "maturity",
  version: 2,
  source: "S3-17 … S3-24, S3-54 … S3-58",
  params: { ...MATURITY },
  decide(_state, input, params) {
    const p = params as unknown as MaturityParams
    if (input.stage === "deprecated") return { answer: null, because: "deprecated until it is reset" }
    const c = input.faded ?? { helpful: input.wins, harmful: input.losses, total: input.wins + input.losses }
    const state = maturityOf(c, p)
    // The seed shows its candidates; here a trial card waits unseen, so one that was let in stays in.
    const to = state === "candidate" && input.stage !== "trial" ? "active" : STAGE[state]
    const ratio = c.total > 0 ? c.harmful / c.total : 0
    const because = `faded helpful ${c.helpful.toFixed(2)} (proven from ${p.minHelpful}), harmful ${Math.round(100 * ratio)}% of ${c.total.toFixed(2)} (proven under ${Math.round(100 * p.maxHarmful)}%, out over ${Math.round(100 * p.deprecationThreshold)}%)`
    return { answer: to === input.stage ? null : { to }, because }
  },
})
