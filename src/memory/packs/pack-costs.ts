// What packs cost: how many were given on each day and their tokens. Read once from the log by type, then carried on with what
// comes: a pack never changes.
import { DAY } from "../../core/time.ts"
import type { Memory } from "../memory.ts"

interface PackCost {
  readonly packs: number
  readonly tokens: number
}
interface Counting {
  seq: number
  readonly days: Map<number, PackCost>
}
const kept = new WeakMap<Memory, Counting>()
const PAGE = 2000

/** By day since the epoch. */
export function packCosts(memory: Memory): ReadonlyMap<number, PackCost> {
  const { log } = memory.parts
  const head = log.head()
  let mine = kept.get(memory)
  if (!mine) {
    mine = { seq: head, days: new Map() }
    kept.set(memory, mine)
    for (const event of log.readTypes(["pack.built"])) if (event.seq <= head) add(mine, event)
  }
  while (mine.seq < head) {
    const batch = log.read(mine.seq, PAGE)
    if (batch.length === 0) break
    for (const event of batch) if (event.type === "pack.built") add(mine, event)
    mine.seq = batch[batch.length - 1]!.seq
  }
  return mine.days
}

function add({ days }: Counting, event: { readonly ts: number; readonly data: unknown }): void {
  const day = Math.floor(event.ts / DAY)
  const { packs, tokens } = days.get(day) ?? { packs: 0, tokens: 0 }
  days.set(day, { packs: packs + 1, tokens: tokens + Number((event.data as { tokens?: unknown }).tokens ?? 0) })
}
