// The whole log folded into rows of somebody's own, beside the stored views; and rebuild --check: does that give the very same views?
// Compares hashes of a canonical dump.

import type { FoldContext } from "../core/views/context.ts"
import { dumpHash } from "../core/views/dump.ts"
import { memoryRows } from "../core/views/rows.ts"
import type { Memory } from "./memory.ts"
import { everyEvent } from "./refs.ts"

/** What was read is written now and then. */
const BATCH = 2000

/** Folds what comes after `from`, and returns the last sequence. `before` hears of each event by its id. */
export function foldLog(memory: Memory, context: FoldContext, from = 0, before?: (id: string) => void): number {
  let last = from
  for (const event of everyEvent(memory.parts.log, from)) {
    before?.(event.id)
    memory.apply(context, event)
    last = event.seq
    if (last % BATCH === 0) memory.keepReadings()
  }
  memory.keepReadings()
  return last
}

export function checkRebuild(memory: Memory) {
  memory.catchUp()
  const rows = memoryRows()
  const events = foldLog(memory, memory.context(rows))
  const live = dumpHash(memory.views)
  const rebuilt = dumpHash(rows)
  return { live, rebuilt, equal: live === rebuilt, events }
}
