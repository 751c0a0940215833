// What `text.forgotten` events say, read ahead of the fold: the readings they kept, and from where to where a reference is
// hidden. The same words may be written again later: old events must not see them, or a rebuild would differ from live (P4).
import { parseEvent } from "../core/events/registry.ts"
import type { StoredReading } from "../core/views/context.ts"
import type { Log } from "../store/ports.ts"

export interface ForgottenTexts {
  readings(event: string): readonly StoredReading[] | null
  /** Was this reference, whose bytes are there now, out of sight when the event at this sequence came in? */
  hidden(ref: string, at: number): boolean
}

const BATCH = 500
const NOTHING: ForgottenTexts = { readings: () => null, hidden: () => false }

export function forgottenTexts(log: Log): ForgottenTexts {
  const events = log.readTypes(["text.forgotten"])
  if (events.length === 0) return NOTHING
  const readings = new Map<string, readonly StoredReading[]>()
  /** sequence of the last event that forgot it */
  const gone = new Map<string, number>()
  for (const event of events) {
    const data = parseEvent(event).data as {
      refs: readonly string[]
      readings: readonly { event: string; readings: StoredReading[] }[]
    }
    for (const r of data.readings) if (!readings.has(r.event)) readings.set(r.event, r.readings)
    for (const ref of data.refs) gone.set(ref, event.seq)
  }
  const again = new Map<string, number>()
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
      found = batch.find(e => JSON.stringify(e.data).includes(ref))?.seq ?? found
      from = last.seq
    }
    again.set(ref, found)
    return found
  }
  return {
    readings: event => readings.get(event) ?? null,
    hidden: (ref, at) => {
      const since = gone.get(ref)
      return since !== undefined && (at <= since || at < writtenAgain(ref, since))
    },
  }
}
