// Private files: one 0700 directory owned by this user, files 0600, no symlinks.
// SQLite gives -wal and -shm the mode of the database file, so no umask is needed (worker threads may not set it).
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
} from "node:fs"
import { dirname, join } from "node:path"
import { MettleError } from "../core/errors.ts"

const OTHERS = 0o077

function look(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null
}

function own(path: string, stats: Stats, kind: "file" | "directory"): void {
  const refuse = (why: string) =>
    new MettleError("E_DISK", `${path} ${why}; mettle does not follow or share its data ${kind}`, {
      still: "nothing was read or written",
      hint: "remove it, or set METTLE_HOME to a directory of your own",
    })
  if (stats.isSymbolicLink()) throw refuse("is a symbolic link")
  if (kind === "directory" ? !stats.isDirectory() : !stats.isFile()) throw refuse(`is not a ${kind}`)
  const uid = process.geteuid?.()
  if (uid !== undefined && stats.uid !== uid) throw refuse(`belongs to user ${stats.uid}, not to you (${uid})`)
}

/** Makes the directory when `create`, tightens it to 0700, and refuses links and foreign owners. */
export function privateDirectory(dir: string, create: boolean): void {
  if (create) {
    const first = mkdirSync(dir, { recursive: true, mode: 0o700 })
    // A folder that was just made is durable only once the one above it is, all the way up.
    for (let at = dir; first !== undefined && at.length >= first.length; at = dirname(at)) syncDirectory(dirname(at))
  }
  const stats = look(dir)
  if (!stats)
    throw new MettleError("E_INIT", `there is no store at ${dir}`, { hint: "run mettle init, or set METTLE_HOME" })
  own(dir, stats, "directory")
  if (create && (stats.mode & OTHERS) !== 0) chmodSync(dir, 0o700)
}

/** Checks a database file and its side files; creates the file empty with 0600 when `create`. Returns whether it is new. */
export function privateDatabase(path: string, create: boolean): boolean {
  for (const side of [path, `${path}-wal`, `${path}-shm`]) {
    const stats = look(side)
    if (!stats) continue
    own(side, stats, "file")
    if (create && (stats.mode & OTHERS) !== 0) chmodSync(side, 0o600)
  }
  if (look(path)) return false
  if (!create) throw new MettleError("E_INIT", `there is no store at ${path}`, { hint: "run mettle init" })
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | constants.O_NOFOLLOW, 0o600))
  } catch (error) {
    // Two processes starting at once: the other one made it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    return false
  }
  syncDirectory(join(path, ".."))
  return true
}

/** A folder in which nothing can be written: read-only disk, or somebody else's modes. */
export function onlyReadable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT"
  }
}

/** A new or renamed file is durable only once its directory is. */
export function syncDirectory(dir: string): void {
  const handle = openSync(dir, constants.O_RDONLY)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
