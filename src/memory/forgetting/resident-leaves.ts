// A resident keeps files open, and what it has read in memory: before something is forgotten it is asked to leave, by the sign
// it watches for anyway, its socket taken away. The next hook starts another, which opens what is there then.

import { lstatSync, rmSync } from "node:fs"
import { socketPath } from "../../paths.ts"
import { processLock } from "../../store/process-lock.ts"

const MOST_MS = 5_000
const LOOK_MS = 50

/** Whether there is none any more. Waits for it, but not for ever: what it still holds then it lets go of soon. */
export async function askResidentToLeave(run: string): Promise<boolean> {
  const there = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
  // One that was asked before has no socket any more, and may still be at work.
  if (!there(socketPath(run)) && !there(`${run}/resident.lock`)) return true
  rmSync(socketPath(run), { force: true })
  for (let waited = 0; waited <= MOST_MS; waited += LOOK_MS) {
    const lock = processLock(run, "resident")
    if (lock) {
      lock.release()
      return true
    }
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
  return false
}
