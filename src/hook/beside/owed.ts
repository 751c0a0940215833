// Owed work (memory/tending/settle.ts): what took too long where somebody waits. A forgetting finished, the log folded anew, late
// evidence counted, proposals made. One at a time; killed, the next one goes on.
import { randomBytes } from "node:crypto"
import { setPriority } from "node:os"
import { compileLate } from "../../memory/compile-late.ts"
import { owedWork, settle } from "../../memory/tending/settle.ts"
import { openMemoryAt } from "../../open.ts"
import { type Env, privateDir, resolvePaths, runDir } from "../../paths.ts"
import { processLock } from "../../store/process-lock.ts"
import { tidyViews } from "../../store/view-files.ts"
import { codeOf, mustWait } from "../hear.ts"
import { surroundings } from "../surroundings.ts"
import { count } from "../tally.ts"
import type { Work } from "./errand.ts"

export const owed: Work = {
  isDue: ({ memory, env }) => memory !== null && env.METTLE_RESIDENT !== "off" && owedWork(memory) !== null,
  runs: { flags: ["--max-old-space-size=768"], env: {}, run: doOwedWork },
}

/** Less urgent than whatever the person does. */
const NICE = 10

async function doOwedWork(env: Env): Promise<void> {
  const paths = resolvePaths(env)
  const lock = processLock(privateDir(runDir(paths, env)), "owed")
  if (!lock) return
  try {
    const around = surroundings(null, paths, env)
    if (around.silent !== null) return
    try {
      setPriority(NICE)
    } catch {
      // Not where nobody may.
    }
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
  } catch (error) {
    if (!mustWait(error)) count(paths.state, Date.now(), "fault", `owed:${codeOf(error)}`)
  } finally {
    lock.release()
  }
}
