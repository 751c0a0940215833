// Seed 003's maturity as a stage: candidate → trial, established → active, proven, deprecated; from faded counts, so that a
// card must keep earning (S3-17 … S3-21). A deprecated card leaves that stage only by hand (S3-24, D47).

import type { Stage } from "../../model.ts"
import { defineRule } from "../rule.ts"
import { FADED, MATURITY, maturityOf } from "./maturity.ts"

const STAGE: Readonly<Record<ReturnType<typeof maturityOf>, Stage>> = {
  candidate: "trial",
  established: "active",
  proven: "proven",
  deprecated: "deprecated",
}

const percent = (x: number): string => `${Math.round(100 * x)}%`

export const maturity = defineRule({
  question: "stage",
  name: "maturity",
  version: 2,
  source: "S3-17 … S3-24, S3-54 … S3-58",
  params: { ...MATURITY },
  reads: [FADED],
  /** The seed's three questions (S3-59 … S3-61), against its own thresholds. */
  explain({ rows }, { card, stage, value, faded, wins, losses }, p) {
    if (!faded || !value) return []
    const { helpful, harmful, total } = faded
    const n = wins + losses
    const failed = n > 0 ? losses / n : 0
    const day = FADED.get(rows, card)?.day
    const validated = day === undefined ? "never" : new Date(day * 86_400_000).toISOString().slice(0, 10)
    const inverts = n >= p.minObservations && failed >= p.failureRatioThreshold
    const ratio = percent(total > 0 ? harmful / total : 0)
    return [
      {
        question: stage === "proven" ? "Why is this proven?" : "Why is this not proven?",
        answer: `faded helpful ${helpful.toFixed(2)} (wants ${p.minHelpful}), harmful ${ratio} of ${total.toFixed(2)} (wants under ${percent(p.maxHarmful)})`,
      },
      {
        question: inverts ? "Why was this inverted?" : "Why was this not inverted?",
        answer: `${n} observations (from ${p.minObservations}), ${percent(failed)} failed (from ${percent(p.failureRatioThreshold)})`,
      },
      {
        question: "Why is its weight what it is?",
        answer: `weight ${value.mean.toFixed(2)} from ${Math.round(value.n)} events, last validated ${validated}`,
      },
    ]
  },
  decide(_own, input, p) {
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
