// rebuild --check: does folding the whole log again give the very same views? Compares hashes of a canonical dump.
import { dumpHash } from "../core/views/dump.ts"
import { memoryRows } from "../core/views/rows.ts"
import { foldLog } from "./fold-log.ts"
import type { Memory } from "./memory.ts"

interface RebuildCheck {
  readonly live: string
  readonly rebuilt: string
  readonly equal: boolean
  readonly events: number
}

export function checkRebuild(memory: Memory): RebuildCheck {
  memory.catchUp()
  const rows = memoryRows()
  const events = foldLog(memory, memory.context(rows))
  const live = dumpHash(memory.views)
  const rebuilt = dumpHash(rows)
  return { live, rebuilt, equal: live === rebuilt, events }
}
