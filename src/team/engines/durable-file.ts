// Files of an engine on this machine: written whole and synced, read by the piece.
import { closeSync, fsyncSync, openSync, readSync, renameSync, writeFileSync } from "node:fs"

/** Opens a file for as long as `act` takes. */
export function opened<T>(file: string, flags: string, act: (fd: number) => T, mode = 0o644): T {
  const fd = openSync(file, flags, mode)
  try {
    return act(fd)
  } finally {
    closeSync(fd)
  }
}

/** Writes into an open file, to the disk. */
export function putDown(fd: number, text: string): void {
  writeFileSync(fd, text)
  fsyncSync(fd)
}

export function replaceFile(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.tmp`
  opened(fresh, "w", fd => putDown(fd, text))
  renameSync(fresh, file)
}

export const syncFolder = (folder: string): void => opened(folder, "r", fsyncSync)

/** So many bytes from there on; fewer where the file ends. */
export const pieceOf = (file: string, start: number, length: number): string =>
  opened(file, "r", fd => {
    const bytes = Buffer.alloc(length)
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, length, start))
  })
