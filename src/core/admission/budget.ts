// Budgets of admission: kinds that share a cap and the caps by tier (requirements part 4, S4-24, S4-25). Numbers come in
// as a rule's params; this file only reads them.
import type { Kind, Tier } from "../model.ts"

export const BUDGET_GROUPS = ["norm", "fact", "tactic", "negative"] as const
export type BudgetGroup = (typeof BUDGET_GROUPS)[number]
export type Caps = Readonly<Record<BudgetGroup, Readonly<Record<Tier, number>>>>

export const DEFAULT_CAPS: Caps = {
  norm: { repo: 60, domain: 40, global: 30 },
  fact: { repo: 200, domain: 100, global: 50 },
  tactic: { repo: 80, domain: 40, global: 20 },
  negative: { repo: 120, domain: 60, global: 20 },
}

export const budgetGroup = (kind: Kind): BudgetGroup =>
  kind === "fact" ? "fact" : kind === "tactic" ? "tactic" : kind === "negative_result" ? "negative" : "norm"
