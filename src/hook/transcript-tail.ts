// The last bytes of a client's transcript. The path comes from a payload and is not trusted: it must lead, links
// resolved, into that client's own folder, to a regular file of ours; the read is bounded and cannot block.
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs"
import { isAbsolute, sep } from "node:path"

const TAIL_BYTES = 256 * 1024

export function transcriptTail(path: string, dirs: readonly string[], most: number = TAIL_BYTES): string | null {
  if (!isAbsolute(path) || path.includes("\0") || path.length > 4096) return null
  let descriptor: number | null = null
  try {
    const real = realpathSync(path)
    if (!dirs.some(dir => isInside(dir, real))) return null
    descriptor = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = fstatSync(descriptor)
    if (!stat.isFile() || (process.getuid && stat.uid !== process.getuid())) return null
    const bytes = Buffer.alloc(Math.min(stat.size, most))
    const read = readSync(descriptor, bytes, 0, bytes.length, stat.size - bytes.length)
    const text = bytes.toString("utf8", 0, read)
    // A torn first line is no record.
    return bytes.length < stat.size ? text.slice(text.indexOf("\n") + 1) : text
  } catch {
    return null
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

function isInside(dir: string, real: string): boolean {
  try {
    return isAbsolute(dir) && real.startsWith(`${realpathSync(dir)}${sep}`)
  } catch {
    return false
  }
}
