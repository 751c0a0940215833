// The Rule contract: a rule is a pure, versioned answer to one of nine questions (design 4). One file per rule, one
// line in registry.ts. A rule never imports another rule. State and answers are JSON-safe; reasons are mandatory.
import type { QuestionAnswer, QuestionInput } from "./questions.ts"

export const QUESTIONS = ["detect", "judge", "credit", "value", "trust", "admit", "stage", "rank", "alarm"] as const
export type Question = (typeof QUESTIONS)[number]
/** These combine several rules in list order; the others take exactly one. */
export const COMBINING: readonly Question[] = ["detect", "stage", "alarm"]

export type Params = Readonly<Record<string, unknown>>
export interface Decision<A> {
  readonly answer: A
  readonly because: string
}

export interface Rule<Q extends Question = Question, S = unknown> {
  readonly question: Q
  /** says what it does, kebab-case: "first-outcome-top-k" */
  readonly name: string
  /** bump when behaviour changes: the fingerprint then rebuilds the views */
  readonly version: number
  /** seed ids, paper or measurement it rests on */
  readonly source: string
  /** every constant of the rule lives here and nowhere else */
  readonly params: Params
  /** fresh state; may use params */
  init?(params: Params): S
  /** pure left fold: returns the next state, never changes its input */
  step?(state: S, happened: QuestionInput[Q], params: Params): S
  /** what other questions need of a large state (rank of value), small enough to load at every prompt */
  brief?(state: S, params: Params): unknown
  decide(state: S, input: QuestionInput[Q], params: Params): Decision<QuestionAnswer[Q]>
}

export const ruleId = (rule: Pick<Rule, "name" | "version">): string => `${rule.name}@${rule.version}`

/** Keeps the literal question for inference; refuses a rule that could not be told apart in a registry. */
export function defineRule<Q extends Question, S = undefined>(rule: Rule<Q, S>): Rule<Q, S> {
  if (!/^[a-z][a-z0-9-]*$/.test(rule.name)) throw new TypeError(`rule name "${rule.name}" is not kebab-case`)
  if (!Number.isInteger(rule.version) || rule.version < 1) throw new TypeError(`rule ${rule.name}: version must be ≥ 1`)
  return rule
}
