// Which container may hold a key (an event's id, a text's reference). Keys of plain containers: 48 bits of the key → container, a
// row each. Keys of sealed ones: 26 bits of the key → container, six bytes an entry, in 1,024 buckets (half of what rows would cost).
// A hit is only a candidate: the container itself confirms it, so an entry left behind does no harm.

import { MettleError } from "../../core/errors.ts"
import type { Database } from "../sqlite.ts"

type Kind = "event" | "text"
const CODE: Readonly<Record<Kind, number>> = { event: 0, text: 1 }

// The tail of an id is hash or random in every id form; its head may be a time (UUIDv7).
export const placeOf = (key: Uint8Array): number =>
  key[10]! * 2 ** 40 + key[11]! * 2 ** 32 + key[12]! * 2 ** 24 + ((key[13]! << 16) | (key[14]! << 8) | key[15]!)
/** The same of an id as it is written. */
export const placeOfId = (id: string): number => Number.parseInt(id.slice(20), 16)
const bucketOf = (key: Uint8Array): number => ((key[12]! & 3) << 8) | key[13]!
const checkOf = (key: Uint8Array): number => (key[14]! << 8) | key[15]!

const entryOf = (kind: Kind, container: number): number => container * 2 + CODE[kind]
const containerOf = (kind: Kind, value: number): number | null =>
  value % 2 === CODE[kind] ? (value - CODE[kind]) / 2 : null

// Two keys on one place are rarer than a bad sector; the second takes the next place.
const NEXT_PLACES = 8
const AT = "SELECT at FROM keys WHERE h = ?"
const TAKE = "INSERT INTO keys (h, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
const TAKE_ALL = "INSERT INTO keys (h, at) SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING"
const TAKEN = "SELECT h FROM keys WHERE at <> ? AND h IN (SELECT value FROM json_each(?))"

/** Adds keys, each another, of a plain container that is about to be written, but none of which `holds` confirms that a container
 * named at its place already has it: the positions of those are returned. */
export function addPlain(
  db: Database,
  kind: Kind,
  places: readonly number[],
  container: number,
  holds: (container: number, i: number) => boolean,
): ReadonlySet<number> {
  const known = new Set<number>()
  const entry = entryOf(kind, container)
  const list = `[${Float64Array.from(places).sort().join()}]`
  if (Number(db.sql(TAKE_ALL).run(entry, list).changes) === places.length) return known
  const rows = db.sql(TAKEN).all(entry, list)
  const taken = new Set(rows.map(row => row.h as number))
  places.forEach((place, i) => {
    if (taken.has(place) && !takeNext(db, kind, place, entry, named => holds(named, i))) known.add(i)
    taken.add(place)
  })
  return known
}
/** Takes the next free place; false when a container named on the way there has the key. */
function takeNext(
  db: Database,
  kind: Kind,
  place: number,
  entry: number,
  holds: (container: number) => boolean,
): boolean {
  for (let at = place; at < place + NEXT_PLACES; at++) {
    if (Number(db.sql(TAKE).run(at, entry).changes) === 1) return true
    const named = containerOf(kind, db.sql(AT).get(at)!.at)
    if (named !== null && holds(named)) return false
  }
  throw new MettleError("E_BUG", "append: no place left for a key")
}
export function removePlain(db: Database, kind: Kind, key: Uint8Array, container: number): void {
  const remove = db.sql("DELETE FROM keys WHERE h = ? AND at = ?")
  const place = placeOf(key)
  for (let at = place; at < place + NEXT_PLACES; at++)
    if (Number(remove.run(at, entryOf(kind, container)).changes) === 1) return
}

// Earlier builds hold their last keys back, many in a row of `recent`: twelve bytes a key.
function* heldBack(db: Database): Iterable<{ readonly place: number; readonly value: number }> {
  for (const row of db.sql("SELECT entries FROM recent ORDER BY n").all()) {
    const entries = Buffer.from(row.entries as Uint8Array)
    for (let at = 0; at + 12 <= entries.byteLength; at += 12)
      yield { place: entries.readUIntBE(at, 6), value: entries.readUIntBE(at + 6, 6) }
  }
}
/** Called once by a transaction that adds or removes keys, before it does. */
export function takeHeldBack(db: Database): void {
  if (!db.sql("SELECT 1 AS yes FROM recent LIMIT 1").get()) return
  for (const { place, value } of heldBack(db)) db.sql(TAKE).run(place, value)
  db.sql("DELETE FROM recent").run()
}

const ENTRY = 6
const SELECT = "SELECT entries FROM sealed_index WHERE kind = ? AND bucket = ?"
const UPSERT =
  "INSERT INTO sealed_index (kind, bucket, entries) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET entries = excluded.entries"

function among(entries: Uint8Array, key: Uint8Array): number[] {
  const check = checkOf(key)
  const found: number[] = []
  for (let at = 0; at + ENTRY <= entries.byteLength; at += ENTRY)
    if (((entries[at]! << 8) | entries[at + 1]!) === check)
      found.push(entries[at + 2]! * 2 ** 24 + ((entries[at + 3]! << 16) | (entries[at + 4]! << 8) | entries[at + 5]!))
  return found
}
export function sealedCandidates(db: Database, kind: Kind, key: Uint8Array): number[] {
  const row = db.sql(SELECT).get(CODE[kind], bucketOf(key))
  return row ? among(row.entries as Uint8Array, key) : []
}
/** One after the other: whoever has found it asks for no more. */
export function* candidates(db: Database, kind: Kind, key: Uint8Array): Iterable<number> {
  const place = placeOf(key)
  const named = function* (values: Iterable<number>) {
    for (const value of values) {
      const container = containerOf(kind, value)
      if (container !== null) yield container
    }
  }
  for (let at = place; at < place + NEXT_PLACES; at++) {
    const row = db.sql(AT).get(at)
    if (!row) break
    yield* named([row.at])
  }
  yield* sealedCandidates(db, kind, key)
  for (const held of heldBack(db))
    if (held.place >= place && held.place < place + NEXT_PLACES) yield* named([held.value])
}

/** Adds keys of one sealed container; a key already pointing there is not added again. */
export function addSealed(db: Database, kind: Kind, keys: readonly Uint8Array[], container: number): void {
  const grouped = new Map<number, Uint8Array[]>()
  for (const key of keys) {
    const bucket = bucketOf(key)
    const group = grouped.get(bucket)
    if (group) group.push(key)
    else grouped.set(bucket, [key])
  }
  for (const [bucket, group] of grouped) {
    const old = (db.sql(SELECT).get(CODE[kind], bucket)?.entries as Uint8Array | undefined) ?? new Uint8Array()
    const fresh = group.filter(key => !among(old, key).includes(container))
    if (fresh.length === 0) continue
    const entries = Buffer.alloc(old.byteLength + fresh.length * ENTRY)
    entries.set(old)
    fresh.forEach((key, i) => {
      entries.writeUInt16BE(checkOf(key), old.byteLength + i * ENTRY)
      entries.writeUInt32BE(container, old.byteLength + i * ENTRY + 2)
    })
    db.sql(UPSERT).run(CODE[kind], bucket, entries)
  }
}
