// Usage of a card, read from the credits the fold wrote (S0-59 … S0-63): one row per credit, sums per card. Nothing is stored, so
// there is no column to add, and a card that is gone has rows and breaks nothing.

import { hashId } from "../../core/ids.ts"
import type { Credit } from "../../core/questions/credit.ts"
import { episodeOf } from "../../core/views/context.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"

/** S0-60 */
interface Usage {
  readonly id: string
  readonly principle_id: string
  readonly trace_id: string | null
  readonly was_successful: boolean
  readonly credit: number
  readonly created_at: string
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

/** S0-61 */
export const usageSum = (rows: readonly Usage[]) => ({
  use_count: rows.length,
  success_count: rows.reduce((sum, row) => sum + row.credit, 0),
  updated_at: rows.reduce<string | null>(
    (last, r) => (last === null || r.created_at > last ? r.created_at : last),
    null,
  ),
})

export type CardUsage = ReturnType<typeof readUsage>
export function readUsage(memory: Memory, card: string) {
  const rows = read.credit.list(memory.views, `${card}/`).map(([key, credit]) => {
    const episode = key.split("/")[1] ?? null
    const at = episodeOf(memory.views, episode)?.lastAt ?? 0
    return usageOf(credit, episode, at)
  })
  rows.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id < b.id ? -1 : 1))
  return { ...usageSum(rows), rows }
}
