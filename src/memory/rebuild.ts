// rebuild --check: does folding the whole log again give the very same views? Compares hashes of a canonical dump.

import type { FoldContext } from "../core/views/context.ts"
import { dumpHash } from "../core/views/dump.ts"
import { memoryRows } from "../core/views/rows.ts"
import type { Memory } from "./memory.ts"

// The whole log folded into rows of somebody's own, beside the stored views.

const BATCH = 2000

/** Folds what comes after `from`, and returns the last sequence. `before` hears of each event by its id. */
export function foldLog(memory: Memory, context: FoldContext, from = 0, before?: (id: string) => void): number {
  for (let last = from; ; ) {
    const batch = memory.parts.log.read(last, BATCH)
    if (batch.length === 0) return last
    for (const event of batch) {
      before?.(event.id)
      memory.apply(context, event)
    }
    memory.keepReadings()
    last = batch[batch.length - 1]!.seq
  }
}

export function checkRebuild(memory: Memory) {
  memory.catchUp()
  const rows = memoryRows()
  const events = foldLog(memory, memory.context(rows))
  const live = dumpHash(memory.views)
  const rebuilt = dumpHash(rows)
  return { live, rebuilt, equal: live === rebuilt, events }
}
