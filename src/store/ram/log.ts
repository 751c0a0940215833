// The log in memory: the same contract without a disk, for tests, replay and the lab. Envelopes are kept as text, so
// what is read is a copy, exactly as from a file.
import { MettleError } from "../../core/errors.ts"
import type { Event, NewEvent } from "../../core/events/define.ts"
import { type Envelope, envelope, opened } from "../containers/envelope.ts"
import { follow } from "../follow.ts"
import type { Log } from "../ports.ts"

export function memoryLog(options: { readonly validate?: (event: NewEvent) => void } = {}): Log {
  const events: Envelope[] = []
  const seqs = new Map<string, number>()
  const listeners = new Set<() => void>()
  let closed = false

  const where = (fits: (e: Envelope) => boolean): Event[] =>
    events.flatMap((e, i) => (fits(e) ? [opened(i + 1, e)] : []))
  const self: Log = {
    async append(batch, { expected } = {}) {
      if (closed) throw new MettleError("E_BUG", "append: the log is closed")
      const fresh = batch.map(event => envelope(event, options.validate))
      if (expected !== undefined && expected !== events.length)
        throw new MettleError("E_LOCKED", `append: the log is at ${events.length}, not at ${expected}`, {
          still: "nothing of this batch was stored",
          hint: "read what was added, then append again",
        })
      const before = events.length
      const out = fresh.map(e => {
        const old = seqs.get(e.id)
        if (old !== undefined) return old
        seqs.set(e.id, events.push(e))
        return events.length
      })
      for (const listener of listeners) listener()
      return { seqs: out, added: events.length - before }
    },
    read: (from, limit) => events.slice(from, from + limit).map((e, i) => opened(from + i + 1, e)),
    readEpisode: (episode, types) => where(e => e.episode === episode && (types?.includes(e.type) ?? true)),
    readRange: (since, until) => where(e => e.ts >= since && e.ts < until),
    readTypes: types => where(e => types.includes(e.type)),
    get(id) {
      const seq = seqs.get(id)
      return seq === undefined ? null : opened(seq, events[seq - 1]!)
    },
    subscribe: (from, signal) => follow({ from, signal, read: self.read, listeners, pollMs: 0 }),
    head: () => events.length,
    async close() {
      closed = true
    },
  }
  return self
}
