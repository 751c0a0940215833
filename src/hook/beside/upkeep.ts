// What must not wait for a person: text past its time is forgotten, what has gathered is compacted, cards get the vectors of an
// embedder that somebody chose. A process of its own, since it may walk over the whole log.
import { DAY } from "../../core/time.ts"
import type { Work } from "./errand.ts"

/** Events since the last time that are worth compacting: one container. */
const GATHERED = 1_000

export const upkeep: Work = {
  isDue({ memory, around, now }, since) {
    const days = around?.config.get("retention.textDays") ?? 0
    const log = memory?.parts.log
    const oldest = log?.read(0, 1)[0]?.ts
    if (log === undefined || oldest === undefined) return false
    return (days > 0 && oldest <= now - days * DAY) || log.head() - since() >= GATHERED
  },
  runs: { words: ["settle"] },
}
