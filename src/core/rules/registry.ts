// THE list of rules, by what each preset chooses of them. `mettle` takes the best known answer by measurement; the seeds' presets keep
// their own, so that they stay runnable as baselines; where a seed has no answer it borrows the default's.

import type { GateParams } from "../assess/gate.ts"
import { hashId } from "../ids.ts"
import { anchoredNovelBudgeted } from "./admit/anchored-novel-budgeted.ts"
import { emaBreaker, failureStreak, firstCorrection } from "./alarm/breakers.ts"
import { gardener, keepDoubt } from "./astra/gardener.ts"
import { outcomeReward, sharedReward, shrinkingStep } from "./astra/outcome-reward.ts"
import { episodeProxyCredit, plusMinusCredit, unattributed } from "./credit/shares.ts"
import { fileDrift, gitOperation, toolResult } from "./detect/calls.ts"
import { interrupt, taskBoundary, userPhrases, userWords } from "./detect/prompts.ts"
import { refusal } from "./detect/refusal.ts"
import { evolverToolWords, evolverUserWords, fractional, oldBinaryCredit, weightedBlend } from "./evolver/evolver.ts"
import { grooveBreaker } from "./groove/breaker.ts"
import { betaThompson, emaEpisode, episodeScore, grooveBoost, grooveCounters, groovePhrases } from "./groove/figures.ts"
import { salientLatent, unjudged } from "./judge/salient-latent.ts"
import { nucleusAdmit } from "./nucleus/admit.ts"
import {
  anyAnchored,
  firstOutcomeTopK,
  nucleusAnchored,
  nucleusPack,
  nucleusWords,
  nucleusWork,
} from "./nucleus/nucleus.ts"
import { type Overrides, withOverrides } from "./params.ts"
import { gatedBlend, pooledThompson, slots, valueWeighted } from "./rank/order.ts"
import { type Params, QUESTIONS, type Question, type Rule, ruleId, type Watcher } from "./rule.ts"
import { assessment } from "./scribes/assessment.ts"
import { archive, recheck } from "./stage/out-of-use.ts"
import { maturity } from "./swarm/maturity-stage.ts"
import { halfLifeValue, implicitObservation, implicitScore, invert, swarmSignals } from "./swarm/swarm.ts"
import { beta } from "./trust/beta.ts"
import { uses } from "./value/uses.ts"
import { betaCounts, plusMinusValue, qStep } from "./value/worth.ts"

type PresetName = "mettle" | "plain" | "evolver" | "astra" | "groove" | "swarm" | "nucleus" | "memrl"
interface Choice {
  readonly about: string
  /** whose gate all that is said of an episode goes through, whichever rule wants to say it */
  readonly gate: Watcher<GateParams>
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
  alarm: [failureStreak, emaBreaker, firstCorrection],
} satisfies Choice["rules"]

export const CHOICES: Readonly<Record<PresetName, Choice>> = {
  mettle: {
    about: "the best known answer to each question, chosen by measurement",
    gate: failureStreak,
    rules: { ...PLAIN, credit: [plusMinusCredit], value: [plusMinusValue], rank: [pooledThompson] },
  },
  plain: { about: "retrieval of the same log without learning", gate: failureStreak, rules: PLAIN },
  evolver: {
    about: "feedback words, tool-success words, weighted outcome score, fractional credit",
    gate: failureStreak,
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
    gate: failureStreak,
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
    gate: grooveBreaker,
    rules: {
      ...PLAIN,
      // What kind of work a call was is the default's answer; whether it went well, the seed's, which comes later.
      detect: [...[toolResult, grooveCounters, groovePhrases, userPhrases], ...[gitOperation, taskBoundary, fileDrift]],
      judge: [emaEpisode],
      credit: [episodeScore],
      value: [betaCounts],
      stage: [grooveBoost, ...STAGE],
      rank: [betaThompson],
      alarm: [grooveBreaker],
    },
  },
  swarm: {
    about: "implicit score, decay, maturity, inversion",
    gate: failureStreak,
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
    gate: failureStreak,
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
    gate: failureStreak,
    rules: { ...PLAIN, credit: [episodeProxyCredit], value: [qStep], rank: [gatedBlend] },
  },
}

/** What only watches and keeps, under every preset; by name. */
export const SCRIBES = { assessment }

/** Every rule: what a preset chooses, what stands in for a judge that was switched off, and one that is kept for comparison alone. */
export const RULES: readonly Rule[] = [
  ...new Set<Rule>([
    ...QUESTIONS.flatMap(question => Object.values(CHOICES).flatMap(({ rules }) => rules[question] as readonly Rule[])),
    ...[unjudged, oldBinaryCredit],
  ]),
]
export const WATCHERS: readonly Watcher[] = [...RULES, ...Object.values(SCRIBES)]

// Presets: which rules answer the nine questions. Choosing parts is data, not branching.

export interface Preset {
  readonly name: string
  readonly about: string
  readonly rules: { readonly [Q in Question]: readonly Rule<Q>[] }
  readonly scribes: typeof SCRIBES
  readonly gate: GateParams
}

/** A preset by name, its rules resolved; `overrides` replace single params and so make a preset of their own. */
export function preset(name: string, overrides: Overrides = {}): Preset {
  const choice = Object.hasOwn(CHOICES, name) ? CHOICES[name as PresetName] : undefined
  if (!choice) throw new RangeError(`unknown preset "${name}": one of ${Object.keys(CHOICES).join(", ")}`)
  const chosen = <Q extends Question>(question: Q): readonly Rule<Q>[] =>
    choice.rules[question].map(rule => withParams(rule, overrides[rule.name]))
  const rules: Preset["rules"] = Object.assign({}, ...QUESTIONS.map(question => ({ [question]: chosen(question) })))
  const scribes: Preset["scribes"] = Object.assign(
    {},
    ...Object.values(SCRIBES).map(scribe => ({ [scribe.name]: withParams(scribe, overrides[scribe.name]) })),
  )
  const { about, gate } = choice
  return { name, about, rules, scribes, gate: withParams(gate, overrides[gate.name]).params }
}

/** The same preset with nothing judged: no verdict, no credit, no value from outcomes; packs as `plain` ranks them (S2-80). */
export function withoutJudging(of: Preset): Preset {
  const { credit, value, rank } = preset("plain").rules
  return { ...of, rules: { ...of.rules, judge: [unjudged], credit, value, rank } }
}

/** Rules of one name answer several questions with one learner: each takes the params that it has. */
function withParams<W extends Watcher>(rule: W, params: Params | undefined): W {
  if (!params) return rule
  const namesakes = RULES.filter(r => r.name === rule.name && r.question !== rule.question)
  const others = Object.keys(params).filter(key => !(key in rule.params) && namesakes.some(r => key in r.params))
  const own = Object.fromEntries(Object.entries(params).filter(([key]) => !others.includes(key)))
  return { ...rule, params: withOverrides(rule.name, rule.params, own) }
}

/** Who watches under a preset, in the order in which they are told. */
export const watchersOf = ({ rules, scribes }: Preset): readonly Watcher[] => [
  ...QUESTIONS.flatMap((question): readonly Watcher[] => rules[question]),
  ...Object.values(scribes),
]

/** Covers rules, versions and params; a change rebuilds the views. */
export const presetFingerprint = (p: Preset): string =>
  hashId(p.name, ...watchersOf(p).map(w => `${w.question ?? "scribe"}/${ruleId(w)}/${JSON.stringify(w.params)}`))
