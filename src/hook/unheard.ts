// What a hook does about a resident that did not take its payload. A socket is removed only when nobody holds the
// resident's lock: its owner is dead, however it died. One that lives is busy or stopped: its door stays, and a mark
// beside it sends the next hooks past it until it takes the mark away itself.
import { closeSync, openSync, rmSync } from "node:fs"
import { processLock } from "../store/process-lock.ts"
import { deafMark, socketPath } from "./protocol.ts"

export function unheard(dir: string): void {
  try {
    // Held while the name is removed, so that no new resident can have just put its own there.
    const lock = processLock(dir, "resident")
    if (lock) for (const path of [socketPath(dir), deafMark(dir)]) rmSync(path, { force: true })
    else closeSync(openSync(deafMark(dir), "a", 0o600))
    lock?.release()
  } catch {
    // The next hooks wait for it as this one did.
  }
}
