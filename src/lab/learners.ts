// The learners a lab or bench can name: which credit, value, stage and rank rule work together. Presets of the product are
// chosen elsewhere; the extra names here are literature and ablations that no preset ships.

import { episodeProxyCredit } from "../core/rules/credit/episode-proxy.ts"
import { episodeScore } from "../core/rules/credit/episode-score.ts"
import { firstOutcomeTopK } from "../core/rules/credit/first-outcome-top-k.ts"
import { fractional } from "../core/rules/credit/fractional.ts"
import { implicitObservation } from "../core/rules/credit/implicit-observation.ts"
import { lastOutcomeTopK } from "../core/rules/credit/last-outcome-top-k.ts"
import { oldBinaryCredit } from "../core/rules/credit/old-binary.ts"
import { sharedReward } from "../core/rules/credit/shared-reward.ts"
import { unattributed } from "../core/rules/credit/unattributed.ts"
import { unsharedReward } from "../core/rules/credit/unshared-reward.ts"
import { betaThompson } from "../core/rules/rank/beta-thompson.ts"
import { pooledThompson } from "../core/rules/rank/pooled-thompson.ts"
import { slots } from "../core/rules/rank/slots.ts"
import { valueWeighted } from "../core/rules/rank/value-weighted.ts"
import type { Rule } from "../core/rules/rule.ts"
import { invert } from "../core/rules/stage/invert.ts"
import { maturity } from "../core/rules/stage/maturity.ts"
import { betaCounts } from "../core/rules/value/beta-counts.ts"
import { halfLifeValue } from "../core/rules/value/half-life.ts"
import { plainRegression } from "../core/rules/value/plain-regression.ts"
import { plusMinusValue } from "../core/rules/value/plus-minus.ts"
import { qStep } from "../core/rules/value/q-step.ts"
import { shrinkingStep } from "../core/rules/value/shrinking-step.ts"
import { uses } from "../core/rules/value/uses.ts"

export interface LearnerRules {
  readonly credit: Rule<"credit", undefined>
  readonly value: Rule<"value", unknown>
  readonly rank: Rule<"rank", undefined>
  readonly stage: readonly Rule<"stage", undefined>[]
  /** name in credit.md and its golden vectors, where there is one */
  readonly golden: string | null
}
const rules = (
  credit: Rule<"credit", undefined>,
  value: unknown,
  rank: Rule<"rank", undefined>,
  golden: string | null = null,
  stage: readonly Rule<"stage", undefined>[] = [],
): LearnerRules => ({ credit, value: value as Rule<"value", unknown>, rank, stage, golden })

export const LEARNERS: Readonly<Record<string, LearnerRules>> = {
  // the learner reads the whole shortlist, so it needs no credit rows to learn from
  mettle: rules(unattributed, plusMinusValue, pooledThompson, null),
  plain: rules(unattributed, uses, slots),
  evolver: rules(fractional, betaCounts, valueWeighted, "B.seed000@1"),
  astra: rules(sharedReward, shrinkingStep, valueWeighted, "E.seed001@1"),
  "astra-unshared": rules(unsharedReward, shrinkingStep, valueWeighted, "E.seed001-unshared@1"),
  groove: rules(episodeScore, betaCounts, betaThompson, "X.seed002-ts@1"),
  swarm: rules(implicitObservation, halfLifeValue, valueWeighted, "D.seed003@1", [invert, maturity]),
  "swarm-noinvert": rules(implicitObservation, halfLifeValue, valueWeighted, "D.seed003-noinvert@1", [maturity]),
  nucleus: rules(firstOutcomeTopK, betaCounts, valueWeighted, "C.seed004@1"),
  "nucleus-strict": rules(lastOutcomeTopK, betaCounts, valueWeighted, "C.seed004-strict@1"),
  "old-binary": rules(oldBinaryCredit, betaCounts, valueWeighted, "A.binary@0"),
  "memory-worth": rules(episodeProxyCredit, betaCounts, valueWeighted, "L.memory-worth"),
  "memrl-q": rules(episodeProxyCredit, qStep, valueWeighted, "L.memrl-q"),
  regression: rules(unattributed, plainRegression, pooledThompson, null),
}
