// How far the values of the same cards lie apart under two presets, in equal bins: the picture beside a comparison.

import { read } from "../../core/views/read.ts"
import type { Folded } from "./replay.ts"

interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** b − a of every card measured under both; empty when there is none. */
export function valueDifferences(a: Folded, b: Folded, bins: number): readonly Bin[] {
  const right = new Map(read.card.list(b.rows))
  const found = read.card.list(a.rows).flatMap(([id, card]) => {
    const other = right.get(id)
    return card.value && other?.value ? [other.value.mean - card.value.mean] : []
  })
  if (found.length === 0) return []
  const reach = Math.max(1e-6, ...found.map(Math.abs))
  const width = (2 * reach) / bins
  const counts = new Array<number>(bins).fill(0)
  for (const x of found) {
    const place = Math.min(bins - 1, Math.floor((x + reach) / width))
    counts[place] = counts[place]! + 1
  }
  return counts.map((count, i) => ({ from: -reach + i * width, to: -reach + (i + 1) * width, count }))
}
