// THE list of rules, by what each preset chooses of them. `mettle` takes the best known answer by measurement; the seeds' presets keep
// their own, so that they stay runnable as baselines; where a seed has no answer it borrows the default's.

import { anchoredNovelBudgeted } from "./admit/anchored-novel-budgeted.ts"
import { assessment } from "./alarm/assessment.ts"
import { emaBreaker, failureStreak, firstCorrection } from "./alarm/breakers.ts"
import { sharedReward, shrinkingStep } from "./astra/card-trust.ts"
import { gardener, keepDoubt } from "./astra/gardener.ts"
import { outcomeReward } from "./astra/outcome-reward.ts"
import { episodeProxyCredit, plusMinusCredit, unattributed } from "./credit/shares.ts"
import { fileDrift, gitOperation, toolResult } from "./detect/calls.ts"
import { interrupt, taskBoundary, userPhrases, userWords } from "./detect/prompts.ts"
import { refusal } from "./detect/refusal.ts"
import { fractional, oldBinaryCredit, weightedBlend } from "./evolver/blend.ts"
import { evolverToolWords, evolverUserWords } from "./evolver/words.ts"
import { emaEpisode, episodeScore } from "./groove/averages.ts"
import { grooveBreaker } from "./groove/breaker.ts"
import { grooveCounters, groovePhrases } from "./groove/counts.ts"
import { betaThompson, grooveBoost } from "./groove/values.ts"
import { salientLatent, unjudged } from "./judge/salient-latent.ts"
import { nucleusAdmit } from "./nucleus/admit.ts"
import { anyAnchored, firstOutcomeTopK, nucleusAnchored, nucleusWords } from "./nucleus/outcomes.ts"
import { nucleusPack } from "./nucleus/pack.ts"
import { nucleusWork } from "./nucleus/work.ts"
import { gatedBlend } from "./rank/gated-blend.ts"
import { pooledThompson } from "./rank/pooled-thompson.ts"
import { slots, valueWeighted } from "./rank/slots.ts"
import { QUESTIONS, type Question, type Rule } from "./rule.ts"
import { archive, recheck } from "./stage/out-of-use.ts"
import { invert } from "./swarm/invert.ts"
import { maturity } from "./swarm/maturity-stage.ts"
import { halfLifeValue, implicitObservation, implicitScore, swarmSignals } from "./swarm/score.ts"
import { beta } from "./trust/beta.ts"
import { betaCounts, qStep } from "./value/counted.ts"
import { plusMinusValue } from "./value/plus-minus.ts"
import { uses } from "./value/uses.ts"

export type PresetName = "mettle" | "plain" | "evolver" | "astra" | "groove" | "swarm" | "nucleus" | "memrl"
interface Choice {
  readonly about: string
  readonly rules: { readonly [Q in Question]: readonly Rule<Q>[] }
}

const DETECT = [toolResult, userWords, userPhrases, refusal, interrupt, taskBoundary, gitOperation, fileDrift]
const STAGE = [recheck, archive]
/** Retrieval without learning; every preset starts from it and says what it does differently. */
const PLAIN = {
  detect: DETECT,
  judge: [salientLatent],
  credit: [unattributed],
  value: [uses],
  trust: [beta],
  admit: [anchoredNovelBudgeted],
  stage: STAGE,
  rank: [slots],
  alarm: [failureStreak, emaBreaker, firstCorrection, assessment],
} satisfies Choice["rules"]

export const CHOICES: Readonly<Record<PresetName, Choice>> = {
  mettle: {
    about: "the best known answer to each question, chosen by measurement",
    rules: { ...PLAIN, credit: [plusMinusCredit], value: [plusMinusValue], rank: [pooledThompson] },
  },
  plain: { about: "retrieval of the same log without learning", rules: PLAIN },
  evolver: {
    about: "feedback words, tool-success words, weighted outcome score, fractional credit",
    rules: {
      ...PLAIN,
      detect: [evolverToolWords, evolverUserWords, gitOperation],
      judge: [weightedBlend],
      credit: [fractional],
      value: [betaCounts],
      rank: [valueWeighted],
    },
  },
  astra: {
    about: "keep and doubt tags, trust by delayed outcomes, a gardener, shared reward",
    rules: {
      ...PLAIN,
      detect: [...DETECT, keepDoubt],
      credit: [sharedReward],
      value: [shrinkingStep],
      trust: [outcomeReward],
      stage: [gardener, ...STAGE],
      rank: [valueWeighted],
    },
  },
  groove: {
    about: "three tiers, EMA breaker, adaptive parameters",
    rules: {
      ...PLAIN,
      // What kind of work a call was is the default's answer; whether it went well, the seed's, which comes later.
      detect: [...[toolResult, grooveCounters, groovePhrases, userPhrases], ...[gitOperation, taskBoundary, fileDrift]],
      judge: [emaEpisode],
      credit: [episodeScore],
      value: [betaCounts],
      stage: [grooveBoost, ...STAGE],
      rank: [betaThompson],
      alarm: [grooveBreaker, assessment],
    },
  },
  swarm: {
    about: "implicit score, decay, maturity, inversion",
    rules: {
      ...PLAIN,
      detect: [...DETECT, swarmSignals],
      judge: [implicitScore],
      credit: [implicitObservation],
      value: [halfLifeValue],
      stage: [invert, maturity, ...STAGE],
      rank: [valueWeighted],
    },
  },
  nucleus: {
    about: "anchored outcomes, wins and losses, slots, budgets",
    rules: {
      ...PLAIN,
      detect: [toolResult, nucleusAnchored, nucleusWords, gitOperation],
      judge: [anyAnchored],
      credit: [firstOutcomeTopK],
      value: [betaCounts],
      admit: [nucleusAdmit],
      stage: [nucleusWork, ...STAGE],
      rank: [nucleusPack],
    },
  },
  memrl: {
    about: "MemRL: a similarity gate, then similarity and a Q-value per card, learned from the session's success",
    rules: { ...PLAIN, credit: [episodeProxyCredit], value: [qStep], rank: [gatedBlend] },
  },
}

/** Every rule: what a preset chooses, what stands in for a judge that was switched off, and one that is kept for comparison alone. */
export const RULES: readonly Rule[] = [
  ...new Set<Rule>([
    ...QUESTIONS.flatMap(question => Object.values(CHOICES).flatMap(({ rules }) => rules[question] as readonly Rule[])),
    ...[unjudged, oldBinaryCredit],
  ]),
]
