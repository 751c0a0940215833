// Views in memory: the twin of view-store.ts for tests, replay and the lab.
import { memoryRows } from "../../core/views/rows.ts"
import type { Owed, Views } from "../views.ts"

/** What only a file can do is left out. */
type MemoryViews = Omit<
  Views,
  "rebuilt" | "drop" | "aside" | "takePlace" | "discard" | "leaveDisk" | "sql" | "flush"
> & {
  flush(seq: number, also?: () => void): boolean
}

export function memoryViews(): MemoryViews {
  let rows = memoryRows()
  let folded = 0
  let owed: Owed = { long: 0 }
  const written = new Map<string, Set<string>>()
  const note = (table: string, key: string): void => {
    const keys = written.get(table)
    if (keys) keys.add(key)
    else written.set(table, new Set([key]))
  }
  return {
    get: (table, key) => rows.get(table, key),
    set(table, key, value) {
      note(table, key)
      rows.set(table, key, value)
    },
    delete(table, key) {
      note(table, key)
      rows.delete(table, key)
    },
    range: (table, from, to) => rows.range(table, from, to),
    first: (table, from, to) => rows.first(table, from, to),
    tables: () => rows.tables(),
    seq: () => folded,
    unflushed: table => [...(written.get(table) ?? [])],
    owed: () => owed,
    owe(long) {
      owed = { long }
    },
    standsIn: false,
    flush(seq, also) {
      also?.()
      written.clear()
      folded = seq
      return true
    },
    refresh: () => false,
    evict: () => undefined,
    scrub: () => undefined,
    reset() {
      rows = memoryRows()
      written.clear()
      folded = 0
      owed = { long: 0 }
    },
    close: () => undefined,
  }
}
