// Following a shared log by pages: what is there, then what comes. A page is fetched only when the last one was read, so
// a slow reader costs one page. A look that fails is repeated with back-off for as long as the reader wants to follow.
import { isCode } from "../../core/errors.ts"
import type { Entry } from "../shared-log.ts"
import { backOff, pause } from "./retry.ts"

const PAGE = 256

export async function* tail(of: {
  readonly from: number
  readonly signal: AbortSignal
  readonly read: (from: number, limit: number) => Promise<readonly Entry[]>
  readonly bell: Bell
  readonly pollMs: number
}): AsyncGenerator<Entry> {
  const { signal, read, bell, pollMs } = of
  let at = of.from
  let failures = 0
  while (!signal.aborted) {
    // Listening starts before the look, so that nothing falls between the two.
    const heard = bell.wait(pollMs, signal)
    const entries = await read(at, PAGE).catch(error => {
      if (!isCode(error, "E_OFFLINE")) throw error
      return null
    })
    if (entries === null) await pause(backOff(failures++), signal)
    else if (entries.length === 0) await heard.promise
    heard.cancel()
    if (entries === null) continue
    failures = 0
    for (const entry of entries) {
      if (signal.aborted) return
      at = entry.seq
      yield entry
    }
  }
}

/** Wakes those who wait: an append here, a notification from the engine. */
interface Bell {
  ring(): void
  wait(ms: number, signal: AbortSignal): { readonly promise: Promise<void>; readonly cancel: () => void }
}
export function bell(): Bell {
  const waiting = new Set<() => void>()
  return {
    ring: () => {
      for (const done of [...waiting]) done()
    },
    wait(ms, signal) {
      let cancel = () => {}
      const promise = new Promise<void>(resolve => {
        const done = () => {
          waiting.delete(done)
          signal.removeEventListener("abort", done)
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(done, ms)
        waiting.add(done)
        signal.addEventListener("abort", done)
        if (signal.aborted) done()
        cancel = done
      })
      return { promise, cancel }
    },
  }
}
