// Presets: which rules answer the nine questions. Choosing parts is data, not branching.
import { hashId } from "../ids.ts"
import { type Overrides, withOverrides } from "./params.ts"
import { RULES } from "./registry.ts"
import { COMBINING, type Params, QUESTIONS, type Question, type Rule, ruleId } from "./rule.ts"

export type PresetName = "mettle" | "plain" | "evolver" | "astra" | "groove" | "swarm" | "nucleus" | "memrl"

export interface Preset {
  readonly name: string
  readonly about: string
  readonly rules: { readonly [Q in Question]: readonly Rule<Q>[] }
}

/** A preset by name, its rules resolved; `overrides` replace single params and so make a preset of their own. */
export function preset(name: string, overrides: Overrides = {}): Preset {
  const choice = Object.hasOwn(CHOICES, name) ? CHOICES[name as PresetName] : undefined
  if (!choice) throw new RangeError(`unknown preset "${name}": one of ${Object.keys(CHOICES).join(", ")}`)
  const chosen = <Q extends Question>(question: Q): readonly Rule<Q>[] =>
    choice.rules[question].map(n => withParams(find(question, n), overrides[n]))
  const rules: Preset["rules"] = Object.assign({}, ...QUESTIONS.map(question => ({ [question]: chosen(question) })))
  for (const question of QUESTIONS)
    if (!COMBINING.includes(question) && rules[question].length !== 1)
      throw new RangeError(`preset ${name}: ${question} takes exactly one rule`)
  return { name, about: choice.about, rules }
}

/** The same preset with nothing judged: no verdict, no credit, no value from outcomes; packs as `plain` ranks them (S2-80). */
export function withoutJudging(of: Preset): Preset {
  const { credit, value, rank } = preset("plain").rules
  return { ...of, rules: { ...of.rules, judge: [find("judge", "unjudged")], credit, value, rank } }
}

function find<Q extends Question>(question: Q, name: string): Rule<Q> {
  const rule = RULES.find((r): r is Rule<Q> => r.question === question && r.name === name)
  if (!rule) throw new RangeError(`no ${question} rule is named "${name}"`)
  return rule
}

/** Rules of one name answer several questions with one learner: each takes the params that it has. */
function withParams<Q extends Question>(rule: Rule<Q>, params: Params | undefined): Rule<Q> {
  if (!params) return rule
  const namesakes = RULES.filter(r => r.name === rule.name && r.question !== rule.question)
  const others = Object.keys(params).filter(key => !(key in rule.params) && namesakes.some(r => key in r.params))
  const own = Object.fromEntries(Object.entries(params).filter(([key]) => !others.includes(key)))
  return { ...rule, params: withOverrides(rule.name, rule.params, own) }
}

/** Covers rules, versions and params; a change rebuilds the views. */
export const presetFingerprint = (p: Preset): string =>
  hashId(p.name, ...QUESTIONS.flatMap(q => p.rules[q].map(r => `${q}/${ruleId(r)}/${JSON.stringify(r.params)}`)))

// Which rule answers which question in each preset. `mettle` takes the best known answer by measurement; the seeds'
// presets keep their own, so that they stay runnable as baselines; where a seed has no answer it borrows the default's.

interface Choice {
  readonly about: string
  readonly rules: Readonly<Record<Question, readonly string[]>>
}

const DETECT = [
  "tool-result",
  "user-words",
  "user-phrases",
  "refusal",
  "interrupt",
  "task-boundary",
  "git-operation",
  "file-drift",
]
const STAGE = ["recheck", "archive"]
/** Retrieval without learning; every preset starts from it and says what it does differently. */
const PLAIN = {
  detect: DETECT,
  judge: ["salient-latent"],
  credit: ["unattributed"],
  value: ["uses"],
  trust: ["beta"],
  admit: ["anchored-novel-budgeted"],
  stage: STAGE,
  rank: ["slots"],
  alarm: ["failure-streak", "ema-breaker", "first-correction", "assessment"],
} as const satisfies Choice["rules"]

export const CHOICES: Readonly<Record<PresetName, Choice>> = {
  mettle: {
    about: "the best known answer to each question, chosen by measurement",
    rules: { ...PLAIN, credit: ["plus-minus"], value: ["plus-minus"], rank: ["pooled-thompson"] },
  },
  plain: { about: "retrieval of the same log without learning", rules: PLAIN },
  evolver: {
    about: "feedback words, tool-success words, weighted outcome score, fractional credit",
    rules: {
      ...PLAIN,
      detect: ["evolver-tool-words", "evolver-user-words", "git-operation"],
      judge: ["weighted-blend"],
      credit: ["fractional"],
      value: ["beta-counts"],
      rank: ["value-weighted"],
    },
  },
  astra: {
    about: "keep and doubt tags, trust by delayed outcomes, a gardener, shared reward",
    rules: {
      ...PLAIN,
      detect: [...DETECT, "keep-doubt"],
      credit: ["shared-reward"],
      value: ["shrinking-step"],
      trust: ["outcome-reward"],
      stage: ["gardener", ...STAGE],
      rank: ["value-weighted"],
    },
  },
  groove: {
    about: "three tiers, EMA breaker, adaptive parameters",
    rules: {
      ...PLAIN,
      // What kind of work a call was is the default's answer; whether it went well, the seed's, which comes later.
      detect: [
        ...["tool-result", "groove-counters", "groove-phrases", "user-phrases"],
        ...["git-operation", "task-boundary", "file-drift"],
      ],
      judge: ["ema-episode"],
      credit: ["episode-score"],
      value: ["beta-counts"],
      stage: ["groove-boost", ...STAGE],
      rank: ["beta-thompson"],
      alarm: ["groove-breaker", "assessment"],
    },
  },
  swarm: {
    about: "implicit score, decay, maturity, inversion",
    rules: {
      ...PLAIN,
      detect: [...DETECT, "swarm-signals"],
      judge: ["implicit-score"],
      credit: ["implicit-observation"],
      value: ["half-life"],
      stage: ["invert", "maturity", ...STAGE],
      rank: ["value-weighted"],
    },
  },
  nucleus: {
    about: "anchored outcomes, wins and losses, slots, budgets",
    rules: {
      ...PLAIN,
      detect: ["tool-result", "nucleus-anchored", "nucleus-words", "git-operation"],
      judge: ["any-anchored"],
      credit: ["first-outcome-top-k"],
      value: ["beta-counts"],
      admit: ["nucleus-admit"],
      stage: ["nucleus-work", ...STAGE],
      rank: ["nucleus-pack"],
    },
  },
  memrl: {
    about: "MemRL: a similarity gate, then similarity and a Q-value per card, learned from the session's success",
    rules: { ...PLAIN, credit: ["episode-proxy"], value: ["q-step"], rank: ["gated-blend"] },
  },
}
