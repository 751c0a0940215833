// What was read once stays read until the log moves or an hour has passed: walks over every card or episode, made once per folded
// sequence for a door that stays open. Nothing here outlives the memory it was read from.
import { HOUR } from "../core/time.ts"
import type { Memory } from "./memory.ts"

interface Kept {
  when: string
  readonly reads: Map<string, unknown>
}
const kept = new WeakMap<Memory, Kept>()

/** `what` names the read; it must depend on the views alone, and on the time no closer than by the hour. */
export function asOf<T>(memory: Memory, what: string, read: () => T): T {
  const when = `${memory.views.seq()} ${Math.floor(memory.parts.now() / HOUR)}`
  let mine = kept.get(memory)
  if (!mine) kept.set(memory, (mine = { when, reads: new Map() }))
  if (mine.when !== when) {
    mine.when = when
    mine.reads.clear()
  }
  if (!mine.reads.has(what)) mine.reads.set(what, read())
  return mine.reads.get(what) as T
}
