// rebuild --check: does folding the whole log again give the very same views? Compares hashes of a canonical dump.
import { dumpHash } from "../core/views/dump.ts"
import { memoryRows, type Rows } from "../core/views/rows.ts"
import type { Memory } from "./memory.ts"

export interface RebuildCheck {
  readonly live: string
  readonly rebuilt: string
  readonly equal: boolean
  readonly events: number
}

export function checkRebuild(memory: Memory, rows: Rows = memoryRows()): RebuildCheck {
  memory.catchUp()
  const context = memory.context(rows)
  let events = 0
  for (let from = 0; ; ) {
    const batch = memory.parts.log.read(from, 2000)
    if (batch.length === 0) break
    for (const event of batch) memory.apply(context, event)
    events += batch.length
    from = batch[batch.length - 1]!.seq
  }
  const live = dumpHash(memory.views)
  const rebuilt = dumpHash(rows)
  return { live, rebuilt, equal: live === rebuilt, events }
}
