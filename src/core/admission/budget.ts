// Budgets of admission: kinds that share a cap and the caps by tier (S4-24, S4-25). Numbers come in
// as a rule's params; this file only reads them.
import type { Kind, Tier } from "../model.ts"

export const BUDGET_GROUPS = ["norm", "fact", "tactic", "negative"] as const
type BudgetGroup = (typeof BUDGET_GROUPS)[number]
export type Caps = Readonly<Record<BudgetGroup, Readonly<Record<Tier, number>>>>

/** How cards that came in are kept in order: which say the same, how many there may be, when somebody looks, who speaks for one. */
export type Upkeep = typeof UPKEEP_PARAMS & { readonly alike: number; readonly caps: Caps }
export const UPKEEP_PARAMS = { sweepDays: 7, sweepCards: 50, wakeDays: 7, trialHours: 6, believed: 0.75 }
type UpkeepParams = typeof UPKEEP_PARAMS & { readonly mergeJaccard: number; readonly caps: Caps }
/** As an admit rule's params have it; what it does not name is as usual. */
export function upkeepOf(params: Readonly<Record<string, unknown>>): Upkeep {
  const p: UpkeepParams = { ...UPKEEP_PARAMS, mergeJaccard: 0.8, caps: DEFAULT_CAPS, ...params }
  return { ...p, alike: p.mergeJaccard }
}

export const DEFAULT_CAPS: Caps = {
  norm: { repo: 60, domain: 40, global: 30 },
  fact: { repo: 200, domain: 100, global: 50 },
  tactic: { repo: 80, domain: 40, global: 20 },
  negative: { repo: 120, domain: 60, global: 20 },
}

export const budgetGroup = (kind: Kind): BudgetGroup =>
  kind === "fact" ? "fact" : kind === "tactic" ? "tactic" : kind === "negative_result" ? "negative" : "norm"
