// The texts an event holds, by reference.
import type { Event } from "../core/events/define.ts"
import { definitionOf } from "../core/events/registry.ts"

export function refsOf(event: Pick<Event, "type" | "data">): readonly string[] {
  const data = event.data as Record<string, unknown>
  return definitionOf(event.type).texts.flatMap(field => {
    const value = data[field]
    return typeof value === "string" ? [value] : Array.isArray(value) ? (value as string[]) : []
  })
}
