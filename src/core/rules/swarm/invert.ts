// Seed 003's inversion: at 60% failures of at least 3 observations a pattern turns into its AVOID (S3-26 … S3-28). Only the
// seed's preset acts on it alone; a neutral session counts as a failure there (S3-44, D49).

import { defineRule } from "../rule.ts"
import { MATURITY, shouldInvert } from "./maturity.ts"

export const invert = defineRule({
  question: "stage",
  name: "invert",
  version: 1,
  source: "S3-26 … S3-29, S3-51 … S3-53",
  params: { ...MATURITY },
  decide(_own, input, p) {
    const n = input.wins + input.losses
    const because = `${input.losses} of ${n} failed (inverts from ${p.minObservations} at ${Math.round(100 * p.failureRatioThreshold)}%)`
    return { answer: shouldInvert(input.wins, input.losses, p) ? { to: "deprecated", invert: true } : null, because }
  },
})
