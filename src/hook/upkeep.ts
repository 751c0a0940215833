// What must not wait for a person: text past its time is forgotten, what has gathered is compacted, cards get the vectors of an
// embedder that somebody chose. Once a day at most, when work begins and something is due, `mettle settle` is started as a
// process of its own, since it may walk over the whole log.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DAY } from "../core/time.ts"
import { startSettle, type WorkEnded, wholeProgram } from "../model/start-worker.ts"
import { privateDir } from "../paths.ts"
import { isDue, stampNow } from "../store/process-lock.ts"

/** Events since the last time that are worth compacting: one container. */
const GATHERED = 1_000

export function startUpkeepWhenDue({ memory, config, env, stateDir, dataDir, now }: WorkEnded): boolean {
  const { log } = memory.parts
  const stamp = join(privateDir(stateDir), "upkeep.started")
  if (!isDue(stamp, now, DAY)) return false
  const days = config.get("retention.textDays")
  const oldest = log.read(0, 1)[0]?.ts
  if (oldest === undefined) return false
  const fresh = log.head() - headAt(stamp)
  const isPast = days > 0 && oldest <= now - days * DAY
  if (!isPast && fresh < GATHERED) return false
  const program = wholeProgram(dataDir)
  if (program === null) return false
  writeFileSync(stamp, String(log.head()), { mode: 0o600 })
  stampNow(stamp, now)
  startSettle(env, program, [])
  return true
}

/** How long the log was the last time. */
function headAt(stamp: string): number {
  try {
    return Number(readFileSync(stamp, "utf8")) || 0
  } catch {
    return 0
  }
}
