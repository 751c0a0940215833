// The rows of a views file through a cache: reads are kept, writes stay here until they are put into the file together.
import { MettleError } from "../core/errors.ts"
import { placeOf, type Rows } from "../core/views/rows.ts"
import type { Database } from "./sqlite.ts"

const GONE = Symbol("gone")
/** Behind every key. */
const LAST = "\x7f"
/** Tables of up to so many rows are known by all their keys: who asks for what is not there asks no file. */
const MOST_KEYS = 4096
/** A process that looks into a table so often learns its keys. */
const OFTEN = 64
/** Values of a short walk are kept. */
const SHORT = 64

/** A row in memory. */
interface Held {
  /** GONE: it does not stand */
  value: unknown
  /** not yet in the file */
  dirty: boolean
  /** the eviction before which it was asked for last */
  era: number
}
interface Cached {
  readonly rows: Map<string, Held>
  /** keys of what is not yet in the file */
  dirty: string[]
  /** all keys that stand, in order; null: not known, or too many */
  keys: string[] | null
  /** how often the file was asked */
  asked: number
}

export interface CachedRows {
  readonly rows: Rows
  /** keys of a table that are not yet in the file as they stand */
  unflushed(table: string): readonly string[]
  /** Puts what changed into the file; runs inside a transaction. */
  write(db: Database): void
  /** The transaction is through: what changed is in the file. */
  written(): void
  /** Drops everything, what was not written included. */
  drop(): void
  /** When more than `most` are cached: drops rows that the file holds and nobody asked for since the last time. */
  evict(most: number): void
}

