// What hooks and the resident leave to others (memory/tending/settle.ts), done in a process of its own: a forgetting finished, the log
// folded anew, late evidence counted, proposals made. One at a time; killed, the next one goes on.
import { randomBytes } from "node:crypto"
import { setPriority } from "node:os"
import { compileLate } from "../memory/compile-late.ts"
import { settle } from "../memory/tending/settle.ts"
import { openMemoryAt } from "../open.ts"
import { type Env, privateDir, resolvePaths, runDir } from "../paths.ts"
import { processLock } from "../store/process-lock.ts"
import { tidyViews } from "../store/view-files.ts"
import { codeOf, mustWait } from "./hear.ts"
import { surroundings } from "./surroundings.ts"
import { count } from "./tally.ts"

/** Less urgent than whatever the person does. */
const NICE = 10

/** Returns whether it did something; at once when another one is there. */
export async function runOwedWork(env: Env): Promise<boolean> {
  const paths = resolvePaths(env)
  const lock = processLock(privateDir(runDir(paths, env)), "owed")
  if (!lock) return false
  const around = surroundings(null, paths, env)
  if (around.silent !== null) {
    lock.release()
    return false
  }
  try {
    setPriority(NICE)
  } catch {
    // Not where nobody may.
  }
  try {
    compileLate()
    const dir = privateDir(around.dataDir)
    const { memory, store } = openMemoryAt({ dir, config: around.config, now: Date.now, random: randomBytes })
    try {
      await settle(memory)
      memory.readings.tidy()
    } finally {
      await memory.close()
      await store.close()
    }
    tidyViews(dir)
    return true
  } catch (error) {
    if (!mustWait(error)) count(paths.state, Date.now(), "fault", `owed:${codeOf(error)}`)
    return false
  } finally {
    lock.release()
  }
}
