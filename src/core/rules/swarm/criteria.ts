// What work is measured by, as reports say it: weights that fade unless validated anew, a floor, and no say at all for a criterion
// that mostly harms (S3-12 … S3-16). An explicit word counts whole: its raw value is 1.

import type { WorkLearned } from "../../promised.ts"
import { DAY } from "../../time.ts"
import { table } from "../../views/table.ts"
import type { RuleContext } from "../rule.ts"
import { criterionWeight, faded, type MaturityParams } from "./maturity.ts"

interface Criterion {
  readonly helpful: boolean
  readonly day: number
}
export const CRITERION = table<Criterion>("criterion", "scope/criterion/event")

export function criteriaOf(
  rows: RuleContext["rows"],
  scope: string,
  now: number,
  p: MaturityParams,
): WorkLearned["criteria"] {
  const by = new Map<string, Criterion[]>()
  for (const [key, row] of CRITERION.list(rows, `${scope}/`)) {
    const [, criterion] = key.split("/") as [string, string]
    by.set(criterion, [...(by.get(criterion) ?? []), row])
  }
  return [...by].map(([criterion, seen]) => {
    const helpful = seen.filter(row => row.helpful)
    const harmful = seen.length - helpful.length
    const sum = (list: readonly Criterion[]): number => list.reduce((n, row) => n + faded(1, now / DAY - row.day, p), 0)
    const deprecated = seen.length >= p.minFeedbackForAdjustment && harmful / seen.length > p.maxHarmfulRatio
    return {
      ...{ scope, criterion, helpful: helpful.length, harmful, deprecated, halfLifeDays: p.halfLifeDays },
      weight: deprecated ? 0 : criterionWeight(sum(helpful), sum(seen.filter(row => !row.helpful)), p),
      lastValidated: Math.max(...seen.map(row => row.day)) * DAY,
    }
  })
}
