// A damaged store: its files move unchanged to quarantine/<number>/ beside it, and a new store begins with everything
// that can still be proven: events that fit the chain, texts that fit their reference, the same key. Sequences close up.
import { existsSync, mkdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import type { NewEvent } from "../core/events/define.ts"
import { unplainTexts, unsealTexts } from "./container-format.ts"
import { eventsOf } from "./containers.ts"
import { type Envelope, opened } from "./envelope.ts"
import { privateDirectory, syncDirectory } from "./files.ts"
import { storeKey, writeKey } from "./migrations.ts"
import { referenceBytes } from "./reference.ts"
import { type Database, openDatabase } from "./sqlite.ts"
import { LOG_FILE, openStore } from "./store.ts"
import { around, attempt, verifyStore } from "./verify.ts"

export interface Quarantined {
  /** where the damaged files are now */
  readonly path: string
  readonly events: number
  readonly texts: number
}

export async function quarantineStore(dir: string): Promise<Quarantined> {
  privateDirectory(dir, true)
  const changed = new Set(verifyStore(dir).changedEvents.map(event => event.seq))
  const path = moveAway(dir)
  const old = attempt(() => openDatabase({ path: join(path, LOG_FILE), readOnly: true }))
  try {
    return { path, ...(old ? await salvage(old, dir, changed) : { events: 0, texts: 0 }) }
  } finally {
    old?.close()
  }
}

function moveAway(dir: string): string {
  let n = 1
  while (existsSync(join(dir, "quarantine", String(n)))) n++
  const path = join(dir, "quarantine", String(n))
  mkdirSync(path, { recursive: true, mode: 0o700 })
  for (const side of ["", "-wal", "-shm"])
    if (existsSync(join(dir, LOG_FILE + side))) renameSync(join(dir, LOG_FILE + side), join(path, LOG_FILE + side))
  syncDirectory(dir)
  return path
}

async function salvage(
  old: Database,
  dir: string,
  changed: ReadonlySet<number>,
): Promise<{ events: number; texts: number }> {
  const key = attempt(() => storeKey(old))
  await openStore({ dir, groupMs: 0 }).close()
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
    return { events: store.log.head(), texts }
  } finally {
    await store.close()
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
