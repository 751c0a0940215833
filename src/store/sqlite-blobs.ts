// Blobs in the log's own file and transaction: a text is durable no later than the event that cites it.
// Erasing proves itself: after the delete the file is searched for the bytes, and rewritten when any are left.
import { statSync } from "node:fs"
import { MettleError } from "../core/errors.ts"
import { PACK_BYTES } from "./containers/container-format.ts"
import { candidates, placeOf, plainAt, plainKeys } from "./containers/container-index.ts"
import { type Containers, placeAmong, type Text, writePack } from "./containers/containers.ts"
import { hex } from "./containers/envelope.ts"
import type { Keys } from "./containers/plain-keys.ts"
import { fileHolds } from "./file-bytes.ts"
import type { Blobs } from "./ports.ts"
import { reference, referenceBytes, referenced, referenceOf } from "./reference.ts"
import type { Database } from "./sqlite.ts"

export interface SqliteBlobs extends Blobs {
  /** Writes what is pending, but not `unwanted`, and adds their keys; the caller has a transaction open and calls what it gets once it is committed. */
  writePending(db: Database, unwanted: ReadonlySet<string>, keys: Keys[]): () => void
  hasPending(): boolean
  dropPending(): void
}

export function sqliteBlobs(use: () => Database, key: () => Uint8Array, kept: Containers): SqliteBlobs {
  const pending = new Map<string, Text>()

  return {
    put(text) {
      const bytes = Buffer.from(text)
      const raw = referenceBytes(key(), bytes)
      const ref = reference(raw)
      if (!pending.has(ref)) pending.set(ref, { ref: raw, bytes })
      return ref
    },
    get(ref) {
      const waiting = pending.get(ref)
      if (waiting) return waiting.bytes.toString("utf8")
      const raw = referenced(ref)
      if (!raw) return null
      return use().transaction("DEFERRED", () => kept.findText(raw)?.toString("utf8") ?? null)
    },
    hash: text => referenceOf(key(), text),
    erase(refs) {
      const db = use()
      const left: Buffer[] = []
      let erased = 0
      const unique = [...new Set(refs)]
      const neverStored = unique.filter(ref => pending.delete(ref)).length
      db.transaction("IMMEDIATE", () => {
        const gone = new Map<number, Set<string>>()
        for (const ref of unique) {
          const raw = referenced(ref)
          if (!raw) continue
          const holders = [...candidates(db, "text", raw)].filter(n => kept.pack(n)?.text(raw) !== undefined)
          for (const n of holders) gone.set(n, (gone.get(n) ?? new Set()).add(hex(raw)))
          if (holders.length > 0) erased++
        }
        for (const [n, names] of gone) left.push(...without(db, kept, n, names))
      })
      clear(db, left)
      return erased + neverStored
    },
    writePending(db, unwanted, keys) {
      const written = [...pending.keys()]
      for (const ref of unwanted) pending.delete(ref)
      let n = Number(db.sql("SELECT max(n) AS n FROM packs").get()!.n ?? 0) + 1
      for (const texts of packfuls(pending.values())) {
        // Only plain packs are asked: unpacking a sealed one costs milliseconds, and compaction drops what is there twice.
        const isNew = ({ ref }: Text): boolean => {
          for (const at of plainAt(db, "text", placeOf(ref))) if (lists(db, at, ref)) return false
          return true
        }
        const fresh = texts.filter(isNew)
        if (fresh.length === 0) continue
        const places = fresh.map(text => placeOf(text.ref))
        keys.push(plainKeys("text", places, n))
        writePack(db, n++, false, fresh)
      }
      return () => {
        for (const ref of written) pending.delete(ref)
      }
    },
    hasPending: () => pending.size > 0,
    dropPending: () => pending.clear(),
  }
}

/** Texts in order, about as many together as a pack holds. */
function* packfuls(all: Iterable<Text>): Iterable<Text[]> {
  let texts: Text[] = []
  let bytes = 0
  for (const text of all) {
    texts.push(text)
    bytes += text.bytes.byteLength
    if (bytes < PACK_BYTES) continue
    yield texts
    texts = []
    bytes = 0
  }
  if (texts.length > 0) yield texts
}

/** Whether a plain pack names a reference, without unpacking it. */
function lists(db: Database, n: number, ref: Buffer): boolean {
  const refs = db.sql("SELECT refs FROM packs WHERE n = ?").get(n)?.refs as Uint8Array | null | undefined
  if (!refs) return false
  return placeAmong(Buffer.from(refs.buffer, refs.byteOffset, refs.byteLength), ref) >= 0
}

/** Writes a pack again without some of its texts; returns what must not be found in the file afterwards. */
function without(db: Database, kept: Containers, n: number, gone: ReadonlySet<string>): Buffer[] {
  const { texts, sealed } = kept.pack(n)!
  const left = sealed
    ? pieces(db.sql("SELECT body FROM packs WHERE n = ?").get(n)!.body as Uint8Array)
    : [...gone].flatMap(ref => pieces(texts.get(ref)!))
  const stay = [...texts].filter(([ref]) => !gone.has(ref))
  if (stay.length === 0) db.sql("DELETE FROM packs WHERE n = ?").run(n)
  else
    writePack(
      db,
      n,
      sealed,
      stay.map(([ref, bytes]) => ({ ref: Buffer.from(ref, "hex"), bytes })),
    )
  return left
}

// What to look for afterwards: a piece from the start, the middle and the end of the stored bytes.
const PIECE = 48
const SHORTEST = 8
function pieces(body: Uint8Array): Buffer[] {
  const last = Math.max(0, body.byteLength - PIECE)
  const at = new Set([0, last >> 1, last])
  return [...at].map(from => Buffer.from(body.subarray(from, from + PIECE))).filter(p => p.byteLength >= SHORTEST)
}
/** Searching for more pieces than this costs more than rewriting. */
const MOST_PIECES = 48
/** Above this the rewrite goes through a temporary file instead of memory. */
const IN_MEMORY = 64 * 1024 * 1024

/** Truncates the WAL and, when any piece is left in the file, rewrites the file. */
function clear(db: Database, left: readonly Buffer[]): void {
  truncateWal(db)
  if (left.length === 0 || (left.length <= MOST_PIECES && !fileHolds(db.path, left))) return
  const big = statSync(db.path).size > IN_MEMORY
  if (big) db.exec("PRAGMA temp_store=FILE")
  db.exec("VACUUM")
  if (big) db.exec("PRAGMA temp_store=MEMORY")
  truncateWal(db)
}

export function truncateWal(db: Database): void {
  const row = db.sql("PRAGMA wal_checkpoint(TRUNCATE)").get()
  if (row && Number(row.busy) !== 0)
    throw new MettleError(
      "E_LOCKED",
      `another process is reading ${db.path}, so the erased bytes still stand in its journal`,
      {
        still: "the texts can no longer be read through mettle",
        hint: "run the same command again when the other session has ended",
      },
    )
}
