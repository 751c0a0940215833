// Compaction: the segments and packs of many commits into few sealed ones, freed pages given back. One container per
// transaction, each decoded again and proven against chain and texts before the old ones go. Called from `settle`.
import { statSync } from "node:fs"
import { MettleError } from "../../core/errors.ts"
import { referenceBytes } from "../reference.ts"
import type { Database } from "../sqlite.ts"
import { listSegment, unlistSegment } from "../sqlite-log.ts"
import { PACK_BYTES, SEGMENT_EVENTS, sealEvents, unsealEvents, unsealTexts } from "./container-format.ts"
import { addSealed, sealedCandidates } from "./container-index.ts"
import { type Containers, indexPlain, newStamp, type Pack, type Segment, writePack } from "./containers.ts"
import { CHAIN_START, hex, linkEvents } from "./envelope.ts"

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
  if (events + texts > 0) write("compact keys", indexPlain)
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

function sealSomeEvents(db: Database, kept: Containers, least: number): number {
  const last = db.sql("SELECT first, last FROM segments WHERE sealed = 1 ORDER BY first DESC LIMIT 1").get()
  const open = last && last.last - last.first + 1 <= SEGMENT_EVENTS / 2 ? kept.segment(last.first) : null
  const room = SEGMENT_EVENTS - (open?.events.length ?? 0)
  const taken: Segment[] = []
  let count = 0
  for (const { first } of db
    .sql("SELECT first FROM segments WHERE sealed = 0 ORDER BY first LIMIT ?")
    .all(SEGMENT_EVENTS)) {
    const segment = kept.segment(first)!
    taken.push(segment)
    count += segment.events.length
    if (count >= room) break
  }
  if (count === 0 || count < Math.min(SEGMENT_EVENTS * least, room)) return 0
  const added = taken.flatMap(segment => segment.events)
  const events = [...(open?.events ?? []), ...added]
  const first = open?.first ?? taken[0]!.first
  const end = taken.at(-1)!.last
  const before = db.sql("SELECT last, chain FROM segments WHERE first < ? ORDER BY first DESC LIMIT 1").get(first)
  const stored = db.sql("SELECT chain FROM segments WHERE first = ?").get(taken.at(-1)!.first)!.chain as Uint8Array
  const bytes = sealEvents(events)
  const chain = linkEvents(before?.chain ?? CHAIN_START, first, unsealEvents(bytes))
  if (!chain.equals(stored) || end !== first + events.length - 1 || (before?.last ?? 0) !== first - 1)
    throw new MettleError("E_INTEGRITY", `events ${first} to ${end} do not fit their chain; they were not compacted`, {
      still: "reading and appending work",
      hint: "mettle doctor names every damaged event and text",
    })
  for (const segment of taken) unlistSegment(db, segment.first, segment.events)
  db.sql("DELETE FROM segments WHERE first >= ? AND first <= ?").run(first, end)
  const times = events.map(e => e.ts)
  db.sql(
    "INSERT INTO segments (first, last, stamp, sealed, since, until, chain, ids, body) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)",
  ).run(
    first,
    end,
    newStamp(),
    times.reduce((a, b) => Math.min(a, b)),
    times.reduce((a, b) => Math.max(a, b)),
    chain,
    bytes.ids,
    bytes.body,
  )
  listSegment(db, first, events)
  addSealed(
    db,
    "event",
    added.map(e => Buffer.from(e.id, "hex")),
    container(first),
  )
  return count
}

function sealSomeTexts(db: Database, kept: Containers, key: Uint8Array, least: number): number {
  const last = db.sql("SELECT n, bytes FROM packs WHERE sealed = 1 ORDER BY n DESC LIMIT 1").get()
  const open = last && last.bytes <= PACK_BYTES / 2 ? kept.pack(last.n) : null
  const texts = new Map(open?.texts)
  const before: number = open ? last!.bytes : 0
  let bytes = before
  const taken: Pack[] = []
  for (const { n } of db.sql("SELECT n FROM packs WHERE sealed = 0 ORDER BY n").all()) {
    const pack = kept.pack(n)!
    // A damaged text stays where it is, so that it is still named.
    if ([...pack.texts].some(([ref, text]) => hex(referenceBytes(key, text)) !== ref)) continue
    taken.push(pack)
    for (const [ref, text] of pack.texts) {
      texts.set(ref, text)
      bytes += text.byteLength
    }
    if (bytes >= PACK_BYTES) break
  }
  if (taken.length === 0 || (bytes < PACK_BYTES && bytes - before < PACK_BYTES * least)) return 0
  for (const pack of taken) db.sql("DELETE FROM packs WHERE n = ?").run(pack.n)
  dropSealed(db, kept, texts, open?.n ?? null)
  if (texts.size > (open?.texts.size ?? 0)) {
    const n = container(open?.n ?? taken[0]!.n)
    writePack(
      db,
      n,
      true,
      [...texts].map(([ref, bytes]) => ({ ref: Buffer.from(ref, "hex"), bytes })),
    )
    const again = unsealTexts(db.sql("SELECT body FROM packs WHERE n = ?").get(n)!.body as Uint8Array)
    const sealed = [...texts.values()]
    if (again.length !== sealed.length || again.some((text, i) => !text.equals(sealed[i]!)))
      throw new MettleError("E_BUG", "compact: a pack does not read back as it was written")
    addSealed(
      db,
      "text",
      [...texts.keys()].map(ref => Buffer.from(ref, "hex")),
      n,
    )
  }
  return taken.reduce((sum, pack) => sum + pack.texts.size, 0)
}

/** Leaves out texts that another sealed pack already has; each such pack is unpacked once. */
function dropSealed(db: Database, kept: Containers, texts: Map<string, Buffer>, own: number | null): void {
  const asked = new Map<number, string[]>()
  for (const ref of texts.keys())
    for (const n of sealedCandidates(db, "text", Buffer.from(ref, "hex")))
      if (n !== own) asked.set(n, [...(asked.get(n) ?? []), ref])
  for (const [n, refs] of asked) {
    const pack = kept.pack(n)
    for (const ref of refs) if (pack?.texts.has(ref)) texts.delete(ref)
  }
}

/** A number as the sealed index can hold it. */
function container(n: number): number {
  if (n > 0xffffffff) throw new MettleError("E_CAP", "the store holds its most events")
  return n
}
