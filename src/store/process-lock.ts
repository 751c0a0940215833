// At most one process: a lock that the kernel gives back when its holder dies, however it dies; an open write transaction on a database
// of its own, whose file says nothing.
import { privateDirectory } from "./files.ts"
import { type Database, openDatabase } from "./sqlite.ts"
import { isBusy } from "./sqlite-error.ts"

export interface ProcessLock {
  release(): void
}

/** null when another process holds it. */
export function processLock(dir: string, name: string): ProcessLock | null {
  privateDirectory(dir, true)
  let db: Database | null = null
  try {
    // Opening it may meet the holder as it comes or goes: that is a lock too.
    db = openDatabase({ path: `${dir}/${name}.lock`, busyMs: 0, synchronous: "OFF" })
    db.exec("BEGIN EXCLUSIVE")
  } catch (error) {
    db?.close()
    if (isBusy(error)) return null
    throw error
  }
  const mine = db
  return { release: () => mine.close() }
}
