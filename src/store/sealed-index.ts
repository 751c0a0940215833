// Which sealed container may hold a key: 34 bits of the key → container number, six bytes an entry, in 1,024 buckets
// (a B-tree row per key would cost twice as much). A hit is only a candidate: the container itself confirms it.
import type { Database } from "./sqlite.ts"

export type Kind = "event" | "text"
const CODE: Readonly<Record<Kind, number>> = { event: 0, text: 1 }
const ENTRY = 6
export const LAST_CONTAINER = 0xffffff

// The tail of an id is hash or random in every id form; its head may be a time (UUIDv7).
const bucketOf = (key: Uint8Array): number => ((key[11]! & 3) << 8) | key[12]!
const checkOf = (key: Uint8Array): number => (key[13]! << 16) | (key[14]! << 8) | key[15]!

const SELECT = "SELECT entries FROM sealed_index WHERE kind = ? AND bucket = ?"
const UPSERT =
  "INSERT INTO sealed_index (kind, bucket, entries) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET entries = excluded.entries"

export function candidates(db: Database, kind: Kind, key: Uint8Array): number[] {
  const row = db.sql(SELECT).get(CODE[kind], bucketOf(key))
  if (!row) return []
  const entries = row.entries as Uint8Array
  const check = checkOf(key)
  const found: number[] = []
  for (let at = 0; at + ENTRY <= entries.byteLength; at += ENTRY)
    if (((entries[at]! << 16) | (entries[at + 1]! << 8) | entries[at + 2]!) === check)
      found.push((entries[at + 3]! << 16) | (entries[at + 4]! << 8) | entries[at + 5]!)
  return found
}

/** Adds keys of one container; a key already pointing there is not added again. */
export function addEntries(db: Database, kind: Kind, keys: readonly Uint8Array[], container: number): void {
  const grouped = new Map<number, Uint8Array[]>()
  for (const key of keys) {
    const bucket = bucketOf(key)
    const group = grouped.get(bucket)
    if (group) group.push(key)
    else grouped.set(bucket, [key])
  }
  for (const [bucket, group] of grouped) {
    const old = (db.sql(SELECT).get(CODE[kind], bucket)?.entries as Uint8Array | undefined) ?? new Uint8Array()
    const fresh = group.filter(key => !candidates(db, kind, key).includes(container))
    if (fresh.length === 0) continue
    const entries = Buffer.alloc(old.byteLength + fresh.length * ENTRY)
    entries.set(old)
    fresh.forEach((key, i) => {
      entries.writeUIntBE(checkOf(key), old.byteLength + i * ENTRY, 3)
      entries.writeUIntBE(container, old.byteLength + i * ENTRY + 3, 3)
    })
    db.sql(UPSERT).run(CODE[kind], bucket, entries)
  }
}
