// The whole log folded into rows of somebody's own, beside the stored views.
import type { FoldContext } from "../core/views/context.ts"
import type { Memory } from "./memory.ts"

const BATCH = 2000

/** Returns how many events. `before` hears of each by its id. */
export function foldLog(memory: Memory, context: FoldContext, before?: (id: string) => void): number {
  let events = 0
  for (let from = 0; ; ) {
    const batch = memory.parts.log.read(from, BATCH)
    if (batch.length === 0) return events
    for (const event of batch) {
      before?.(event.id)
      memory.apply(context, event)
    }
    memory.keepReadings()
    events += batch.length
    from = batch[batch.length - 1]!.seq
  }
}
