// What `text.forgotten` events say, read ahead of the fold: the readings they kept, and when each text went last.

import type { FoldContext } from "../../core/views/context.ts"
import { isRetold } from "../../core/views/retold.ts"
import { memoryRows, type Rows } from "../../core/views/rows.ts"
import type { Log } from "../../store/ports.ts"
import type { Memory } from "../memory.ts"
import { foldLog } from "../rebuild.ts"
import { eventsOf } from "../refs.ts"

export interface ForgottenTexts {
  /** sequence of the last text.forgotten it knows of */
  readonly last: number
  /** what an event had made of texts that went; undefined: nothing was kept under that name */
  kept(event: string, what: string): unknown
  /** sequence of the last event that forgot it, by reference */
  readonly gone: ReadonlyMap<string, number>
}

/** Was this text, whose bytes are there now, out of sight when the event of this sequence came in? */
export const isHidden = ({ gone }: ForgottenTexts, ref: string, at: number, rows: Rows): boolean => {
  const since = gone.get(ref)
  return since !== undefined && (at <= since || !isRetold(rows, ref))
}

/** mark of a store: the last text.forgotten, so that every process knows at once that there is one */
export const FORGOTTEN = "forgotten"

export function forgottenTexts(log: Log): ForgottenTexts {
  const kept = new Map<string, Map<string, unknown>>()
  const gone = new Map<string, number>()
  let last = 0
  for (const { seq, data } of eventsOf(log, "text.forgotten")) {
    for (const { event: id, what, value } of data.kept) {
      const known = kept.get(id) ?? new Map<string, unknown>()
      // The first word counts: it was said when more of the text was there.
      if (!known.has(what)) kept.set(id, known.set(what, value))
    }
    for (const ref of data.refs) gone.set(ref, seq)
    last = seq
  }
  return { last, gone, kept: (event, what) => kept.get(event)?.get(what) }
}

// What events made of texts that are about to go: the log is folded once more, beside the views, and every reading that looked
// at one of those texts is written down. So nothing has to know which event compares itself with which text.

/** Each call looks on from where the last one ended; `upTo` is the log as far as it looked. */
export function readingsThatRestOn(memory: Memory, refs: ReadonlySet<string>) {
  const plain = memory.context(memoryRows())
  const kept: { event: string; what: string; value: unknown }[] = []
  let event = ""
  /** readings under way: whether one of the texts was looked at */
  let looked = false
  const watched: FoldContext = {
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
  }
  let upTo = 0
  return () => {
    upTo = foldLog(memory, watched, upTo, next => {
      event = next
    })
    return { upTo, kept }
  }
}
