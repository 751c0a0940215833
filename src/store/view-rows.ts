// The rows of a views file through a cache: reads are kept, writes stay here until they are put into the file together.
import { MettleError } from "../core/errors.ts"
import { placeOf, type Rows } from "../core/views/rows.ts"
import type { Database, Row } from "./sqlite.ts"

const GONE = Symbol("gone")
/** Behind every key. */
const LAST = "\x7f"
/** Tables of up to so many rows are known by all their keys: who asks for what is not there asks no file. */
const MOST_KEYS = 4096
/** A process that looks into a table so often learns its keys. */
const OFTEN = 64
/** Values of a short walk are kept. */
const SHORT = 64
/** Of a larger table the keys behind so many prefixes are known, such as the turns of an episode. */
const MOST_PREFIXES = 256

/** A row in memory. */
interface Held {
  /** GONE: it does not stand */
  value: unknown
  /** not yet in the file */
  dirty: boolean
  /** the eviction before which it was asked for last */
  era: number
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

/** What all tables of a cache share. */
interface Shared {
  /** rows of the file */
  readonly all: (text: string, ...values: string[]) => Row[]
  /** rows in memory */
  held: number
  era: number
}

/** One table: what is known of it, and what is not yet in the file. */
class CachedTable {
  /** keys of what is not yet in the file */
  dirty: string[] = []
  private readonly shared: Shared
  private readonly name: string
  private readonly rows = new Map<string, Held>()
  /** all keys that stand, in order; null: not known, or too many */
  private keys: string[] | null
  /** where they are not known: those behind a prefix that somebody walked over, in order */
  private readonly behind = new Map<string, string[]>()
  /** how often the file was asked */
  private asked = 0

  constructor(shared: Shared, name: string, keys: string[] | null) {
    this.shared = shared
    this.name = name
    this.keys = keys
  }

  get(key: string): unknown {
    const held = this.rows.get(key)
    if (held !== undefined) {
      held.era = this.shared.era
      return held.value === GONE ? undefined : held.value
    }
    const keys = this.known() ?? this.behind.get(key.slice(0, key.lastIndexOf("/") + 1))
    if (keys !== undefined && keys[placeOf(keys, key)] !== key) return undefined
    const [row] = this.shared.all("SELECT val FROM rows WHERE tbl = ? AND key = ?", this.name, key)
    const value = row ? (JSON.parse(row.val) as unknown) : undefined
    this.remember(key, row ? value : GONE)
    return value
  }
  set(key: string, value: unknown): void {
    if (value === undefined) throw new MettleError("E_BUG", `${this.name}: a row cannot be undefined`)
    const held = this.rows.get(key)
    if (held === undefined || held.value === GONE) this.stands(key)
    this.change(key, value)
  }
  delete(key: string): void {
    for (const keys of this.listsWith(key)) {
      const at = placeOf(keys, key)
      if (keys[at] === key) keys.splice(at, 1)
    }
    this.change(key, GONE)
  }
  range(from: string, to: string): [string, unknown][] {
    const known = this.known()
    const keys = known ? known.slice(placeOf(known, from), placeOf(known, to)) : this.keysBetween(from, to)
    return keys.length === 0 ? [] : this.rowsAt(keys)
  }
  first(from: string, to: string): readonly [string, unknown] | undefined {
    const known = this.known()
    const key = known ? known[placeOf(known, from)] : this.firstKey(from, to)
    return key === undefined || key >= to ? undefined : [key, this.get(key)]
  }

  /** Puts what changed into the file. */
  write(put: (key: string, value: string) => void, remove: (key: string) => void): void {
    for (const key of this.dirty.sort()) {
      const { value } = this.rows.get(key)!
      if (value === GONE) remove(key)
      else put(key, JSON.stringify(value))
    }
  }
  written(): void {
    for (const key of this.dirty) this.rows.get(key)!.dirty = false
    this.dirty = []
  }
  /** Drops rows that the file holds and nobody asked for since the last time. */
  evict(): void {
    if (this.behind.size > MOST_PREFIXES) this.behind.clear()
    for (const [key, held] of this.rows)
      if (held.era < this.shared.era && !held.dirty) {
        this.rows.delete(key)
        this.shared.held--
      }
  }

