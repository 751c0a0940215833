// Usage rows as a derived view: one row per credit, sums per card (S0-59 … S0-61). Nothing is stored: the log has
// the exposures and outcomes, so there is no column to add; rows of an older kind are read with D19's backfill.
import { hashId } from "../ids.ts"
import type { Credit } from "../questions/credit.ts"

/** S0-60 */
export interface Usage {
  readonly id: string
  readonly principle_id: string
  readonly trace_id: string | null
  readonly was_successful: boolean
  readonly credit: number
  readonly created_at: string
}
/** S0-61 */
export interface UsageSum {
  readonly use_count: number
  readonly success_count: number
  readonly updated_at: string | null
}

/** a = 2c − 1 back to c in 0 … 1 (D40) */
const creditShare = (amount: number): number => (1 + amount) / 2

/** The same credit has the same id, however often the view is made. */
export function usageOf(credit: Credit, trace: string | null, at: number): Usage {
  const share = creditShare(credit.amount)
  const hex = hashId("usage", credit.card, trace ?? "", credit.prompt, credit.because)
  return {
    id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    principle_id: credit.card,
    trace_id: trace,
    was_successful: share >= 0.5,
    credit: share,
    created_at: new Date(at).toISOString(),
  }
}

export const usageSum = (rows: readonly Usage[]): UsageSum => ({
  use_count: rows.length,
  success_count: rows.reduce((sum, row) => sum + row.credit, 0),
  updated_at: rows.reduce<string | null>(
    (last, r) => (last === null || r.created_at > last ? r.created_at : last),
    null,
  ),
})

/** S0-62 as D19 has it: a row from before fractional credit says 1 or 0, never 0.5; a second run changes nothing. */
export const withCredit = (row: Omit<Usage, "credit"> & { readonly credit?: number | null }): Usage => ({
  ...row,
  credit: row.credit ?? (row.was_successful ? 1 : 0),
})
