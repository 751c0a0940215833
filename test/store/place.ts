// Temporary directories of store tests; in memory where the system has such a place, since every commit is synced.
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export function place(base: string = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()): {
  readonly dir: string
  readonly remove: () => void
} {
  const dir = mkdtempSync(join(base, "mettle-test-"))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}
