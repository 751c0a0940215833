// Owed work: what takes long and was met where somebody waits. It is done in a process of its own (hook/owed-work.ts) or by
// the next command; until then answers stand on what is there.
import { FORGETTING, type Memory } from "../memory.ts"
import { waitingToSettle } from "./settle.ts"

/** A forgetting that was broken off · views of these rules to be folded · one event that is
 * long work · search to be filled · more events than slices are for · more than slices are for that no proposer has seen */
type OwedWork = "forgetting" | "views" | "long" | "search" | "tail" | "proposals"

/** Null also where nobody waits: there it is done at once. */
export function owedWork(memory: Memory): OwedWork | null {
  const { views, search, parts, patience } = memory
  if (patience === null) return null
  if (parts.meta.get(FORGETTING)) return "forgetting"
  if (views.standsIn) return "views"
  const { long } = views.owed()
  const [seq, head] = [views.seq(), parts.log.head()]
  if (long === seq + 1 && head >= long) return "long"
  if (seq > 0 && search.stale()) return "search"
  if (head - seq > patience.far) return "tail"
  return waitingToSettle(memory) > patience.far ? "proposals" : null
}
