// What events made of texts that are about to go: the log is folded once more, beside the views, and every reading that looked
// at one of those texts is written down. So nothing has to know which event compares itself with which text.
import { memoryRows } from "../../core/views/rows.ts"
import { foldLog } from "../fold-log.ts"
import type { Memory } from "../memory.ts"

interface Kept {
  readonly event: string
  readonly what: string
  readonly value: unknown
}

export function readingsThatRestOn(memory: Memory, refs: ReadonlySet<string>): readonly Kept[] {
  const plain = memory.context(memoryRows())
  const kept: Kept[] = []
  let event = ""
  /** readings under way: whether one of the texts was looked at */
  let looked = false
  foldLog(
    memory,
    {
      ...plain,
      text: ref => {
        looked ||= refs.has(ref)
        return plain.text(ref)
      },
      readBy: (reader, of, facts) => {
        looked ||= of.some(ref => ref !== null && refs.has(ref))
        return plain.readBy(reader, of, facts)
      },
      read: (what, work) =>
        plain.read(what, () => {
          looked = false
          const value = work()
          if (looked) kept.push({ event, what, value })
          return value
        }),
    },
    next => {
      event = next
    },
  )
  return kept
}
