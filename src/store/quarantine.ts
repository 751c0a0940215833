// A damaged store: its files move unchanged to quarantine/<number>/ beside it, and a new store begins with everything
// that can still be proven: events that fit the chain, texts that fit their reference, the same key. Sequences close up. The
// new store is whole before the old one moves, so that an interruption costs nothing: calling it again finishes the move.
import {
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"
import type { NewEvent } from "../core/events/define.ts"
import { unplainTexts, unsealTexts } from "./containers/container-format.ts"
import { eventsOf } from "./containers/containers.ts"
import { type Envelope, opened } from "./containers/envelope.ts"
import { privateDirectory, syncDirectory } from "./files.ts"
import { SALVAGED_FILE } from "./interrupted-quarantine.ts"
import { storeKey, writeKey } from "./migrations.ts"
import { referenceBytes } from "./reference.ts"
import { type Database, openDatabase } from "./sqlite.ts"
import { LOG_FILE, openStore, type Store } from "./store.ts"
import { around, attempt, verifyStore } from "./verify.ts"

interface Quarantined {
  /** where the damaged files are now */
  readonly path: string
  readonly events: number
  readonly texts: number
}

const SIDES = ["", "-wal", "-shm"] as const

export async function quarantineStore(dir: string): Promise<Quarantined> {
  privateDirectory(dir, true)
  const path = roomFor(dir)
  const fresh = join(path, "salvaging")
  const whole = join(path, SALVAGED_FILE)
  let counts = { events: 0, texts: 0 }
  if (!existsSync(whole)) {
    rmSync(fresh, { recursive: true, force: true })
    counts = await salvageInto(fresh, dir)
    // One file without a journal, named only once it is complete.
    const store = openStore({ dir: fresh, groupMs: 0 })
    store.backup(whole)
    await store.close()
    rmSync(fresh, { recursive: true, force: true })
  }
  // The database first: SQLite drops a journal that it finds beside an empty file, and never plays it into another.
  for (const side of SIDES)
    if (existsSync(join(dir, LOG_FILE + side)) && !existsSync(join(path, LOG_FILE + side)))
      renameSync(join(dir, LOG_FILE + side), join(path, LOG_FILE + side))
  syncDirectory(path)
  // Somebody may have begun a store in between: then that one stays, and what was salvaged is kept here.
  if (!existsSync(join(dir, LOG_FILE))) renameSync(whole, join(dir, LOG_FILE))
  syncDirectory(dir)
  // A copy has no journal mode of its own: the first to open it for writing sets it.
  await openStore({ dir, groupMs: 0 }).close()
  return { path, ...counts }
}

/** The folder of an interrupted quarantine, or the next free one. */
function roomFor(dir: string): string {
  const all = join(dir, "quarantine")
  mkdirSync(all, { recursive: true, mode: 0o700 })
  const numbers = readdirSync(all)
    .map(Number)
    .filter(n => Number.isSafeInteger(n) && n > 0)
    .sort((a, b) => a - b)
  const last = numbers.at(-1)
  if (last !== undefined && lstatSync(join(all, String(last))).isDirectory()) {
    const path = join(all, String(last))
    const begun = !existsSync(join(path, LOG_FILE)) || existsSync(join(path, SALVAGED_FILE))
    if (begun && !(existsSync(join(path, LOG_FILE)) && existsSync(join(dir, LOG_FILE)))) return path
  }
  const path = join(all, String((last ?? 0) + 1))
  mkdirSync(path, { mode: 0o700 })
  return path
}

async function salvageInto(fresh: string, dir: string): Promise<{ events: number; texts: number }> {
  await openStore({ dir: fresh, groupMs: 0 }).close()
  const mended = `${fresh}-mended`
  try {
    for (const from of [dir, mended, mended]) {
      if (from === mended) mendHeader(mended, dir, fresh)
      const old = attempt(() => openDatabase({ path: join(from, LOG_FILE), readOnly: true }))
      try {
        if (old) return await salvage(old, fresh, new Set(verifyStore(from).changedEvents.map(event => event.seq)))
      } finally {
        old?.close()
      }
    }
    return { events: 0, texts: 0 }
  } finally {
    rmSync(mended, { recursive: true, force: true })
  }
}

/** SQLite's own header: how large a page is, how many there are, and nothing of ours. */
const HEADER = 100
/** A file whose header is hurt, or promises more pages than there are, opens for nobody: a copy gets the header of a new store and its own count. */
function mendHeader(mended: string, dir: string, fresh: string): void {
  const again = existsSync(mended)
  mkdirSync(mended, { recursive: true, mode: 0o700 })
  // The second time without the journal, which may be what is damaged.
  for (const side of SIDES.slice(0, again ? 1 : 2))
    if (existsSync(join(dir, LOG_FILE + side))) copyFileSync(join(dir, LOG_FILE + side), join(mended, LOG_FILE + side))
  if (again) rmSync(join(mended, `${LOG_FILE}-wal`), { force: true })
  rmSync(join(mended, `${LOG_FILE}-shm`), { force: true })
  const path = join(mended, LOG_FILE)
  if (!existsSync(path)) return
  const header = readFileSync(join(fresh, LOG_FILE)).subarray(0, HEADER)
  const page = header.readUInt16BE(16)
  const pages = Math.ceil(statSync(path).size / page)
  header.writeUInt32BE(pages, 28)
  // Free pages are told of in the header too; nothing is written here.
  header.writeBigUInt64BE(0n, 32)
  header.copy(header, 92, 24, 28)
  truncateSync(path, pages * page)
  const file = openSync(path, "r+")
  writeSync(file, header, 0, HEADER, 0)
  closeSync(file)
}

async function salvage(
  old: Database,
  dir: string,
  changed: ReadonlySet<number>,
): Promise<{ events: number; texts: number }> {
  const key = attempt(() => storeKey(old))
  if (key) takeOver(dir, key)
  const store = openStore({ dir, groupMs: 0 })
  let texts = 0
  try {
    for (const [, row] of key ? around(old, "packs", "n", []) : []) {
      const bodies = row && attempt(() => (row.sealed ? unsealTexts(row.body) : unplainTexts(row.body)))
      bodies?.forEach((body, i) => {
        const stored = row!.sealed ? null : (row!.refs as Uint8Array).subarray(i * 16, i * 16 + 16)
        if (stored && !referenceBytes(key!, body).equals(stored)) return
        store.blobs.put(body.toString("utf8"))
        texts++
      })
      store.flush()
    }
    for (const [first, row] of around(old, "segments", "first", [])) {
      const events: readonly Envelope[] = (row && attempt(() => eventsOf(row))) ?? []
      const good = events.flatMap((e, i) => (changed.has(first + i) ? [] : (attempt(() => [asNew(e)]) ?? [])))
      if (good.length > 0) await store.log.append(good)
    }
    store.blobs.erase(stillForgotten(store))
    return { events: store.log.head(), texts }
  } finally {
    await store.close()
  }
}
/** A forgetting that was said and not finished: its texts stand in the damaged file, and must not come over for good. */
function stillForgotten({ log }: Store): readonly string[] {
  const gone = new Map<string, number>()
  for (const { seq, data } of log.readTypes(["text.forgotten"]))
    for (const ref of (data as { readonly refs: readonly string[] }).refs) gone.set(ref, seq)
  if (gone.size === 0) return []
  const from = [...gone.values()].reduce((a, b) => Math.min(a, b))
  for (let at = from; ; ) {
    const batch = log.read(at, 2000)
    if (batch.length === 0) return [...gone.keys()]
    for (const { seq, type, data } of batch)
      if (type !== "text.forgotten")
        // Written again since.
        for (const ref of JSON.stringify(data).match(/b:[A-Za-z0-9_-]{22}/g) ?? [])
          if (seq > (gone.get(ref) ?? Number.POSITIVE_INFINITY)) gone.delete(ref)
    at = batch[batch.length - 1]!.seq
  }
}
const asNew = (e: Envelope): NewEvent => {
  const { seq: _, ...event } = opened(0, e)
  return event
}

/** The references in the events were made with the old key. */
function takeOver(dir: string, key: Uint8Array): void {
  const db = openDatabase({ path: join(dir, LOG_FILE) })
  db.transaction("IMMEDIATE", () => writeKey(db, key))
  db.close()
}
