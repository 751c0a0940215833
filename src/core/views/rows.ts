// Rows: where folded state lives. Tables of JSON-safe values by key; the fold is written against this port, so that it
// runs the same on a Map (tests, replay, lab) and on the views file (store/view-store.ts). Keys are ASCII. Rows are reached
// through their Table (table.ts), which knows what they are.
export interface Rows {
  get(table: string, key: string): unknown
  /** Replaces the row. Values are treated as immutable by everybody. */
  set(table: string, key: string, value: unknown): void
  delete(table: string, key: string): void
  /** Rows with from ≤ key < to, in key order. */
  range(table: string, from: string, to: string): readonly (readonly [string, unknown])[]
  /** The first row with from ≤ key < to. */
  first(table: string, from: string, to: string): readonly [string, unknown] | undefined
  /** names of the tables that hold rows, in order */
  tables(): readonly string[]
}

/** Index of the first of these sorted keys that is not before `from`. */
export function placeOf(keys: readonly string[], from: string): number {
  let low = 0
  let high = keys.length
  if (high > 0 && keys[high - 1]! < from) return high
  while (low < high) {
    const mid = (low + high) >> 1
    if (keys[mid]! < from) low = mid + 1
    else high = mid
  }
  return low
}

export function memoryRows(): Rows {
  const tables = new Map<string, Map<string, unknown>>()
  // Keys sorted lazily: a range after writes sorts once.
  const sorted = new Map<string, string[]>()
  const keysOf = (table: string): string[] => {
    let keys = sorted.get(table)
    if (!keys) {
      keys = [...(tables.get(table)?.keys() ?? [])].sort()
      sorted.set(table, keys)
    }
    return keys
  }
  return {
    get: (table, key) => tables.get(table)?.get(key),
    set(table, key, value) {
      let rows = tables.get(table)
      if (!rows) tables.set(table, (rows = new Map()))
      if (!rows.has(key)) sorted.delete(table)
      rows.set(key, value)
    },
    delete(table, key) {
      if (tables.get(table)?.delete(key)) sorted.delete(table)
    },
    range(table, from, to) {
      const keys = keysOf(table)
      const rows = tables.get(table)
      const out: [string, unknown][] = []
      for (let i = placeOf(keys, from); i < keys.length && keys[i]! < to; i++) out.push([keys[i]!, rows!.get(keys[i]!)])
      return out
    },
    first(table, from, to) {
      const keys = keysOf(table)
      const key = keys[placeOf(keys, from)]
      return key === undefined || key >= to ? undefined : ([key, tables.get(table)!.get(key)] as const)
    },
    tables: () => [...tables.keys()].filter(name => tables.get(name)!.size > 0).sort(),
  }
}

/** A copy to write on: reads fall through to `base`, writes stay here. */
export function overlayRows(base: Rows): Rows {
  const changed = memoryRows()
  const gone = new Set<string>()
  const place = (table: string, key: string): string => `${table}\0${key}`
  function rangeOf(table: string, from: string, to: string): readonly (readonly [string, unknown])[] {
    const rows = new Map<string, unknown>()
    for (const [key, value] of base.range(table, from, to)) if (!gone.has(place(table, key))) rows.set(key, value)
    for (const [key, value] of changed.range(table, from, to)) rows.set(key, value)
    return [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
  }
  return {
    first: (table, from, to) => rangeOf(table, from, to)[0],
    get: (table, key) => (gone.has(place(table, key)) ? undefined : (changed.get(table, key) ?? base.get(table, key))),
    set(table, key, value) {
      gone.delete(place(table, key))
      changed.set(table, key, value)
    },
    delete(table, key) {
      gone.add(place(table, key))
      changed.delete(table, key)
    },
    range: rangeOf,
    tables: () => [...new Set([...base.tables(), ...changed.tables()])].sort(),
  }
}
