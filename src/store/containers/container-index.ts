// Which container may hold a key (an event's id, a text's reference). Keys of plain containers: plain-keys.ts. Keys of sealed
// ones: 26 bits of the key → container, six bytes an entry, in 1,024 buckets (half of what rows would cost).
// A hit is only a candidate: the container itself confirms it, so an entry left behind does no harm.

import type { Database } from "../sqlite.ts"
import { type Keys, keysAt, valuesAt } from "./plain-keys.ts"

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

/** Keys of a plain container. */
export const plainKeys = (kind: Kind, places: readonly number[], container: number): Keys =>
  keysAt(places, entryOf(kind, container))
/** Plain containers that may hold a key, by its place. */
export function* plainAt(db: Database, kind: Kind, place: number): Iterable<number> {
  for (const value of valuesAt(db, place)) {
    const container = containerOf(kind, value)
    if (container !== null) yield container
  }
}
/** Earlier builds put keys into a table of its own; one whose place was taken went to one of the next. */
function* placedBefore(db: Database, kind: Kind, place: number): Iterable<number> {
  for (const { at } of db.sql("SELECT at FROM keys WHERE h >= ? AND h < ?").all(place, place + 8)) {
    const container = containerOf(kind, at)
    if (container !== null) yield container
  }
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
  yield* plainAt(db, kind, place)
  yield* sealedCandidates(db, kind, key)
  yield* placedBefore(db, kind, place)
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
