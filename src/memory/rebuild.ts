// rebuild --check: does folding the whole log again give the very same views? Compares hashes of a canonical dump.
import { dumpHash } from "../core/views/dump.ts"
import { memoryRows } from "../core/views/rows.ts"
import { foldLog } from "./fold-log.ts"
import type { Memory } from "./memory.ts"

export function checkRebuild(memory: Memory) {
  memory.catchUp()
  const rows = memoryRows()
  const events = foldLog(memory, memory.context(rows))
  const live = dumpHash(memory.views)
  const rebuilt = dumpHash(rows)
  return { live, rebuilt, equal: live === rebuilt, events }
}
