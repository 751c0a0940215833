// Compaction: old events into segments, old texts into packs, freed pages given back. One container per transaction,
// each decoded again and proven against the chain or the reference before its hot rows go. Called from `settle`.
import { statSync } from "node:fs"
import { MettleError } from "../core/errors.ts"
import { type Containers, digestOf } from "./containers.ts"
import { CHAIN_START, type Envelope, link, small } from "./envelope.ts"
import { referenceBytes } from "./reference.ts"
import { PACK_BYTES, SEGMENT_EVENTS, sealEvents, sealTexts, unsealEvents, unsealTexts } from "./sealed.ts"
import { addEntries, LAST_CONTAINER } from "./sealed-index.ts"
import type { Database } from "./sqlite.ts"
import { fromRow } from "./sqlite-log.ts"

export interface Compacted {
  readonly events: number
  readonly texts: number
  readonly bytesBefore: number
  readonly bytesAfter: number
}
export interface CompactOptions {
  /** share of a container that must have gathered before the last one is rewritten; 0 seals everything */
  readonly least?: number
}

type Write = <T>(doing: string, work: (db: Database) => T) => T

export function compact(
  use: () => Database,
  write: Write,
  sealed: Containers,
  key: () => Uint8Array,
  { least = 1 / 8 }: CompactOptions = {},
): Compacted {
  const bytesBefore = fileBytes(use().path)
  const events = untilNone(() => write("compact events", db => sealSomeEvents(db, sealed, least)))
  const texts = untilNone(() => write("compact texts", db => sealSomeTexts(db, sealed, key(), least)))
  if (Number(use().sql("PRAGMA freelist_count").get()!.freelist_count) > 0) {
    // A cursor stepped to its end frees every page; exec would free only the first.
    use().sql("PRAGMA incremental_vacuum").all()
    // Busy when another process reads: then the next checkpoint shrinks the file.
    use().sql("PRAGMA wal_checkpoint(TRUNCATE)").get()
  }
  return { events, texts, bytesBefore, bytesAfter: fileBytes(use().path) }
}

function untilNone(step: () => number): number {
  let sum = 0
  for (let n = step(); n > 0; n = step()) sum += n
  return sum
}
const fileBytes = (path: string): number =>
  [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)

function sealSomeEvents(db: Database, sealed: Containers, least: number): number {
  const last = db.sql("SELECT n, stamp, first, last, chain FROM segments ORDER BY first DESC LIMIT 1").get()
  const open = last && last.last - last.first + 1 <= SEGMENT_EVENTS / 2 ? sealed.segment(last.n)! : null
  const before = open
    ? (db.sql("SELECT chain FROM segments WHERE last = ?").get(open.first - 1)?.chain as Uint8Array | undefined)
    : (last?.chain as Uint8Array | undefined)
  const room = SEGMENT_EVENTS - (open?.events.length ?? 0)
  const rows = db.sql("SELECT * FROM events ORDER BY seq LIMIT ?").all(room)
  if (rows.length === 0 || rows.length < Math.min(SEGMENT_EVENTS * least, room)) return 0
  const events: Envelope[] = [...(open?.events ?? []), ...rows.map(fromRow)]
  const first = open?.first ?? (rows[0]!.seq as number)
  const end = rows.at(-1)!
  const bytes = sealEvents(events)
  let chain = before ?? CHAIN_START
  unsealEvents(bytes).forEach((e, i) => {
    chain = link(chain, first + i, e)
  })
  if (!Buffer.from(end.chain as Uint8Array).equals(chain) || end.seq !== first + events.length - 1)
    throw new MettleError(
      "E_INTEGRITY",
      `events ${first} to ${end.seq} do not fit their chain; they were not compacted`,
      {
        still: "reading and appending work",
        hint: "mettle doctor names every damaged event and text",
      },
    )
  const n = open?.n ?? container(db, "segments")
  const times = events.map(e => e.ts)
  db.sql(
    `INSERT INTO segments (n, stamp, first, last, since, until, chain, ids, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (n) DO UPDATE SET stamp = excluded.stamp, last = excluded.last, since = excluded.since,
       until = excluded.until, chain = excluded.chain, ids = excluded.ids, body = excluded.body`,
  ).run(
    n,
    open ? last!.stamp + 1 : 1,
    first,
    end.seq,
    times.reduce((a, b) => Math.min(a, b)),
    times.reduce((a, b) => Math.max(a, b)),
    chain,
    bytes.ids,
    bytes.body,
  )
  addEntries(
    db,
    "event",
    rows.map(row => row.id as Uint8Array),
    n,
  )
  const episode = db.sql("INSERT INTO segment_episodes (episode, n) VALUES (?, ?) ON CONFLICT DO NOTHING")
  for (const name of new Set(events.map(e => e.episode))) if (name !== null) episode.run(small(name), n)
  const type = db.sql("INSERT INTO segment_types (type, n) VALUES (?, ?) ON CONFLICT DO NOTHING")
  for (const name of new Set(events.map(e => e.type))) type.run(name, n)
  db.sql("DELETE FROM events WHERE seq <= ?").run(end.seq)
  return rows.length
}

function sealSomeTexts(db: Database, sealed: Containers, key: Uint8Array, least: number): number {
  const last = db.sql("SELECT n, stamp, bytes FROM packs ORDER BY n DESC LIMIT 1").get()
  const open = last && last.bytes <= PACK_BYTES / 2 ? sealed.pack(last.n)! : null
  const texts: Buffer[] = open ? [...open.texts.values()] : []
  let bytes = texts.reduce((sum, text) => sum + text.byteLength, 0)
  const before = bytes
  const taken: number[] = []
  const refs: Buffer[] = []
  for (const row of db.sql("SELECT n, ref, body FROM blobs ORDER BY n").iterate()) {
    const body = Buffer.from(row.body as Uint8Array)
    const ref = referenceBytes(key, body)
    // A damaged text stays where it is, so that it is still named.
    if (!ref.equals(row.ref as Uint8Array)) continue
    taken.push(row.n)
    refs.push(ref)
    texts.push(body)
    bytes += body.byteLength
    if (bytes >= PACK_BYTES) break
  }
  if (taken.length === 0 || (bytes < PACK_BYTES && bytes - before < PACK_BYTES * least)) return 0
  const body = sealTexts(texts)
  const again = unsealTexts(body)
  if (again.length !== texts.length || again.some((text, i) => !text.equals(texts[i]!)))
    throw new MettleError("E_BUG", "compact: a pack does not read back as it was written")
  const n = open?.n ?? container(db, "packs")
  db.sql(
    `INSERT INTO packs (n, stamp, bytes, digest, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (n) DO UPDATE SET
       stamp = excluded.stamp, bytes = excluded.bytes, digest = excluded.digest, body = excluded.body`,
  ).run(n, open ? last!.stamp + 1 : 1, bytes, digestOf(texts), body)
  addEntries(db, "text", refs, n)
  const remove = db.sql("DELETE FROM blobs WHERE n = ?")
  for (const row of taken) remove.run(row)
  return taken.length
}

/** The next container number; numbers are never used again, so an old index entry can only point to nothing. */
function container(db: Database, table: "segments" | "packs"): number {
  const name = `last.${table}`
  const used = Number(db.sql("SELECT value FROM meta WHERE key = ?").get(name)?.value ?? 0)
  if (used >= LAST_CONTAINER) throw new MettleError("E_CAP", `the store holds its most ${table}`)
  db.sql("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(
    name,
    used + 1,
  )
  return used + 1
}
