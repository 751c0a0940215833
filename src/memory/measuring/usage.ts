// Usage of a card, read from the credits the fold wrote (S0-59 … S0-63). A card that is gone has rows and
// breaks nothing.
import { type Usage, type UsageSum, usageOf, usageSum } from "../../core/usage/usage.ts"
import { episodeOf } from "../../core/views/context.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"

export interface CardUsage extends UsageSum {
  readonly rows: readonly Usage[]
}

export function readUsage(memory: Memory, card: string): CardUsage {
  const rows = read.credit.list(memory.views, `${card}/`).map(([key, credit]) => {
    const episode = key.split("/")[1] ?? null
    const at = episodeOf(memory.views, episode)?.lastAt ?? 0
    return usageOf(credit, episode, at)
  })
  rows.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id < b.id ? -1 : 1))
  return { ...usageSum(rows), rows }
}
