// What the log holds, counted: texts and bytes by kind of event and month, masked secrets, acts of forgetting. The log only grows, so the count goes on where it stopped; a long log is counted over several calls.
import type { Event } from "../../core/events/define.ts"
import { definitionOf, parseEvent } from "../../core/events/registry.ts"
import type { Memory } from "../memory.ts"
import { refsOf } from "../refs.ts"

interface TextCount {
  readonly texts: number
  readonly bytes: number
}
interface Counting {
  /** last event counted */
  seq: number
  /** the log's head when the count began: texts forgotten before were never counted */
  readonly begun: number
  /** month (2026-01), then kind of event */
  months: Map<string, Map<string, TextCount>>
  masked: Record<string, number>
  forgotten: { acts: number; texts: number; last: number | null }
  readonly counted: Set<string>
}
const kept = new WeakMap<Memory, Counting>()
const PAGE = 500

const empty = (begun: number): Counting => ({
  seq: 0,
  begun,
  months: new Map(),
  masked: {},
  forgotten: { acts: 0, texts: 0, last: null },
  counted: new Set(),
})

/** Counts on, at most `most` events further. */
export function tallyLog(memory: Memory, most: number) {
  const head = memory.parts.log.head()
  let tally = kept.get(memory) ?? empty(head)
  kept.set(memory, tally)
  for (let done = 0; tally.seq < head && done < most; ) {
    const batch = memory.parts.log.read(tally.seq, Math.min(PAGE, most - done))
    if (batch.length === 0) break
    // Bytes that were counted are gone: the sizes are counted anew.
    if (batch.some(event => event.type === "text.forgotten" && event.seq > tally.begun)) {
      tally = empty(head)
      kept.set(memory, tally)
      continue
    }
    for (const event of batch) add(memory, tally, parseEvent(event))
    tally.seq = batch[batch.length - 1]!.seq
    done += batch.length
  }
  const { seq, months, masked, forgotten } = tally
  return { seq, head, months, masked, forgotten }
}

function add(memory: Memory, tally: Counting, event: Event): void {
  const data = event.data as { masked?: Record<string, number>; refs?: readonly string[] }
  for (const [kind, n] of Object.entries(data.masked ?? {})) tally.masked[kind] = (tally.masked[kind] ?? 0) + n
  if (event.type === "text.forgotten")
    tally.forgotten = {
      acts: tally.forgotten.acts + 1,
      texts: tally.forgotten.texts + (data.refs?.length ?? 0),
      last: event.ts,
    }
  if (definitionOf(event.type).texts.length === 0) return
  const month = new Date(event.ts).toISOString().slice(0, 7)
  const kinds = tally.months.get(month) ?? new Map<string, TextCount>()
  tally.months.set(month, kinds)
  for (const ref of refsOf(event)) {
    if (tally.counted.has(ref)) continue
    const text = memory.parts.blobs.get(ref)
    if (text === null) continue
    tally.counted.add(ref)
    const { texts, bytes } = kinds.get(event.type) ?? { texts: 0, bytes: 0 }
    kinds.set(event.type, { texts: texts + 1, bytes: bytes + Buffer.byteLength(text) })
  }
}
