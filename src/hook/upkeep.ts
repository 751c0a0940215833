// What must not wait for a person: text past its time is forgotten. Once a day at most, when work begins and something is that
// old, `mettle settle` is started as a process of its own, since it may walk over the whole log.
import { join } from "node:path"
import { isDue, mark, startSettle, type WorkEnded, wholeProgram } from "../model/start-worker.ts"
import { privateDir } from "../paths.ts"

const DAY = 86_400_000

export function startUpkeepWhenDue({ memory, config, env, stateDir, dataDir, now }: WorkEnded): boolean {
  const days = config.get("retention.textDays")
  const oldest = days === 0 ? undefined : memory.parts.log.read(0, 1)[0]?.ts
  if (oldest === undefined || oldest > now - days * DAY) return false
  const stamp = join(privateDir(stateDir), "upkeep.started")
  const program = isDue(stamp, now, DAY) ? wholeProgram(dataDir) : null
  if (program === null) return false
  mark(stamp, now)
  startSettle(env, program, [])
  return true
}