/** `told` names the file in what a driver throws; `isNew`: nothing is in the file. */
export function cachedRows(
  use: () => Database,
  told: <T>(doing: string, work: () => T) => T,
  isNew: () => boolean,
): CachedRows {
  const tables = new Map<string, Cached>()
  let cached = 0
  let era = 0
  /** was nothing there when this cache began? */
  let fromStart: boolean | null = null

  const tableOf = (name: string): Cached => {
    let table = tables.get(name)
    if (table === undefined) {
      const keys = (fromStart ??= isNew()) ? [] : null
      table = { rows: new Map(), dirty: [], keys, asked: 0 }
      tables.set(name, table)
    }
    return table
  }
  const remember = (table: Cached, key: string, value: unknown): Held => {
    const held = { value, dirty: false, era }
    table.rows.set(key, held)
    cached++
    return held
  }
  const change = (table: Cached, key: string, value: unknown): void => {
    let held = table.rows.get(key)
    if (held === undefined) held = remember(table, key, value)
    held.value = value
    held.era = era
    if (held.dirty) return
    held.dirty = true
    table.dirty.push(key)
  }
  const all = (text: string, ...values: string[]) =>
    told("read the views", () =>
      use()
        .sql(text)
        .all(...values),
    )
  /** These keys of the file, and what was written or deleted since. */
  const merged = (table: Cached, stored: readonly { key?: string }[], from: string, to: string): string[] => {
    const keys = new Set(stored.map(row => row.key as string))
    for (const key of table.dirty)
      if (key >= from && key < to) {
        if (table.rows.get(key)!.value === GONE) keys.delete(key)
        else keys.add(key)
      }
    return [...keys].sort()
  }
  /** All keys of a table, once it was asked for often enough. */
  const keysOf = (name: string, table: Cached): readonly string[] | null => {
    if (table.keys !== null || ++table.asked !== OFTEN) return table.keys
    const stored = all(`SELECT key FROM rows WHERE tbl = ? ORDER BY key LIMIT ${MOST_KEYS}`, name)
    return stored.length === MOST_KEYS ? null : (table.keys = merged(table, stored, "", LAST))
  }
  const keysIn = (name: string, table: Cached, from: string, to: string): readonly string[] => {
    const known = keysOf(name, table)
    if (known !== null) return known.slice(placeOf(known, from), placeOf(known, to))
    return merged(table, all("SELECT key FROM rows WHERE tbl = ? AND key >= ? AND key < ?", name, from, to), from, to)
  }
  /** A key that is perhaps a new one. */
  const stands = (table: Cached, key: string): void => {
    const { keys } = table
    if (keys === null) return
    const at = placeOf(keys, key)
    if (keys[at] === key) return
    if (keys.length < MOST_KEYS) keys.splice(at, 0, key)
    else table.keys = null
  }
  const hasKey = (keys: readonly string[], key: string): boolean => keys[placeOf(keys, key)] === key

  /** Of these keys, one after the other: from the cache when all of them are there. */
  const rowsAt = (name: string, table: Cached, keys: readonly string[]): [string, unknown][] => {
    const out = keys.map((key): [string, unknown] => [key, table.rows.get(key)?.value])
    if (out.every(([, value]) => value !== undefined)) return out
    const found = new Map(
      all("SELECT key, val FROM rows WHERE tbl = ? AND key >= ? AND key <= ?", name, keys[0]!, keys.at(-1)!).map(
        row => [row.key as string, row.val as string],
      ),
    )
    for (const row of out) {
      if (row[1] !== undefined) continue
      row[1] = JSON.parse(found.get(row[0])!)
      // A walk over a large table must not fill the memory.
      if (keys.length <= SHORT) remember(table, row[0], row[1])
    }
    return out
  }

  const rows: Rows = {
    get(name, key) {
      const table = tableOf(name)
      const held = table.rows.get(key)
      if (held !== undefined) {
        held.era = era
        return held.value === GONE ? undefined : held.value
      }
      const keys = keysOf(name, table)
      if (keys !== null && !hasKey(keys, key)) return undefined
      const [row] = all("SELECT val FROM rows WHERE tbl = ? AND key = ?", name, key)
      const value = row ? (JSON.parse(row.val) as unknown) : undefined
      remember(table, key, row ? value : GONE)
      return value
    },
    set(name, key, value) {
      if (value === undefined) throw new MettleError("E_BUG", `${name}: a row cannot be undefined`)
      const table = tableOf(name)
      const held = table.rows.get(key)
      if (held === undefined || held.value === GONE) stands(table, key)
      change(table, key, value)
    },
    delete(name, key) {
      const table = tableOf(name)
      const { keys } = table
      const at = keys === null ? 0 : placeOf(keys, key)
      if (keys?.[at] === key) keys.splice(at, 1)
      change(table, key, GONE)
    },
    range(name, from, to) {
      const table = tableOf(name)
      const keys = keysIn(name, table, from, to)
      return keys.length === 0 ? [] : rowsAt(name, table, keys)
    },
    first(name, from, to) {
      const table = tableOf(name)
      const known = keysOf(name, table)
      if (known !== null) {
        const key = known[placeOf(known, from)]
        return key === undefined || key >= to ? undefined : ([key, rows.get(name, key)] as const)
      }
      let waiting = to
      for (const key of table.dirty)
        if (key >= from && key < waiting && table.rows.get(key)!.value !== GONE) waiting = key
      const next = "SELECT key FROM rows WHERE tbl = ? AND key >= ? AND key < ? ORDER BY key LIMIT 1"
      let [row] = all(next, name, from, waiting)
      // The file's first row may be deleted in memory: walk on until one stands. Keys are printable ASCII, so nothing lies
      // between; a NUL would end the bound text.
      while (row && table.rows.get(row.key)?.value === GONE) [row] = all(next, name, `${row.key}\x01`, waiting)
      const key = (row?.key as string | undefined) ?? (waiting === to ? undefined : waiting)
      return key === undefined ? undefined : ([key, rows.get(name, key)] as const)
    },
    tables() {
      const names = new Set<string>()
      const after = use().sql("SELECT min(tbl) AS tbl FROM rows WHERE tbl > ?")
      for (let name = after.get("")?.tbl; name != null; name = after.get(name)?.tbl) names.add(name)
      for (const [name, { dirty }] of tables) if (dirty.length > 0) names.add(name)
      return [...names].filter(name => rows.first(name, "", LAST) !== undefined).sort()
    },
  }
  return {
    rows,
    unflushed: name => tables.get(name)?.dirty ?? [],
    write(db) {
      const put = db.sql(
        "INSERT INTO rows (tbl, key, val) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET val = excluded.val",
      )
      const remove = db.sql("DELETE FROM rows WHERE tbl = ? AND key = ?")
      for (const [name, table] of tables)
        for (const key of table.dirty.sort()) {
          const { value } = table.rows.get(key)!
          if (value === GONE) remove.run(name, key)
          else put.run(name, key, JSON.stringify(value))
        }
    },
    written() {
      for (const table of tables.values()) {
        for (const key of table.dirty) table.rows.get(key)!.dirty = false
        table.dirty = []
      }
    },
    drop() {
      tables.clear()
      cached = 0
      fromStart = null
    },
    evict(most) {
      if (cached <= most) return
      for (const { rows } of tables.values())
        for (const [key, held] of rows)
          if (held.era < era && !held.dirty) {
            rows.delete(key)
            cached--
          }
      era++
    },
  }
}
