// Where recent keys (ids of events, references of texts) are: place (48 bits of the key) → container. Kept in memory; a
// commit persists its own in one row, and some thousands at a time go sorted into the table `keys`. A row per key at
// every commit would touch a hundred random pages for a hundred keys: most of the cost of an append.
import { randomInt } from "node:crypto"
import { MettleError } from "../../core/errors.ts"
import type { Database } from "../sqlite.ts"

interface State {
  readonly places: Map<number, number>
  /** place and value of what this transaction added */
  fresh: number[]
  /** last row of `recent` taken in */
  n: number
  stamp: number
  /** the transaction in which this was last brought up to date */
  epoch: number
  hasKeys: boolean
  /** places that the table does not have, as looked up for this transaction */
  readonly free: Set<number>
}
const states = new WeakMap<Database, State>()
const empty = (): State => ({
  places: new Map(),
  fresh: [],
  n: 0,
  stamp: 0,
  epoch: -1,
  hasKeys: false,
  free: new Set(),
})

/** How many are kept in memory before they go into the table: a cold process reads them all. */
const MOST = 1024
const ENTRY = 12
/** Rows of one statement when they go. */
const AT_ONCE = 64
const ONE = "(?, ?)"
const MANY = new Array(AT_ONCE).fill(ONE).join(", ")
// Two keys on one place are rarer than a bad sector; the second takes the next place.
const NEXT_PLACES = 8

/** What other processes committed, and what a rollback took back, is seen from the next transaction on. */
function state(db: Database): State {
  let s = states.get(db)
  if (s && s.epoch === db.epoch) return s
  const stamp = s && s.n > 0 ? db.sql("SELECT stamp FROM recent WHERE n = ?").get(s.n)?.stamp : 0
  if (!s || s.fresh.length > 0 || stamp !== s.stamp) states.set(db, (s = empty()))
  for (const row of db.sql("SELECT n, stamp, entries FROM recent WHERE n > ? ORDER BY n").all(s.n)) {
    const entries = Buffer.from(row.entries as Uint8Array)
    for (let at = 0; at + ENTRY <= entries.byteLength; at += ENTRY)
      s.places.set(entries.readUIntBE(at, 6), entries.readUIntBE(at + 6, 6))
    s.n = row.n
    s.stamp = row.stamp
  }
  s.free.clear()
  s.hasKeys = db.sql("SELECT 1 AS yes FROM keys LIMIT 1").get() !== undefined
  if (db.inTransaction) s.epoch = db.epoch
  return s
}
const at = (db: Database, s: State, place: number): number | undefined =>
  s.places.get(place) ??
  (s.hasKeys && !s.free.has(place) ? (db.sql("SELECT at FROM keys WHERE h = ?").get(place)?.at as number) : undefined)

/** Looks up many places at once: almost all of a commit's keys are new, and a look-up for each costs more than the append. */
export function lookAhead(db: Database, places: readonly number[]): void {
  const s = state(db)
  if (!s.hasKeys || !db.inTransaction) return
  const asked = places.filter(place => !s.places.has(place))
  for (const place of asked) s.free.add(place)
  const among = "SELECT k.h AS h FROM json_each(?) j JOIN keys k ON k.h = j.value"
  for (const { h } of db.sql(among).all(JSON.stringify(asked))) s.free.delete(h)
}

/** Values stored at a key's place. */
export function* recentAt(db: Database, place: number): Iterable<number> {
  const s = state(db)
  for (let i = 0; i < NEXT_PLACES; i++) {
    const value = at(db, s, place + i)
    if (value === undefined) return
    yield value
  }
}

/** Takes a place for a value, unless `same` says that a value found there is of the same key: then that one is returned. */
export function takePlace(db: Database, place: number, value: number, same: (value: number) => boolean): number | null {
  const s = state(db)
  for (let i = 0; i < NEXT_PLACES; i++) {
    const old = at(db, s, place + i)
    if (old === undefined) {
      s.places.set(place + i, value)
      s.fresh.push(place + i, value)
      return null
    }
    if (same(old)) return old
  }
  throw new MettleError("E_BUG", "append: no place left for a key")
}

/** Persists what this transaction added; called once, before it commits. */
export function saveRecent(db: Database): void {
  const s = state(db)
  if (s.fresh.length === 0) return
  if (s.places.size > MOST) {
    spill(db)
    return
  }
  const entries = Buffer.allocUnsafe((s.fresh.length / 2) * ENTRY)
  s.fresh.forEach((number, i) => {
    entries.writeUIntBE(number, i * 6, 6)
  })
  s.n++
  s.stamp = 1 + randomInt(2 ** 40)
  db.sql("INSERT INTO recent (n, stamp, entries) VALUES (?, ?, ?)").run(s.n, s.stamp, entries)
  s.fresh = []
}

/** Everything recent into the table, in order of place. */
export function spill(db: Database): void {
  const s = state(db)
  const sorted = Float64Array.from(s.places.keys()).sort()
  const insert = (rows: string, from: number, count: number): void => {
    const values: number[] = []
    for (const place of sorted.subarray(from, from + count)) values.push(place, s.places.get(place)!)
    db.sql(`INSERT INTO keys (h, at) VALUES ${rows} ON CONFLICT DO NOTHING`).run(...values)
  }
  let from = 0
  for (; from + AT_ONCE <= sorted.length; from += AT_ONCE) insert(MANY, from, AT_ONCE)
  for (; from < sorted.length; from++) insert(ONE, from, 1)
  if (s.n > 0) db.sql("DELETE FROM recent").run()
  states.set(db, { ...empty(), epoch: db.epoch, hasKeys: true })
}

/** Forgets a value of a place; `spill` has been called in this transaction. */
export function leavePlace(db: Database, place: number, value: number): void {
  const remove = db.sql("DELETE FROM keys WHERE h = ? AND at = ?")
  for (let i = 0; i < NEXT_PLACES; i++) if (Number(remove.run(place + i, value).changes) === 1) return
}
