// Processes beside each other. At most one: a lock that the kernel gives back when its holder dies, however it dies; an open write
// transaction on a database of its own, whose file says nothing. And one that outlives its starter, not tried too often.
import { spawn } from "node:child_process"
import { closeSync, openSync, statSync, utimesSync } from "node:fs"
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

/** Detached, every pipe closed, not waited for. */
export function startDetached(words: readonly string[], env: Readonly<Record<string, string | undefined>>): void {
  const child = spawn(process.execPath, words, { cwd: "/", detached: true, stdio: "ignore", env })
  child.on("error", () => {})
  child.unref()
}

/** Was it started long enough ago? */
export const isDue = (stamp: string, now: number, pauseMs: number): boolean =>
  Math.abs(now - (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0)) >= pauseMs

export function stampNow(stamp: string, now: number): void {
  closeSync(openSync(stamp, "a", 0o600))
  utimesSync(stamp, now / 1000, now / 1000)
}
