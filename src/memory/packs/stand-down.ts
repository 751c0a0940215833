// Memory standing down, as people hear of it: said once when it begins, and explained as long as it lasts.

import type { TripView } from "../../core/assess/trip.ts"
import { read } from "../../core/views/read.ts"
import { PARTS, type Part, standingKey, WHOLE } from "../../core/views/standing.ts"
import type { Memory } from "../memory.ts"
import { mayStandDown } from "./learned.ts"

/** Parts that stand down in a scope now, and the trip that began it. */
const standingTrips = (memory: Memory, scope: string | null): readonly TripView[] =>
  PARTS.flatMap(part => {
    const key = read.down.get(memory.views, standingKey(scope, part))
    const trip = key === undefined ? undefined : read.trip.get(memory.views, key)
    return trip ? [trip] : []
  })

export const partName = (part: Part | string): string =>
  part === WHOLE ? "measured cards" : part.includes("_") ? part.replaceAll("_", " ") : `${part}s`

/** One line for the person, the first time only. Whoever takes it has said it. */
export function standDownNotice(memory: Memory, scope: string | null): string | null {
  if (!mayStandDown(memory, scope)) return null
  const { meta } = memory.parts
  const fresh = standingTrips(memory, scope).filter(trip => meta.get(`told:${trip.id}`) === null)
  const [first] = fresh
  if (first === undefined) return null
  for (const trip of fresh) meta.set(`told:${trip.id}`, "1")
  const parts = first.trip === WHOLE ? [first] : fresh
  return `mettle: stands down here, ${parts.map(trip => partName(trip.trip)).join(", ")} did harm · mettle status`
}
