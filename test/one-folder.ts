// Everything a run of the tests writes lies in one folder, gone when the run is over. Threads that are ended run no exit
// handlers: each run left its homes behind, until a disk was full.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "mt-"))
  process.env.TMPDIR = folder
  return () => {
    // a process that one of them started may still be writing its last
    for (let tries = 0; tries < 5; tries++)
      try {
        return rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 200 })
      } catch {}
  }
}
