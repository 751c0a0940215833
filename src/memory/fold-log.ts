// The whole log folded into rows of somebody's own, beside the stored views.
import type { FoldContext } from "../core/views/context.ts"
import type { Memory } from "./memory.ts"

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
