// What `text.forgotten` events say, read ahead of the fold: the readings they kept, and from where to where a reference is
// hidden. The same words may be written again later: old events must not see them, or a rebuild would differ from live (P4).
import { type Event, REF } from "../../core/events/define.ts"
import { type DataOf, parseEvent } from "../../core/events/registry.ts"
import type { Log } from "../../store/ports.ts"

export interface ForgottenTexts {
  /** sequence of the last text.forgotten it knows of */
  readonly last: number
  /** what an event had made of texts that went; undefined: nothing was kept under that name */
  kept(event: string, what: string): unknown
  /** Was this reference, whose bytes are there now, out of sight when this event came in? */
  hidden(ref: string, at: Pick<Event, "seq" | "data">): boolean
}

/** mark of a store: the last text.forgotten, so that every process knows at once that there is one */
export const FORGOTTEN = "forgotten"
const BATCH = 500
const REFS = new RegExp(REF.source.slice(1, -1), "g")
const namedIn = ({ data }: Pick<Event, "data">): readonly string[] => JSON.stringify(data).match(REFS) ?? []
const NOTHING: ForgottenTexts = { last: 0, kept: () => undefined, hidden: () => false }

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
  /** the first event after it had gone that wrote the same words, as far as the log was looked at */
  const again = new Map<string, number>()
  let looked = events[0]!.seq
  /** an event that was asked about and wrote them itself; there may be earlier ones */
  const seen = new Map<string, number>()
  let last: { readonly seq: number; readonly refs: ReadonlySet<string> } | null = null
  const refsIn = (at: Pick<Event, "seq" | "data">): ReadonlySet<string> => {
    if (last?.seq !== at.seq) last = { seq: at.seq, refs: new Set(namedIn(at)) }
    return last.refs
  }
  /** Each event is looked at once, however many texts went: a walk for each of them was most of a rebuild. */
  const lookUntil = (seq: number): void => {
    while (looked < seq) {
      const batch = log.read(looked, Math.min(BATCH, seq - looked))
      const last = batch.at(-1)
      // Not there yet: what is not committed may still come.
      if (!last) return
      for (const event of batch)
        for (const ref of namedIn(event)) {
          const since = gone.get(ref)
          if (since !== undefined && event.seq > since && !again.has(ref)) again.set(ref, event.seq)
        }
      looked = last.seq
    }
  }
  return {
    last: events[events.length - 1]!.seq,
    kept: (event, what) => kept.get(event)?.get(what),
    hidden: (ref, at) => {
      const since = gone.get(ref)
      if (since === undefined) return false
      if (at.seq <= since) return true
      const said = Math.min(seen.get(ref) ?? Number.POSITIVE_INFINITY, again.get(ref) ?? Number.POSITIVE_INFINITY)
      if (at.seq >= said) return false
      // Words said again are mostly read by the very event that says them: no walk over the log for those.
      if (!refsIn(at).has(ref)) {
        lookUntil(at.seq)
        return at.seq < (again.get(ref) ?? Number.POSITIVE_INFINITY)
      }
      seen.set(ref, at.seq)
      return false
    },
  }
}