  private remember(key: string, value: unknown): Held {
    const held = { value, dirty: false, era: this.shared.era }
    this.rows.set(key, held)
    this.shared.held++
    return held
  }
  private change(key: string, value: unknown): void {
    const held = this.rows.get(key) ?? this.remember(key, value)
    held.value = value
    held.era = this.shared.era
    if (held.dirty) return
    held.dirty = true
    this.dirty.push(key)
  }
  /** All keys, once it was asked for often enough. */
  private known(): readonly string[] | null {
    if (this.keys !== null || ++this.asked !== OFTEN) return this.keys
    const stored = this.shared.all(`SELECT key FROM rows WHERE tbl = ? ORDER BY key LIMIT ${MOST_KEYS}`, this.name)
    return stored.length === MOST_KEYS ? null : (this.keys = this.merged(stored, "", LAST))
  }
  /** A key that is perhaps a new one. */
  private stands(key: string): void {
    for (const keys of this.listsWith(key)) {
      const at = placeOf(keys, key)
      if (keys[at] === key) return
      keys.splice(at, 0, key)
    }
    if (this.keys === null || this.keys.length <= MOST_KEYS) return
    this.keys = null
    this.behind.clear()
  }
  /** The lists of keys that a key belongs into. */
  private listsWith(key: string): readonly string[][] {
    if (this.keys !== null) return [this.keys]
    const lists: string[][] = []
    if (this.behind.size > 0)
      for (let at = key.indexOf("/"); at >= 0; at = key.indexOf("/", at + 1)) {
        const keys = this.behind.get(key.slice(0, at + 1))
        if (keys !== undefined) lists.push(keys)
      }
    return lists
  }
  private keysBetween(from: string, to: string): readonly string[] {
    if (!from.endsWith("/") || to !== from + LAST) return this.keysInFile(from, to)
    let keys = this.behind.get(from)
    if (keys === undefined) this.behind.set(from, (keys = this.keysInFile(from, to)))
    return keys
  }
  private keysInFile(from: string, to: string): string[] {
    const within = "SELECT key FROM rows WHERE tbl = ? AND key >= ? AND key < ?"
    return this.merged(this.shared.all(within, this.name, from, to), from, to)
  }
  /** These keys of the file, and what was written or deleted since. */
  private merged(stored: readonly Row[], from: string, to: string): string[] {
    const keys = new Set(stored.map(row => row.key as string))
    for (const key of this.dirty)
      if (key >= from && key < to) {
        if (this.rows.get(key)!.value === GONE) keys.delete(key)
        else keys.add(key)
      }
    return [...keys].sort()
  }
  private firstKey(from: string, to: string): string | undefined {
    let waiting = to
    for (const key of this.dirty) if (key >= from && key < waiting && this.rows.get(key)!.value !== GONE) waiting = key
    const next = "SELECT key FROM rows WHERE tbl = ? AND key >= ? AND key < ? ORDER BY key LIMIT 1"
    let [row] = this.shared.all(next, this.name, from, waiting)
    // The file's first row may be deleted in memory: walk on until one stands. Keys are printable ASCII, so nothing lies
    // between; a NUL would end the bound text.
    while (row && this.rows.get(row.key)?.value === GONE)
      [row] = this.shared.all(next, this.name, `${row.key}\x01`, waiting)
    return (row?.key as string | undefined) ?? waiting
  }
  /** Of these keys, one after the other: from memory when all of them are there. */
  private rowsAt(keys: readonly string[]): [string, unknown][] {
    const out = keys.map((key): [string, unknown] => [key, this.rows.get(key)?.value])
    if (out.every(([, value]) => value !== undefined)) return out
    const within = "SELECT key, val FROM rows WHERE tbl = ? AND key >= ? AND key <= ?"
    const stored = this.shared.all(within, this.name, keys[0]!, keys.at(-1)!)
    const found = new Map(stored.map(row => [row.key as string, row.val as string]))
    for (const row of out) {
      if (row[1] !== undefined) continue
      row[1] = JSON.parse(found.get(row[0])!)
      // A walk over a large table must not fill the memory.
      if (keys.length <= SHORT) this.remember(row[0], row[1])
    }
    return out
  }
}

/** `told` names the file in what a driver throws; `isNew`: nothing is in the file. */
export function cachedRows(
  use: () => Database,
  told: <T>(doing: string, work: () => T) => T,
  isNew: () => boolean,
): CachedRows {
  const tables = new Map<string, CachedTable>()
  const all: Shared["all"] = (text, ...values) =>
    told("read the views", () =>
      use()
        .sql(text)
        .all(...values),
    )
  const shared: Shared = { all, held: 0, era: 0 }
  /** was nothing there when this cache began? */
  let fromStart: boolean | null = null
  const tableOf = (name: string): CachedTable => {
    let table = tables.get(name)
    if (table === undefined) {
      fromStart ??= isNew()
      tables.set(name, (table = new CachedTable(shared, name, fromStart ? [] : null)))
    }
    return table
  }
  return {
    rows: {
      get: (name, key) => tableOf(name).get(key),
      set: (name, key, value) => tableOf(name).set(key, value),
      delete: (name, key) => tableOf(name).delete(key),
      range: (name, from, to) => tableOf(name).range(from, to),
      first: (name, from, to) => tableOf(name).first(from, to),
      tables() {
        const names = new Set<string>()
        const after = use().sql("SELECT min(tbl) AS tbl FROM rows WHERE tbl > ?")
        for (let name = after.get("")?.tbl; name != null; name = after.get(name)?.tbl) names.add(name)
        for (const [name, { dirty }] of tables) if (dirty.length > 0) names.add(name)
        return [...names].filter(name => tableOf(name).first("", LAST) !== undefined).sort()
      },
    },
    unflushed: name => tables.get(name)?.dirty ?? [],
    write(db) {
      const put = db.sql(
        "INSERT INTO rows (tbl, key, val) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET val = excluded.val",
      )
      const remove = db.sql("DELETE FROM rows WHERE tbl = ? AND key = ?")
      for (const [name, table] of tables)
        table.write(
          (key, value) => put.run(name, key, value),
          key => remove.run(name, key),
        )
    },
    written() {
      for (const table of tables.values()) table.written()
    },
    drop() {
      tables.clear()
      shared.held = 0
      fromStart = null
    },
    evict(most) {
      if (shared.held <= most) return
      for (const table of tables.values()) table.evict()
      shared.era++
    },
  }
}
