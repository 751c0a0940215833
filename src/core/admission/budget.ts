// Budgets of admission: kinds that share a cap and the caps by tier (requirements part 4, S4-24, S4-25). Numbers come in
// as a rule's params; this file only reads them.
import type { Kind, Tier } from "../model.ts"

export const BUDGET_GROUPS = ["norm", "fact", "tactic", "negative"] as const
export type BudgetGroup = (typeof BUDGET_GROUPS)[number]
export type Caps = Readonly<Record<BudgetGroup, Readonly<Record<Tier, number>>>>

/** How the live cards of a scope are kept in order: which say the same, how many there may be, how often somebody looks. */
export interface Upkeep {
  readonly alike: number
  readonly caps: Caps
  /** after so many days, or so many cards that came in */
  readonly days: number
  readonly cards: number
}
export const UPKEEP_PARAMS = { sweepDays: 7, sweepCards: 50 }
export const upkeepOf = (p: typeof UPKEEP_PARAMS & { readonly mergeJaccard: number; readonly caps: Caps }): Upkeep => ({
  alike: p.mergeJaccard,
  caps: p.caps,
  days: p.sweepDays,
  cards: p.sweepCards,
})

export const DEFAULT_CAPS: Caps = {
  norm: { repo: 60, domain: 40, global: 30 },
  fact: { repo: 200, domain: 100, global: 50 },
  tactic: { repo: 80, domain: 40, global: 20 },
  negative: { repo: 120, domain: 60, global: 20 },
}

export const budgetGroup = (kind: Kind): BudgetGroup =>
  kind === "fact" ? "fact" : kind === "tactic" ? "tactic" : kind === "negative_result" ? "negative" : "norm"
