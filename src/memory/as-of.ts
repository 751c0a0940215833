// What was read once stays read until the log moves: walks over every card or episode, made once per folded sequence for a
// door that stays open. Nothing here outlives the memory it was read from.
import type { Memory } from "./memory.ts"

interface Kept {
  seq: number
  readonly reads: Map<string, unknown>
}
const kept = new WeakMap<Memory, Kept>()

/** `what` names the read; it must depend on the views alone. */
export function asOf<T>(memory: Memory, what: string, read: () => T): T {
  const seq = memory.views.seq()
  let mine = kept.get(memory)
  if (!mine) kept.set(memory, (mine = { seq, reads: new Map() }))
  if (mine.seq !== seq) {
    mine.seq = seq
    mine.reads.clear()
  }
  if (!mine.reads.has(what)) mine.reads.set(what, read())
  return mine.reads.get(what) as T
}
