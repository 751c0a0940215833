// Reading files that others wrote: regular files of ours only, links never followed, every read bounded, nothing blocks.
// What stands in them is for the caller to doubt.
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from "node:fs"

const LONGEST_LINE = 8 << 20
const LARGEST_FILE = 512 << 20
const HEAD_BYTES = 256 << 10
const HEAD_LINES = 40
const CHUNK = 256 << 10

export function listFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
const isOwn = (uid: number): boolean => !process.getuid || uid === process.getuid()
/** A regular file of ours under its real name; anything else is not looked at. */
export function plainFile(path: string): { readonly size: number; readonly mtimeMs: number } | null {
  try {
    const stat = lstatSync(path)
    return stat.isFile() && isOwn(stat.uid) ? stat : null
  } catch {
    return null
  }
}

/** Opened without blocking: a pipe cannot hang us. `anyones`: whoever it belongs to, also through a link. */
function openPlain(path: string, anyones = false): number | null {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (anyones ? 0 : constants.O_NOFOLLOW))
    const stat = fstatSync(descriptor)
    if (stat.isFile() && (anyones || isOwn(stat.uid))) return descriptor
    closeSync(descriptor)
  } catch {
    // Gone or not ours to read: no lines.
  }
  return null
}

/** What is read from its descriptor; null when nothing can be. `anyones`: see above. */
function reading<T>(path: string, read: (descriptor: number, size: number) => T, anyones = false): T | null {
  const descriptor = openPlain(path, anyones)
  if (descriptor === null) return null
  try {
    return read(descriptor, fstatSync(descriptor).size)
  } catch {
    return null
  } finally {
    closeSync(descriptor)
  }
}
function textAt(descriptor: number, from: number, most: number): string {
  const bytes = Buffer.alloc(most)
  return bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, most, from))
}

export const headOf = (path: string): readonly string[] =>
  reading(path, descriptor => textAt(descriptor, 0, HEAD_BYTES))
    ?.split("\n")
    .slice(0, HEAD_LINES) ?? []

/** Its last bytes, without a torn first line: that is no record. */
export const tailOf = (path: string, most: number): string | null =>
  reading(path, (descriptor, size) => {
    const tail = textAt(descriptor, Math.max(0, size - most), Math.min(size, most))
    return size > most ? tail.slice(tail.indexOf("\n") + 1) : tail
  })

/** Line by line; a line longer than any record is skipped, a torn last line is handed on and the adapter drops it. */
export function* linesOf(path: string): Generator<string> {
  const descriptor = openPlain(path)
  if (descriptor === null) return
  try {
    const chunk = Buffer.alloc(CHUNK)
    let rest: Buffer[] = []
    let length = 0
    let skipping = false
    let total = 0
    for (;;) {
      const read = readSync(descriptor, chunk, 0, CHUNK, null)
      total += read
      if (read === 0 || total > LARGEST_FILE) break
      let start = 0
      for (;;) {
        const end = chunk.subarray(0, read).indexOf(10, start)
        if (end < 0) break
        if (!skipping) yield text([...rest, chunk.subarray(start, end)])
        rest = []
        length = 0
        skipping = false
        start = end + 1
      }
      length += read - start
      if (length > LONGEST_LINE) {
        skipping = true
        rest = []
      } else if (!skipping && start < read) rest.push(Buffer.from(chunk.subarray(start, read)))
    }
    if (length > 0 && !skipping) yield text(rest)
  } finally {
    closeSync(descriptor)
  }
}
const text = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString("utf8")

/** A small file as a whole; null when it is too large or not to be read. */
export const smallFile = (path: string, most: number): string | null => reading(path, whole(most))
/** The same of a file in a git folder, which may be a link or another user's. */
export const readSmall = (path: string, most: number): string | null => reading(path, whole(most), true)

const whole = (most: number) => (descriptor: number, size: number) => (size > most ? null : textAt(descriptor, 0, size))
