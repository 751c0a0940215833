// The learners a lab or bench can name: which credit, value, stage and rank rule work together. Presets of the product are
// chosen elsewhere; the extra names here are literature and ablations that no preset ships.

import { recordEvidence } from "../core/label/evidence.ts"
import { KINDS } from "../core/model.ts"
import type { CardFacts, EpisodeRecord } from "../core/questions/credit.ts"
import type { ValueAnswer } from "../core/questions/value.ts"
import { sharedReward } from "../core/rules/astra/reward-shares.ts"
import { shrinkingStep } from "../core/rules/astra/shrinking-step.ts"
import { episodeProxyCredit } from "../core/rules/credit/episode-proxy.ts"
import { unattributed } from "../core/rules/credit/unattributed.ts"
import { fractional } from "../core/rules/evolver/fractional.ts"
import { oldBinaryCredit } from "../core/rules/evolver/old-binary.ts"
import { betaThompson } from "../core/rules/groove/beta-thompson.ts"
import { episodeScore } from "../core/rules/groove/episode-score.ts"
import { salientLatent } from "../core/rules/judge/salient-latent.ts"
import { firstOutcomeTopK } from "../core/rules/nucleus/wins-and-losses.ts"
import { gatedBlend } from "../core/rules/rank/gated-blend.ts"
import { pooledThompson } from "../core/rules/rank/pooled-thompson.ts"
import { slots } from "../core/rules/rank/slots.ts"
import { valueWeighted } from "../core/rules/rank/value-weighted.ts"
import { alone, type Params, type Rule, tellRecord } from "../core/rules/rule.ts"
import { halfLifeValue } from "../core/rules/swarm/half-life.ts"
import { implicitObservation } from "../core/rules/swarm/implicit-observation.ts"
import { invert } from "../core/rules/swarm/invert.ts"
import { maturity } from "../core/rules/swarm/maturity-stage.ts"
import { betaCounts } from "../core/rules/value/beta-counts.ts"
import { plusMinusValue } from "../core/rules/value/plus-minus.ts"
import { qStep } from "../core/rules/value/q-step.ts"
import { uses } from "../core/rules/value/uses.ts"
import { DAY } from "../core/time.ts"

interface LearnerRules {
  readonly credit: Rule<"credit">
  readonly value: Rule<"value">
  readonly rank: Rule<"rank">
  readonly stage: readonly Rule<"stage">[]
  /** name in docs/credit.md and its golden vectors, where there is one */
  readonly golden: string | null
}
const rules = (
  credit: Rule<"credit">,
  value: Rule<"value">,
  rank: Rule<"rank">,
  golden: string | null = null,
  stage: readonly Rule<"stage">[] = [],
): LearnerRules => ({ credit, value, rank, stage, golden })
const withParams = <P extends Params>(rule: Rule<"credit", P>, params: Partial<P>): Rule<"credit"> => ({
  ...rule,
  params: { ...rule.params, ...params },
})

export const LEARNERS: Readonly<Record<string, LearnerRules>> = {
  // the learner reads the whole shortlist, so it needs no credit rows to learn from
  mettle: rules(unattributed, plusMinusValue, pooledThompson, null),
  plain: rules(unattributed, uses, slots),
  evolver: rules(fractional, betaCounts, valueWeighted, "B.seed000@1"),
  astra: rules(sharedReward, shrinkingStep, valueWeighted, "E.seed001@1"),
  "astra-unshared": rules(
    withParams(sharedReward, { shared: false }),
    shrinkingStep,
    valueWeighted,
    "E.seed001-unshared@1",
  ),
  // nobody's words stand in a world's record: every card shown counts as used
  groove: rules(withParams(episodeScore, { unused: 1 }), betaCounts, betaThompson, "X.seed002-ts@1"),
  swarm: rules(implicitObservation, halfLifeValue, valueWeighted, "D.seed003@1", [invert, maturity]),
  "swarm-noinvert": rules(implicitObservation, halfLifeValue, valueWeighted, "D.seed003-noinvert@1", [maturity]),
  // worlds give every kind of card an effect, so every one is measured there; the preset measures tactics alone
  nucleus: rules(withParams(firstOutcomeTopK, { kinds: KINDS }), betaCounts, valueWeighted, "C.seed004@1"),
  "nucleus-strict": rules(
    withParams(firstOutcomeTopK, { kinds: KINDS, strict: true }),
    betaCounts,
    valueWeighted,
    "C.seed004-strict@1",
  ),
  "old-binary": rules(oldBinaryCredit, betaCounts, valueWeighted, "A.binary@0"),
  "memory-worth": rules(episodeProxyCredit, betaCounts, valueWeighted, "L.memory-worth"),
  "memrl-q": rules(episodeProxyCredit, qStep, valueWeighted, "L.memrl-q"),
  memrl: rules(episodeProxyCredit, qStep, gatedBlend),
}

/** A preset's learner, told of episodes that nobody folded: each call of `take` is one more, in order. */
export function learnerOf(preset: string) {
  const rules = LEARNERS[preset]
  if (!rules) throw new RangeError(`unknown preset "${preset}": one of ${Object.keys(LEARNERS).join(", ")}`)
  const { credit, value } = rules
  const own = alone()
  const labelled = labeller()
  let day = 0
  return {
    rules,
    own,
    take(read: EpisodeRecord, cards: readonly CardFacts[]): void {
      const record = labelled(read)
      const { credits } = credit.decide(own, { episode: record, cards }, credit.params).answer
      tellRecord(value, own, { record, credits, cards })
      day = Math.max(day, record.day)
    },
    ask: (card: CardFacts): ValueAnswer => value.decide(own, { card, now: day * DAY }, value.params).answer,
  }
}

// Labels of episodes that nobody folded: the default's judge at work on records alone, with what it learns on the way. Labs and
// benches hand records through here, so that the learner reads the same labels as in the product.

/** One store's labels: each call takes in one episode, in order. A label that the log gives stays. */
export function labeller(): (episode: EpisodeRecord) => EpisodeRecord {
  const own = alone()
  const { params } = salientLatent
  return episode => {
    const turns = recordEvidence(episode)
    const prompts = episode.prompts.map((prompt, i) => {
      if (prompt.label !== null) return prompt
      const { p, llr } = salientLatent.decide(own, { level: "turn", turns: [turns[i]!], outcomes: [] }, params).answer
      return { ...prompt, label: p, ...(llr === undefined ? {} : { llr }) }
    })
    salientLatent.on?.["episode judged"]?.(own, { episode: episode.ep, turns, at: 0, seq: 0 }, params)
    return { ...episode, prompts }
  }
}
