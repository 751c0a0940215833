// What a SQLite error says, by its result code: busy, damaged, full, not to be written. Every error of the driver that leaves the
// store goes through here and comes out in the house's form.
import { dirname } from "node:path"
import { isClosed, MettleError, unwritable } from "../core/errors.ts"
import { onlyReadable } from "./files.ts"

const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26

/** In SQLite's own words: where @photostructure/sqlite reads several rows, its errors carry no number. */
const IN_WORDS = new Map([
  ["database is locked", BUSY],
  ["database table is locked", LOCKED],
  ["attempt to write a readonly database", READONLY],
  ["disk I/O error", IOERR],
  ["database disk image is malformed", CORRUPT],
  ["database or disk is full", FULL],
  ["unable to open database file", CANTOPEN],
  ["file is not a database", NOTADB],
])

/** Primary result code of a driver error, or null when it is not one. */
export function resultCode(error: unknown): number | null {
  if (error instanceof MettleError) return resultCode(error.cause)
  const { errcode, code, message } = (error ?? {}) as { errcode?: unknown; code?: unknown; message?: string }
  if (typeof errcode === "number") return errcode & 0xff
  return code === "ERR_SQLITE_ERROR" ? (IN_WORDS.get(message ?? "") ?? null) : null
}
export const isBusy = (error: unknown): boolean => [BUSY, LOCKED].includes(resultCode(error) ?? 0)
export const isCorrupt = (error: unknown): boolean => [CORRUPT, NOTADB].includes(resultCode(error) ?? 0)

/** No room, or no way to write there. */
export const isUnwritable = (error: unknown): boolean =>
  [FULL, IOERR, CANTOPEN, READONLY].includes(resultCode(error) ?? 0) ||
  (error as NodeJS.ErrnoException | null)?.code === "ENOSPC" ||
  isClosed(error)
export const isFull = (error: unknown): boolean => resultCode(error) === FULL

/** A driver error in the house's form; anything else is passed through. */
export function storeError(error: unknown, doing: string, path: string): unknown {
  if (error instanceof MettleError) return error
  const code = resultCode(error)
  const why = error instanceof Error ? error.message : String(error)
  if (code === null) {
    const errno = (error as NodeJS.ErrnoException | null)?.code
    if (errno !== "ENOSPC" && errno !== "EROFS" && errno !== "EACCES" && errno !== "EDQUOT" && errno !== "EIO")
      return error
  }
  if (isBusy(error))
    return new MettleError("E_LOCKED", `${doing}: another process is writing to ${path}`, {
      still: "reading works; this was not stored",
      hint: "try again; if it stays locked, mettle doctor names the process",
      cause: error,
    })
  if (isCorrupt(error))
    return new MettleError("E_INTEGRITY", `${doing}: ${path} is damaged (${why})`, {
      still: "the file was not changed; mettle doctor rebuild --check names what is still readable",
      hint: "mettle doctor --repair moves it to quarantine/ beside it and keeps every readable event",
      cause: error,
    })
  if (code === null || code === FULL || code === IOERR || code === CANTOPEN || code === READONLY)
    return unwritable({
      doing,
      path,
      why,
      closed: code === READONLY || isClosed(error) || onlyReadable(dirname(path)),
      cause: error,
    })
  return new MettleError("E_BUG", `${doing}: ${why}`, { cause: error })
}
