// Trying again, a bounded number of times: every operation of a shared log is idempotent, so an answer that was lost is
// asked for again. Which errors deserve it is the engine's to say.
import { setTimeout } from "node:timers/promises"
import { MettleError } from "../../core/errors.ts"
import { queue } from "../../core/in-turn.ts"
import { processLock } from "../../store/process-lock.ts"
import { shut } from "./fit.ts"

/** 100 ms, 200 ms, … at most 3 s. */
export const backOff = (attempt: number): number => Math.min(3000, 100 * 2 ** Math.min(attempt, 10))

/** Ends early, and well, when it is told to. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {})

export const offline = (what: string, cause: unknown): MettleError =>
  new MettleError("E_OFFLINE", `${what}: ${cause instanceof Error ? cause.message : String(cause)}`, {
    still: "what is recorded here is safe; what was to be shared waits",
    hint: "it is tried again at the next sync; mettle doctor says whether the engine answers",
    cause,
  })

/** The way to a server: questions are tried again while that may help, and what was given is finished before it closes. */
export function wayTo(
  server: string,
  retries: number,
  passing: (error: unknown) => boolean,
  explained: (error: unknown) => unknown,
) {
  // A log has one order, so its writer has one queue.
  const turns = queue()
  let closing = false
  let closed = false
  return {
    isClosed: () => closed,
    async ask<T>(what: string, act: () => Promise<T>): Promise<T> {
      if (closed) throw shut()
      for (let n = 0; ; n++) {
        try {
          return await act()
        } catch (error) {
          if (error instanceof MettleError || !passing(error)) throw explained(error)
          if (n >= retries || closing) throw offline(`${server}: ${what}`, error)
        }
        await pause(backOff(n))
      }
    },
    async inTurn<T>(act: () => Promise<T>): Promise<T> {
      if (closing) throw shut()
      return turns(act)
    },
    async close(end: () => Promise<unknown>): Promise<void> {
      if (closing) return
      closing = true
      await turns(async () => {})
      closed = true
      await end()
    },
  }
}

/** Runs alone among the processes of this machine; `does` says what another one is at when it takes too long. */
export async function heldAlone<T>(
  state: string,
  name: string,
  timeoutMs: number,
  does: string,
  act: () => T | Promise<T>,
): Promise<T> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const lock = processLock(state, name)
    if (lock)
      try {
        return await act()
      } finally {
        lock.release()
      }
    if (Date.now() > until)
      throw new MettleError("E_LOCKED", `another process of this machine ${does}`, {
        still: "reading works",
        hint: "wait a moment and repeat",
      })
    await pause(10)
  }
}
