// THE list of rules. The contract suite finds every one of them here; house.test.ts fails when a file is missing.

import { anchoredNovelBudgeted } from "./admit/anchored-novel-budgeted.ts"
import { nucleusAdmit } from "./admit/nucleus-admit.ts"
import { emaBreaker } from "./alarm/ema-breaker.ts"
import { failureStreak } from "./alarm/failure-streak.ts"
import { firstCorrection } from "./alarm/first-correction.ts"
import { grooveBreaker } from "./alarm/groove-breaker.ts"
import { episodeProxyCredit } from "./credit/episode-proxy.ts"
import { episodeScore } from "./credit/episode-score.ts"
import { firstOutcomeTopK } from "./credit/first-outcome-top-k.ts"
import { fractional } from "./credit/fractional.ts"
import { implicitObservation } from "./credit/implicit-observation.ts"
import { lastOutcomeTopK } from "./credit/last-outcome-top-k.ts"
import { oldBinaryCredit } from "./credit/old-binary.ts"
import { plusMinusCredit } from "./credit/plus-minus.ts"
import { sharedReward } from "./credit/shared-reward.ts"
import { unattributed } from "./credit/unattributed.ts"
import { unsharedReward } from "./credit/unshared-reward.ts"
import { duration } from "./detect/duration.ts"
import { evolverToolWords } from "./detect/evolver-tool-words.ts"
import { evolverUserWords } from "./detect/evolver-user-words.ts"
import { fileDrift } from "./detect/file-drift.ts"
import { gitOperation } from "./detect/git-operation.ts"
import { grooveCounters } from "./detect/groove-counters.ts"
import { groovePhrases } from "./detect/groove-phrases.ts"
import { interrupt } from "./detect/interrupt.ts"
import { keepDoubt } from "./detect/keep-doubt.ts"
import { nucleusAnchored } from "./detect/nucleus-anchored.ts"
import { nucleusWords } from "./detect/nucleus-words.ts"
import { refusal } from "./detect/refusal.ts"
import { swarmSignals } from "./detect/swarm-signals.ts"
import { taskBoundary } from "./detect/task-boundary.ts"
import { toolResult } from "./detect/tool-result.ts"
import { userPhrases } from "./detect/user-phrases.ts"
import { userWords } from "./detect/user-words.ts"
import { anyAnchored } from "./judge/any-anchored.ts"
import { emaEpisode } from "./judge/ema-episode.ts"
import { implicitScore } from "./judge/implicit-score.ts"
import { oldBinary } from "./judge/old-binary.ts"
import { salientLatent } from "./judge/salient-latent.ts"
import { unjudged } from "./judge/unjudged.ts"
import { weightedBlend } from "./judge/weighted-blend.ts"
import { betaThompson } from "./rank/beta-thompson.ts"
import { pooledThompson } from "./rank/pooled-thompson.ts"
import { slots } from "./rank/slots.ts"
import { valueWeighted } from "./rank/value-weighted.ts"
import type { Rule } from "./rule.ts"
import { archive } from "./stage/archive.ts"
import { gardener } from "./stage/gardener.ts"
import { invert } from "./stage/invert.ts"
import { maturity } from "./stage/maturity.ts"
import { recheck } from "./stage/recheck.ts"
import { beta } from "./trust/beta.ts"
import { outcomeReward } from "./trust/outcome-reward.ts"
import { betaCounts } from "./value/beta-counts.ts"
import { halfLifeValue } from "./value/half-life.ts"
import { plainRegression } from "./value/plain-regression.ts"
import { plusMinusValue } from "./value/plus-minus.ts"
import { qStep } from "./value/q-step.ts"
import { shrinkingStep } from "./value/shrinking-step.ts"
import { uses } from "./value/uses.ts"

export const RULES = [
  duration,
  evolverToolWords,
  evolverUserWords,
  fileDrift,
  gitOperation,
  grooveCounters,
  groovePhrases,
  interrupt,
  keepDoubt,
  nucleusAnchored,
  nucleusWords,
  refusal,
  swarmSignals,
  taskBoundary,
  toolResult,
  userPhrases,
  userWords,
  anyAnchored,
  emaEpisode,
  implicitScore,
  oldBinary,
  salientLatent,
  unjudged,
  weightedBlend,
  episodeProxyCredit,
  episodeScore,
  firstOutcomeTopK,
  fractional,
  implicitObservation,
  lastOutcomeTopK,
  oldBinaryCredit,
  plusMinusCredit,
  sharedReward,
  unattributed,
  unsharedReward,
  betaCounts,
  halfLifeValue,
  plainRegression,
  plusMinusValue,
  qStep,
  shrinkingStep,
  uses,
  beta,
  outcomeReward,
  anchoredNovelBudgeted,
  nucleusAdmit,
  archive,
  gardener,
  invert,
  maturity,
  recheck,
  betaThompson,
  pooledThompson,
  slots,
  valueWeighted,
  emaBreaker,
  failureStreak,
  firstCorrection,
  grooveBreaker,
] as readonly unknown[] as readonly Rule[]
