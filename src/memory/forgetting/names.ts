// Names that events keep beside texts: of tools, models, clients, people. They are facts, under the chain, and stay when words are
// forgotten; so whoever forgets is told which of them hold the words.
import { definitionOf, parseEvent } from "../../core/events/registry.ts"
import type { Memory } from "../memory.ts"
import { everyEvent } from "../refs.ts"

export interface Named {
  /** what it is the name of, as the event calls it */
  readonly field: string
  readonly name: string
  /** how many events hold it */
  readonly events: number
}

/** The names that hold some words, the most frequent first. */
export function namesHolding({ parts }: Pick<Memory, "parts">, holds: (text: string) => boolean): readonly Named[] {
  const known = new Map<string, boolean>()
  const found = new Map<string, Named>()
  for (const stored of everyEvent(parts.log)) {
    const { type, data } = parseEvent(stored)
    for (const field of definitionOf(type).names)
      for (const name of stringsIn(data[field])) {
        const held = known.get(name) ?? holds(name)
        known.set(name, held)
        if (!held) continue
        const key = `${field} ${name}`
        found.set(key, { field, name, events: (found.get(key)?.events ?? 0) + 1 })
      }
  }
  return [...found.values()].sort((a, b) => b.events - a.events)
}

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
