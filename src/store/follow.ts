// Following a log: what is there, then what comes. Own appends wake the reader at once; those of other processes are
// found by looking again every `pollMs`. Gapless and ordered, because every look starts at the last sequence given out.
import type { Event } from "../core/events/define.ts"

const PAGE = 256

export async function* follow(from: {
  readonly from: number
  readonly signal: AbortSignal
  readonly read: (from: number, limit: number) => readonly Event[]
  readonly listeners: Set<() => void>
  /** 0: own appends only */
  readonly pollMs: number
}): AsyncGenerator<Event> {
  const { signal, read, listeners, pollMs } = from
  let at = from.from
  while (!signal.aborted) {
    // Listening starts before the look, so that nothing falls between the two.
    const woken = wake(listeners, signal, pollMs)
    const events = read(at, PAGE)
    if (events.length === 0) {
      await woken.promise
      continue
    }
    woken.cancel()
    for (const event of events) {
      if (signal.aborted) return
      at = event.seq
      yield event
    }
  }
}

function wake(listeners: Set<() => void>, signal: AbortSignal, pollMs: number) {
  let cancel = () => {}
  const promise = new Promise<void>(resolve => {
    const done = () => {
      listeners.delete(done)
      signal.removeEventListener("abort", done)
      if (timer) clearTimeout(timer)
      resolve()
    }
    const timer = pollMs > 0 ? setTimeout(done, pollMs) : null
    listeners.add(done)
    signal.addEventListener("abort", done)
    cancel = done
  })
  return { promise, cancel }
}
