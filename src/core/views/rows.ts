// Rows: where folded state lives. Tables of JSON-safe values by key; the fold is written against this port, so that it
// runs the same on a Map (tests, replay, lab) and on the views file (store/view-store.ts). Keys are ASCII.
export interface Rows {
  get<T>(table: string, key: string): T | undefined
  /** Replaces the row. Values are treated as immutable by everybody. */
  set(table: string, key: string, value: unknown): void
  delete(table: string, key: string): void
  /** Rows with from ≤ key < to, in key order. */
  range<T>(table: string, from: string, to: string): readonly (readonly [string, T])[]
  /** The first row with from ≤ key < to. */
  first<T>(table: string, from: string, to: string): readonly [string, T] | undefined
  /** names of the tables that hold rows, in order */
  tables(): readonly string[]
}

/** Rows whose key starts with `prefix`. */
export const list = <T>(rows: Rows, table: string, prefix = ""): readonly (readonly [string, T])[] =>
  rows.range<T>(table, prefix, prefix === "" ? "\x7f" : prefix + "\x7f")

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
  const placeOf = (keys: readonly string[], from: string): number => {
    let low = 0
    let high = keys.length
    while (low < high) {
      const mid = (low + high) >> 1
      if (keys[mid]! < from) low = mid + 1
      else high = mid
    }
    return low
  }
  return {
    get: <T>(table: string, key: string) => tables.get(table)?.get(key) as T | undefined,
    set(table, key, value) {
      let rows = tables.get(table)
      if (!rows) tables.set(table, (rows = new Map()))
      if (!rows.has(key)) sorted.delete(table)
      rows.set(key, value)
    },
    delete(table, key) {
      if (tables.get(table)?.delete(key)) sorted.delete(table)
    },
    range<T>(table: string, from: string, to: string) {
      const keys = keysOf(table)
      const rows = tables.get(table)
      const out: [string, T][] = []
      for (let i = placeOf(keys, from); i < keys.length && keys[i]! < to; i++)
        out.push([keys[i]!, rows!.get(keys[i]!) as T])
      return out
    },
    first<T>(table: string, from: string, to: string) {
      const keys = keysOf(table)
      const key = keys[placeOf(keys, from)]
      return key === undefined || key >= to ? undefined : ([key, tables.get(table)!.get(key) as T] as const)
    },
    tables: () => [...tables.keys()].filter(name => tables.get(name)!.size > 0).sort(),
  }
}

/** A copy to write on: reads fall through to `base`, writes stay here. */
export function overlayRows(base: Rows): Rows {
  const changed = memoryRows()
  const gone = new Set<string>()
  const place = (table: string, key: string): string => `${table}\0${key}`
  function rangeOf<T>(table: string, from: string, to: string): readonly (readonly [string, T])[] {
    const rows = new Map<string, T>()
    for (const [key, value] of base.range<T>(table, from, to)) if (!gone.has(place(table, key))) rows.set(key, value)
    for (const [key, value] of changed.range<T>(table, from, to)) rows.set(key, value)
    return [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
  }
  return {
    first: <T>(table: string, from: string, to: string) => rangeOf<T>(table, from, to)[0],
    get: <T>(table: string, key: string) =>
      gone.has(place(table, key)) ? undefined : (changed.get<T>(table, key) ?? base.get<T>(table, key)),
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
