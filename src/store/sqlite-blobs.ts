// Blobs in the log's own file and transaction: a text is durable no later than the event that cites it.
// Erasing proves itself: after the delete the file is searched for the bytes, and rewritten when any are left.
import { closeSync, openSync, readSync, statSync } from "node:fs"
import { MettleError } from "../core/errors.ts"
import { type Containers, digestOf } from "./containers.ts"
import { hex } from "./envelope.ts"
import type { Blobs } from "./ports.ts"
import { reference, referenceBytes, referenced, referenceText } from "./reference.ts"
import { sealTexts } from "./sealed.ts"
import { candidates } from "./sealed-index.ts"
import type { Database } from "./sqlite.ts"

export interface SqliteBlobs extends Blobs {
  /** Writes what is pending; the caller has a transaction open and calls `written` once it is committed. */
  writePending(db: Database): () => void
  hasPending(): boolean
}

export function sqliteBlobs(use: () => Database, key: () => Uint8Array, sealed: Containers): SqliteBlobs {
  const pending = new Map<string, { readonly ref: Buffer; readonly bytes: Buffer }>()

  return {
    put(text) {
      const { bytes, ref: raw } = referenceText(key(), text)
      const ref = reference(raw)
      if (!pending.has(ref)) pending.set(ref, { ref: raw, bytes })
      return ref
    },
    get(ref) {
      const waiting = pending.get(ref)
      if (waiting) return waiting.bytes.toString("utf8")
      const raw = referenced(ref)
      if (!raw) return null
      const db = use()
      return db.transaction("DEFERRED", () => {
        const row = db.sql("SELECT body FROM blobs WHERE ref = ?").get(raw)
        if (!row) return sealed.findText(raw)?.toString("utf8") ?? null
        const body = Buffer.from(row.body as Uint8Array)
        if (!referenceBytes(key(), body).equals(raw))
          throw new MettleError("E_INTEGRITY", `the text ${ref} changed on disk`, {
            still: "everything else can be read",
            hint: "mettle doctor names every damaged event and text",
          })
        return body.toString("utf8")
      })
    },
    hash: text => reference(referenceText(key(), text).ref),
    erase(refs) {
      const db = use()
      const left: Buffer[] = []
      let erased = 0
      const unique = [...new Set(refs)]
      const neverStored = unique.filter(ref => pending.delete(ref)).length
      db.transaction("IMMEDIATE", () => {
        const packed = new Map<number, Set<string>>()
        for (const ref of unique) {
          const raw = referenced(ref)
          if (!raw) continue
          const row = db.sql("SELECT n, body FROM blobs WHERE ref = ?").get(raw)
          if (row) {
            left.push(...pieces(row.body as Uint8Array))
            db.sql("DELETE FROM blobs WHERE n = ?").run(row.n as number)
            erased++
          }
          for (const n of candidates(db, "text", raw)) {
            if (!sealed.pack(n)?.texts.has(hex(raw))) continue
            const gone = packed.get(n) ?? new Set()
            packed.set(n, gone.add(hex(raw)))
            if (!row) erased++
          }
        }
        for (const [n, gone] of packed) left.push(...repack(db, sealed, n, gone))
      })
      clear(db, left)
      return erased + neverStored
    },
    writePending(db) {
      const written = [...pending.keys()]
      const checkSealed = db.sql("SELECT 1 AS yes FROM packs LIMIT 1").get() !== undefined
      const insert = db.sql("INSERT INTO blobs (ref, body) VALUES (?, ?) ON CONFLICT (ref) DO NOTHING")
      for (const { ref, bytes } of pending.values()) {
        if (checkSealed && sealed.findText(ref)) continue
        insert.run(ref, bytes)
      }
      return () => {
        for (const ref of written) pending.delete(ref)
      }
    },
    hasPending: () => pending.size > 0,
  }
}

/** Writes a pack again without some of its texts; index entries stay, they confirm nothing by themselves. */
function repack(db: Database, sealed: Containers, n: number, gone: ReadonlySet<string>): Buffer[] {
  const old = db.sql("SELECT body FROM packs WHERE n = ?").get(n)!.body as Uint8Array
  const kept = [...sealed.pack(n)!.texts].filter(([ref]) => !gone.has(ref)).map(([, text]) => text)
  if (kept.length === 0) db.sql("DELETE FROM packs WHERE n = ?").run(n)
  else {
    const bytes = kept.reduce((sum, text) => sum + text.byteLength, 0)
    db.sql("UPDATE packs SET stamp = stamp + 1, bytes = ?, digest = ?, body = ? WHERE n = ?").run(
      bytes,
      digestOf(kept),
      sealTexts(kept),
      n,
    )
  }
  return pieces(old)
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
  if (left.length === 0 || (left.length <= MOST_PIECES && !contains(db.path, left))) return
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

function contains(path: string, wanted: readonly Buffer[]): boolean {
  const handle = openSync(path, "r")
  try {
    const chunk = Buffer.alloc(4 * 1024 * 1024)
    for (let at = 0; ; at += chunk.byteLength - PIECE) {
      const read = readSync(handle, chunk, 0, chunk.byteLength, at)
      const seen = chunk.subarray(0, read)
      if (wanted.some(bytes => seen.includes(bytes))) return true
      if (read < chunk.byteLength) return false
    }
  } finally {
    closeSync(handle)
  }
}
