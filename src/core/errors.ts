// The one error class. A closed list of codes, what was being done, why, what still works and what to do next.
export const CODES = {
  E_LOCKED: 5, // another process holds the store
  E_NEWER: 6, // written by a newer mettle
  E_INTEGRITY: 6, // bytes changed on disk
  E_DISK: 1, // full or unwritable
  E_SQLITE: 1, // driver missing or too old
  E_EVENT: 1, // an event that does not fit its schema
  E_CONFIG: 2,
  E_USAGE: 2,
  E_INIT: 3,
  E_NOT_FOUND: 4,
  E_CAP: 7,
  E_OFFLINE: 8, // a shared log that does not answer
  E_INTERRUPTED: 130,
  E_BUG: 1,
} as const
export type Code = keyof typeof CODES

export interface ErrorParts {
  /** what still works */
  readonly still?: string
  /** what to do next */
  readonly hint?: string
  readonly cause?: unknown
}

export class MettleError extends Error {
  readonly code: Code
  readonly still: string | undefined
  readonly hint: string | undefined
  constructor(code: Code, message: string, parts: ErrorParts = {}) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.name = "MettleError"
    this.code = code
    this.still = parts.still
    this.hint = parts.hint
  }
  get exitCode(): number {
    return CODES[this.code]
  }
}
export const isCode = (error: unknown, code: Code): error is MettleError =>
  error instanceof MettleError && error.code === code

// A disk that refuses, by what helps: room, leave to write, a path where something else stands, another disk. Files and SQLite
// speak of the same thing in two tongues; both end here.
const FULL_CODES = ["ENOSPC", "EDQUOT", "EFBIG"]
const CLOSED_CODES = ["EROFS", "EACCES", "EPERM"]
const IN_THE_WAY_CODES = ["ENOTDIR", "EEXIST", "ELOOP"]
const FAILING_CODES = ["EIO", "ENXIO", "ENODEV"]

/** `closed`: nobody may write there, free space changes nothing. */
export const unwritable = ({
  doing,
  path,
  why,
  closed,
  cause,
}: Record<"doing" | "path" | "why", string> & {
  readonly closed: boolean
  readonly cause: unknown
}): MettleError =>
  new MettleError("E_DISK", `${doing}: ${path} cannot be written (${why})`, {
    still: "reading works; nothing acknowledged is lost, and this was not stored",
    hint: closed
      ? "make it writable for you, or choose another place with METTLE_HOME"
      : "free some space on that disk, then try again",
    cause,
  })

/** Nobody may write there. */
export const isClosed = (error: unknown): boolean => CLOSED_CODES.includes(errnoOf(error) ?? "")

/** What the file system refused, in the house's form; null when it is something else. */
export function fileRefused(error: unknown): MettleError | null {
  const why = errnoOf(error)
  if (why === null) return null
  const { path: from, dest, syscall: doing = "write" } = error as NodeJS.ErrnoException & { readonly dest?: string }
  // Of a copy, what has no room is the place that it goes to; a write into an open file names none.
  const path = dest ?? from
  if (FULL_CODES.includes(why)) return unwritable({ doing, path: path ?? "the disk", why, closed: false, cause: error })
  if (path === undefined) return null
  if (CLOSED_CODES.includes(why)) return unwritable({ doing, path, why, closed: true, cause: error })
  const still = "your agent goes on working; nothing was read or written there"
  if (IN_THE_WAY_CODES.includes(why))
    return new MettleError("E_DISK", `${doing}: ${path} cannot be used: something else stands in the way (${why})`, {
      still,
      hint: "move away what stands there, or choose another place with METTLE_HOME",
      cause: error,
    })
  return FAILING_CODES.includes(why)
    ? new MettleError("E_DISK", `${doing}: the disk of ${path} does not answer (${why})`, {
        still,
        hint: "look at that disk, or choose another place with METTLE_HOME",
        cause: error,
      })
    : null
}

const errnoOf = (error: unknown): string | null => {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return typeof code === "string" ? code : null
}
