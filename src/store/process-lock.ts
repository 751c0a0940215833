// At most one: a lock that the kernel gives back when its holder dies, however it dies. An open write transaction on a
// database of its own (security.md T-7); the file says nothing, only its lock counts.
import { privateDirectory } from "./files.ts"
import { openDatabase, resultCode } from "./sqlite.ts"

export interface ProcessLock {
  release(): void
}

/** null when another process holds it. */
export function processLock(dir: string, name: string): ProcessLock | null {
  privateDirectory(dir, true)
  const db = openDatabase({ path: `${dir}/${name}.lock`, busyMs: 0, synchronous: "OFF" })
  try {
    db.exec("BEGIN EXCLUSIVE")
  } catch (error) {
    db.close()
    const code = resultCode(error)
    if (code === 5 || code === 6) return null
    throw error
  }
  return { release: () => db.close() }
}
