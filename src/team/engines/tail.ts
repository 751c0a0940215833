// Following a shared log by pages: what is there, then what comes. A page is fetched only when the last one was read, so
// a slow reader costs one page. A look that fails is repeated with back-off for as long as the reader wants to follow.
import { isCode } from "../../core/errors.ts"
import type { Entry, SharedLog } from "../shared-log.ts"
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

/** Reading and following where entries are numbered from 1 and any of them can be looked up. */
export function numbered(of: {
  /** takes what came, and says how many there are */
  readonly count: () => Promise<number>
  /** null: of another partition, or gone */
  readonly entryAt: (seq: number, partitions: readonly string[] | null) => Entry | null
  readonly bell: Bell
  readonly pollMs: number
}): Pick<SharedLog, "read" | "subscribe" | "head"> {
  const { count, entryAt, bell, pollMs } = of
  const page = async (from: number, limit: number, partitions: readonly string[] | null): Promise<readonly Entry[]> => {
    const last = await count()
    const out: Entry[] = []
    for (let seq = Math.max(0, from) + 1; seq <= last && out.length < limit; seq++) {
      const entry = entryAt(seq, partitions)
      if (entry) out.push(entry)
    }
    return out
  }
  return {
    read: (from, limit, partition) => page(from, limit, partition === undefined ? null : [partition]),
    subscribe: (from, signal, partitions) =>
      tail({ from, signal, read: (at, limit) => page(at, limit, partitions ?? null), bell, pollMs }),
    head: count,
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
