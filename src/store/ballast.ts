// The ballast: a file of 8 MB beside the log, made while there is plenty of room and given up when the disk is full, so that
// forgetting, compacting and switching off still work there (SQLite needs room even to delete). Appends never use it.
import { randomBytes } from "node:crypto"
import { closeSync, constants, openSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export const BALLAST_FILE = "ballast"
const BALLAST_BYTES = 8 * 1024 * 1024
/** Made only where it is a small part of what is free. */
const ROOM = 10 * BALLAST_BYTES

const hasBallast = (dir: string): boolean =>
  (statSync(join(dir, BALLAST_FILE), { throwIfNoEntry: false })?.size ?? 0) >= BALLAST_BYTES

/** Makes it when it is missing and there is room. Never throws: it is a precaution. */
export function keepBallast(dir: string): boolean {
  if (hasBallast(dir)) return true
  const path = join(dir, BALLAST_FILE)
  try {
    const { bavail, bsize } = statfsSync(dir)
    if (bavail * bsize < ROOM) return false
    rmSync(path, { force: true })
    const handle = openSync(
      path,
      constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW,
      0o600,
    )
    try {
      // Random, since some file systems keep no room for zeros.
      writeFileSync(handle, randomBytes(BALLAST_BYTES))
    } finally {
      closeSync(handle)
    }
    return true
  } catch {
    rmSync(path, { force: true })
    return false
  }
}

/** Whether there was any to give up. */
export function releaseBallast(dir: string): boolean {
  if (!statSync(join(dir, BALLAST_FILE), { throwIfNoEntry: false })) return false
  rmSync(join(dir, BALLAST_FILE), { force: true })
  return true
}
