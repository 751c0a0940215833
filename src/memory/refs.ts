// The events of a log one after another or of one type, and the texts an event holds, by reference.
import type { Event } from "../core/events/define.ts"
import { type DataOf, definitionOf, type EventType, storedEvent } from "../core/events/registry.ts"
import type { Log } from "../store/ports.ts"

const BATCH = 1000

/** Everything stored behind a place, in order, also what comes in meanwhile. */
export function* everyEvent(log: Pick<Log, "read">, from = 0): Generator<Event> {
  for (let batch = log.read(from, BATCH); batch.length > 0; batch = log.read(batch.at(-1)!.seq, BATCH)) yield* batch
}

/** Those of one type, of all or of one episode, in the shape they have today. */
export function eventsOf<T extends EventType>(
  log: Pick<Log, "readTypes" | "readEpisode">,
  type: T,
  episode?: string,
): readonly Event<DataOf<T>>[] {
  const stored = episode === undefined ? log.readTypes([type]) : log.readEpisode(episode, [type])
  return stored.map(storedEvent) as never
}

export function refsOf(event: Pick<Event, "type" | "data">): readonly string[] {
  const data = event.data as Record<string, unknown>
  return definitionOf(event.type).texts.flatMap(field => {
    const value = data[field]
    return typeof value === "string" ? [value] : Array.isArray(value) ? (value as string[]) : []
  })
}
