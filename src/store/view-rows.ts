// The rows of a views file through a cache: reads are kept, writes stay here until they are put into the file together.
import { MettleError } from "../core/errors.ts"
import { placeOf, type Rows } from "../core/views/rows.ts"
import type { Database } from "./sqlite.ts"

const GONE = Symbol("gone")
interface Dirty {
  readonly keys: Set<string>
  /** null until somebody walks over the table: most are only written */
  sorted: string[] | null
}

interface CachedRows {
  readonly rows: Rows
  /** Puts what changed into the file; runs inside a transaction. */
  write(db: Database): void
  /** The transaction is through: what changed is in the file. */
  written(): void
  /** Drops everything, what was not written included. */
  drop(): void
  /** When more than `most` are cached: drops rows that the file holds and nobody asked for since the last time. */
  evict(most: number): void
}

/** `told` names the file in what a driver throws. */
export function cachedRows(use: () => Database, told: <T>(doing: string, work: () => T) => T): CachedRows {
  let cache = new Map<string, Map<string, unknown>>()
  // What was cached at the last eviction: asked for again it stays, or it goes at the next one.
  let before: typeof cache = new Map()
  // Keys not yet in the file; sorted for a range, which merges them.
  const dirty = new Map<string, Dirty>()
  let cached = 0

  const tableOf = (table: string): Map<string, unknown> => {
    let rows = cache.get(table)
    if (!rows) cache.set(table, (rows = new Map()))
    return rows
  }
  const remember = (table: string, key: string, value: unknown): void => {
    const rows = tableOf(table)
    if (!rows.has(key)) cached++
    rows.set(key, value)
  }
  const heldAt = (table: string, key: string): unknown => {
    const held = cache.get(table)?.get(key)
    return held === undefined ? before.get(table)?.get(key) : held
  }
  const mark = (table: string, key: string): void => {
    let changed = dirty.get(table)
    if (!changed) dirty.set(table, (changed = { keys: new Set(), sorted: null }))
    const { keys, sorted } = changed
    if (keys.has(key)) return
    keys.add(key)
    sorted?.splice(placeOf(sorted, key), 0, key)
  }
  const dirtyIn = (table: string): readonly string[] => {
    const changed = dirty.get(table)
    return changed === undefined ? [] : (changed.sorted ??= [...changed.keys].sort())
  }

  const rows: Rows = {
    get(table, key) {
      let held = cache.get(table)?.get(key)
      if (held === undefined) {
        held = before.get(table)?.get(key)
        if (held !== undefined) remember(table, key, held)
      }
      if (held !== undefined) return held === GONE ? undefined : held
      const row = told("read the views", () =>
        use().sql("SELECT val FROM rows WHERE tbl = ? AND key = ?").get(table, key),
      )
      const value = row ? (JSON.parse(row.val) as unknown) : undefined
      remember(table, key, row ? value : GONE)
      return value
    },
    set(table, key, value) {
      if (value === undefined) throw new MettleError("E_BUG", `${table}: a row cannot be undefined`)
      remember(table, key, value)
      mark(table, key)
    },
    delete(table, key) {
      remember(table, key, GONE)
      mark(table, key)
    },
    range(table, from, to) {
      const stored = told("read the views", () =>
        use().sql("SELECT key, val FROM rows WHERE tbl = ? AND key >= ? AND key < ? ORDER BY key").all(table, from, to),
      )
      const keys = dirtyIn(table)
      const out: [string, unknown][] = []
      let next = placeOf(keys, from)
      const take = (key: string, value: unknown): void => {
        if (value !== GONE) out.push([key, value])
      }
      for (const row of stored) {
        const key = row.key as string
        for (; next < keys.length && keys[next]! < key; next++) take(keys[next]!, heldAt(table, keys[next]!))
        if (keys[next] === key) next++
        const value = heldAt(table, key)
        // Not cached here: a walk over a large table must not fill the memory.
        take(key, value === undefined ? JSON.parse(row.val) : value)
      }
      for (; next < keys.length && keys[next]! < to; next++) take(keys[next]!, heldAt(table, keys[next]!))
      return out
    },
    first(table, from, to) {
      // The file's first row may be deleted in memory: walk on until one stands.
      const next = use().sql("SELECT key, val FROM rows WHERE tbl = ? AND key >= ? AND key < ? ORDER BY key LIMIT 1")
      let stored: [string, unknown] | undefined
      for (let at = from; ; ) {
        const row = told("read the views", () => next.get(table, at, to))
        if (!row) break
        const value = heldAt(table, row.key)
        if (value !== GONE) {
          stored = [row.key, value === undefined ? JSON.parse(row.val) : value]
          break
        }
        // Keys are printable ASCII, so nothing lies between; a NUL would end the bound text.
        at = `${row.key}\x01`
      }
      const keys = dirtyIn(table)
      for (let i = placeOf(keys, from); i < keys.length && keys[i]! < to; i++) {
        const key = keys[i]!
        if (stored && stored[0] <= key) break
        const value = heldAt(table, key)
        if (value !== GONE) return [key, value] as const
      }
      return stored
    },
    tables() {
      const names = new Set<string>()
      const after = use().sql("SELECT min(tbl) AS tbl FROM rows WHERE tbl > ?")
      for (let name = after.get("")?.tbl; name != null; name = after.get(name)?.tbl) names.add(name)
      for (const name of dirty.keys()) names.add(name)
      return [...names].filter(name => rows.range(name, "", "\x7f").length > 0).sort()
    },
  }

  return {
    rows,
    write(db) {
      const put = db.sql(
        "INSERT INTO rows (tbl, key, val) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET val = excluded.val",
      )
      const remove = db.sql("DELETE FROM rows WHERE tbl = ? AND key = ?")
      for (const table of dirty.keys())
        for (const key of dirtyIn(table)) {
          const value = cache.get(table)!.get(key)
          if (value === GONE) remove.run(table, key)
          else put.run(table, key, JSON.stringify(value))
        }
    },
    written: () => dirty.clear(),
    drop() {
      cache = new Map()
      before = new Map()
      dirty.clear()
      cached = 0
    },
    evict(most) {
      if (cached <= most) return
      before = cache
      cache = new Map()
      cached = 0
      for (const [table, { keys }] of dirty) for (const key of keys) remember(table, key, before.get(table)!.get(key))
    },
  }
}
