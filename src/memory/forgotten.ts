// What `text.forgotten` events say, read ahead of the fold: the readings they kept, and from where to where a reference is
// hidden. The same words may be written again later: old events must not see them, or a rebuild would differ from live (P4).
import type { Event } from "../core/events/define.ts"
import { type DataOf, parseEvent } from "../core/events/registry.ts"
import type { Log } from "../store/ports.ts"

export interface ForgottenTexts {
  /** what an event had made of texts that went; undefined: nothing was kept under that name */
  kept(event: string, what: string): unknown
  /** Was this reference, whose bytes are there now, out of sight when this event came in? */
  hidden(ref: string, at: Pick<Event, "seq" | "data">): boolean
}

/** mark of a store: the last text.forgotten, so that every process knows at once that there is one */
export const FORGOTTEN = "forgotten"
const BATCH = 500
const names = ({ data }: Pick<Event, "data">, ref: string): boolean => JSON.stringify(data).includes(ref)
const NOTHING: ForgottenTexts = { kept: () => undefined, hidden: () => false }

export function forgottenTexts(log: Log): ForgottenTexts {
  const events = log.readTypes(["text.forgotten"])
  if (events.length === 0) return NOTHING
  const kept = new Map<string, Map<string, unknown>>()
  /** sequence of the last event that forgot it */
  const gone = new Map<string, number>()
  for (const event of events) {
    const data = parseEvent(event).data as DataOf<"text.forgotten">
    for (const { event: id, what, value } of data.kept) {
      const known = kept.get(id) ?? new Map<string, unknown>()
      // The first word counts: it was said when more of the text was there.
      if (!known.has(what)) kept.set(id, known.set(what, value))
    }
    for (const ref of data.refs) gone.set(ref, event.seq)
  }
  const again = new Map<string, number>()
  /** an event after it had gone that wrote the same words; there may be earlier ones */
  const seenAgain = new Map<string, number>()
  /** The first event that wrote the same words after they had gone. */
  const writtenAgain = (ref: string, since: number): number => {
    const known = again.get(ref)
    if (known !== undefined) return known
    let found = Number.POSITIVE_INFINITY
    for (let from = since; found === Number.POSITIVE_INFINITY; ) {
      const batch = log.read(from, BATCH)
      const last = batch.at(-1)
      // Not there yet: what is not committed may still come, so this is not remembered.
      if (!last) return found
      found = batch.find(e => names(e, ref))?.seq ?? found
      from = last.seq
    }
    again.set(ref, found)
    return found
  }
  return {
    kept: (event, what) => kept.get(event)?.get(what),
    hidden: (ref, at) => {
      const since = gone.get(ref)
      if (since === undefined) return false
      if (at.seq <= since) return true
      const said = seenAgain.get(ref)
      if (said !== undefined && at.seq >= said) return false
      // Words said again are mostly read by the very event that says them: no walk over the log for those.
      if (!names(at, ref)) return at.seq < writtenAgain(ref, since)
      seenAgain.set(ref, at.seq)
      return false
    },
  }
}
