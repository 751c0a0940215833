// THE list of rules. The contract suite finds every one of them here; house.test.ts fails when a file is missing.

import { anchoredNovelBudgeted } from "./admit/anchored-novel-budgeted.ts"
import { assessment } from "./alarm/assessment.ts"
import { emaBreaker } from "./alarm/ema-breaker.ts"
import { failureStreak } from "./alarm/failure-streak.ts"
import { firstCorrection } from "./alarm/first-correction.ts"
import { gardener } from "./astra/gardener.ts"
import { keepDoubt } from "./astra/keep-doubt.ts"
import { outcomeReward } from "./astra/outcome-reward.ts"
import { sharedReward } from "./astra/reward-shares.ts"
import { shrinkingStep } from "./astra/shrinking-step.ts"
import { episodeProxyCredit } from "./credit/episode-proxy.ts"
import { plusMinusCredit } from "./credit/plus-minus.ts"
import { unattributed } from "./credit/unattributed.ts"
import { fileDrift } from "./detect/file-drift.ts"
import { gitOperation } from "./detect/git-operation.ts"
import { interrupt } from "./detect/interrupt.ts"
import { refusal } from "./detect/refusal.ts"
import { taskBoundary } from "./detect/task-boundary.ts"
import { toolResult } from "./detect/tool-result.ts"
import { userPhrases } from "./detect/user-phrases.ts"
import { userWords } from "./detect/user-words.ts"
import { fractional } from "./evolver/fractional.ts"
import { oldBinaryCredit } from "./evolver/old-binary.ts"
import { evolverToolWords } from "./evolver/tool-words.ts"
import { evolverUserWords } from "./evolver/user-words.ts"
import { weightedBlend } from "./evolver/weighted-blend.ts"
import { betaThompson } from "./groove/beta-thompson.ts"
import { grooveBoost } from "./groove/boost.ts"
import { grooveBreaker } from "./groove/breaker.ts"
import { grooveCounters } from "./groove/counters.ts"
import { emaEpisode } from "./groove/ema-episode.ts"
import { episodeScore } from "./groove/episode-score.ts"
import { groovePhrases } from "./groove/phrases.ts"
import { salientLatent } from "./judge/salient-latent.ts"
import { unjudged } from "./judge/unjudged.ts"
import { nucleusAdmit } from "./nucleus/admit.ts"
import { anyAnchored, nucleusAnchored } from "./nucleus/anchored.ts"
import { nucleusPack } from "./nucleus/pack.ts"
import { firstOutcomeTopK } from "./nucleus/wins-and-losses.ts"
import { nucleusWords } from "./nucleus/words.ts"
import { nucleusWork } from "./nucleus/work.ts"
import { gatedBlend } from "./rank/gated-blend.ts"
import { pooledThompson } from "./rank/pooled-thompson.ts"
import { slots } from "./rank/slots.ts"
import { valueWeighted } from "./rank/value-weighted.ts"
import type { Rule } from "./rule.ts"
import { archive } from "./stage/archive.ts"
import { recheck } from "./stage/recheck.ts"
import { halfLifeValue } from "./swarm/half-life.ts"
import { implicitObservation } from "./swarm/implicit-observation.ts"
import { implicitScore } from "./swarm/implicit-score.ts"
import { invert } from "./swarm/invert.ts"
import { maturity } from "./swarm/maturity-stage.ts"
import { swarmSignals } from "./swarm/signals.ts"
import { beta } from "./trust/beta.ts"
import { betaCounts } from "./value/beta-counts.ts"
import { plusMinusValue } from "./value/plus-minus.ts"
import { qStep } from "./value/q-step.ts"
import { uses } from "./value/uses.ts"

export const RULES: readonly Rule[] = [
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
  salientLatent,
  unjudged,
  weightedBlend,
  episodeProxyCredit,
  episodeScore,
  firstOutcomeTopK,
  fractional,
  implicitObservation,
  oldBinaryCredit,
  plusMinusCredit,
  sharedReward,
  unattributed,
  betaCounts,
  halfLifeValue,
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
  grooveBoost,
  nucleusWork,
  recheck,
  betaThompson,
  nucleusPack,
  gatedBlend,
  pooledThompson,
  slots,
  valueWeighted,
  assessment,
  emaBreaker,
  failureStreak,
  firstCorrection,
  grooveBreaker,
]
