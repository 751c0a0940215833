// Presets: which rules answer the nine questions. Choosing parts is data, not branching.
import { hashId } from "../ids.ts"
import { CHOICES } from "./choices.ts"
import { RULES } from "./registry.ts"
import { COMBINING, type Params, QUESTIONS, type Question, type Rule, ruleId } from "./rule.ts"

export type PresetName = "mettle" | "plain" | "evolver" | "astra" | "groove" | "swarm" | "nucleus"

export interface Preset {
  readonly name: string
  readonly about: string
  readonly rules: { readonly [Q in Question]: readonly Rule<Q>[] }
}

type Choice = Readonly<Record<Question, readonly string[]>>

/** A preset by name, its rules resolved; `overrides` replace single params and so make a preset of their own. */
export function preset(name: string, overrides: Readonly<Record<string, Params>> = {}): Preset {
  const choice = CHOICES[name as PresetName]
  if (!choice) throw new RangeError(`unknown preset "${name}": one of ${Object.keys(CHOICES).join(", ")}`)
  const rules = Object.fromEntries(
    QUESTIONS.map(question => [
      question,
      (choice.rules as Choice)[question].map(n => withParams(find(question, n), overrides[n])),
    ]),
  ) as unknown as Preset["rules"]
  for (const question of QUESTIONS)
    if (!COMBINING.includes(question) && rules[question].length !== 1)
      throw new RangeError(`preset ${name}: ${question} takes exactly one rule`)
  return { name, about: choice.about, rules }
}

/** The same preset with nothing judged: no verdict, no credit, no value from outcomes; packs as `plain` ranks them (S2-80). */
export function withoutJudging(of: Preset): Preset {
  const { credit, value, rank } = preset("plain").rules
  return { ...of, rules: { ...of.rules, judge: [find("judge", "unjudged") as Rule<"judge">], credit, value, rank } }
}

function find(question: Question, name: string): Rule {
  const rule = RULES.find(r => r.question === question && r.name === name)
  if (!rule) throw new RangeError(`no ${question} rule is named "${name}"`)
  return rule as Rule
}

const withParams = (rule: Rule, params: Params | undefined): Rule =>
  params ? { ...rule, params: { ...rule.params, ...params } } : rule

/** Covers rules, versions and params; a change rebuilds the views. */
export const presetFingerprint = (p: Preset): string =>
  hashId(p.name, ...QUESTIONS.flatMap(q => p.rules[q].map(r => `${q}/${ruleId(r)}/${JSON.stringify(r.params)}`)))
