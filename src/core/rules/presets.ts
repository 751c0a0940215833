// Presets: which rules answer the nine questions. Choosing parts is data, not branching.
import { hashId } from "../ids.ts"
import { unjudged } from "./judge/salient-latent.ts"
import { type Overrides, withOverrides } from "./params.ts"
import { CHOICES, type PresetName, RULES } from "./registry.ts"
import { type Params, QUESTIONS, type Question, type Rule, ruleId } from "./rule.ts"

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
    choice.rules[question].map(rule => withParams(rule, overrides[rule.name]))
  const rules: Preset["rules"] = Object.assign({}, ...QUESTIONS.map(question => ({ [question]: chosen(question) })))
  return { name, about: choice.about, rules }
}

/** The same preset with nothing judged: no verdict, no credit, no value from outcomes; packs as `plain` ranks them (S2-80). */
export function withoutJudging(of: Preset): Preset {
  const { credit, value, rank } = preset("plain").rules
  return { ...of, rules: { ...of.rules, judge: [unjudged], credit, value, rank } }
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
