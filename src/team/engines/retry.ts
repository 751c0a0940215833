// Trying again, a bounded number of times: every operation of a shared log is idempotent, so an answer that was lost is
// asked for again. Which errors deserve it is the engine's to say.
import { MettleError } from "../../core/errors.ts"

/** 100 ms, 200 ms, … at most 3 s. */
export const backOff = (attempt: number): number => Math.min(3000, 100 * 2 ** Math.min(attempt, 10))

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener("abort", done)
    if (signal?.aborted) done()
  })
}

export async function retrying<T>(
  what: string,
  attempt: () => Promise<T>,
  how: {
    readonly retries: number
    readonly passing: (error: unknown) => boolean
    readonly signal?: AbortSignal | undefined
    readonly closed?: () => boolean
  },
): Promise<T> {
  for (let n = 0; ; n++) {
    if (how.signal?.aborted) throw offline(what, how.signal.reason)
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof MettleError || !how.passing(error)) throw error
      if (n >= how.retries || how.closed?.()) throw offline(what, error)
      await pause(backOff(n), how.signal)
    }
  }
}

export const offline = (what: string, cause: unknown): MettleError =>
  new MettleError("E_OFFLINE", `${what}: ${cause instanceof Error ? cause.message : String(cause)}`, {
    still: "what is recorded here is safe; what was to be shared waits",
    hint: "it is tried again at the next sync; mettle doctor says whether the engine answers",
    cause,
  })

/** One after another, in the order given: a log has one order, so its writer has one queue. */
export function queue(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const next = last.then(act, act)
    last = next.catch(() => {})
    return next
  }
}
