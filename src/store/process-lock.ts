// At most one: a lock that the kernel gives back when its holder dies, however it dies. An open write transaction on a
// database of its own; the file says nothing, only its lock counts.
import { privateDirectory } from "./files.ts"
import { type Database, openDatabase, resultCode } from "./sqlite.ts"

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
    const code = resultCode(error)
    if (code === 5 || code === 6) return null
    throw error
  }
  const mine = db
  return { release: () => mine.close() }
}
