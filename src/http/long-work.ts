// Work that walks over the whole log (replay, forgetting, another preset) is done in a thread of its own, so that pages, feed and
// other requests are answered meanwhile. Here stands who waits for it and how far it is; what it does is in work-thread.ts.
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { Values } from "../config-keys.ts"
import { type Code, MettleError } from "../core/errors.ts"
import type { Asked, Desk } from "./desk.ts"
import type { Route } from "./routes.ts"

/** What a desk is made of, as plain data. */
interface DeskData extends Pick<Desk, "place" | "dataDir" | "home" | "top" | "version"> {
  readonly values: Values
  readonly off: boolean
}
export interface WorkOrder {
  readonly desk: DeskData
  readonly method: string
  readonly path: string
  readonly params: Asked["params"]
  readonly query: string
  readonly body: unknown
}
export type WorkWord =
  | { readonly say: "progress"; readonly done: number; readonly total: number }
  | { readonly say: "answer"; readonly answer: unknown; readonly changed: boolean }
  | {
      readonly say: "failed"
      readonly code: Code
      readonly message: string
      readonly still?: string
      readonly hint?: string
    }

export interface Work {
  readonly what: string
  /** events of the log, in all that has to be walked over; 0 of 0 while that is not known */
  readonly done: number
  readonly total: number
  readonly since: number
}
interface LongWork {
  /** null: there is no thread to do it in, so it is done where one is asked */
  readonly run:
    | ((route: Route, asked: Asked, signal: AbortSignal) => Promise<{ answer: unknown; changed: boolean }>)
    | null
  readonly running: () => readonly Work[]
  /** lets what changes something come to its end, and breaks off the rest */
  readonly close: () => Promise<void>
}

/** Only the built program has it. On Windows a views file that somebody reads cannot be replaced by another thread. */
const THREAD = fileURLToPath(new URL("./work-thread.js", import.meta.url))

export function longWork(desk: DeskData, platform: string = process.platform): LongWork {
  const running = new Set<{
    work: Work
    readonly acts: boolean
    readonly worker: Worker
    readonly over: Promise<unknown>
  }>()
  const none = platform === "win32" || !existsSync(THREAD)
  return {
    running: () => [...running].map(one => one.work),
    close: async () => {
      for (const { acts, worker } of running) if (!acts) void worker.terminate()
      await Promise.allSettled([...running].map(one => one.over))
    },
    run: none
      ? null
      : (route, asked, signal) => {
          const { method, path } = route
          const { params, query, body } = asked
          const order: WorkOrder = { desk, method, path, params, query: query.toString(), body }
          const worker = new Worker(THREAD, { workerData: order, env: process.env, stdin: false })
          const over = heard(worker, word => (one.work = { ...one.work, ...word }))
          const one = {
            work: { what: route.about, done: 0, total: 0, since: Date.now() } as Work,
            acts: route.acts === true,
            worker,
            over,
          }
          running.add(one)
          // Nobody waits for the answer any more; what changes something is finished all the same.
          if (!route.acts) signal.addEventListener("abort", () => void worker.terminate(), { once: true })
          return over.finally(() => running.delete(one))
        },
  }
}

function heard(
  worker: Worker,
  progress: (word: { readonly done: number; readonly total: number }) => void,
): Promise<{ answer: unknown; changed: boolean }> {
  return new Promise((resolve, reject) => {
    const still = "nothing was lost: the log is as it was, or a forgetting that was begun goes on at the next start"
    worker.on("message", (word: WorkWord) => {
      if (word.say === "progress") progress({ done: word.done, total: word.total })
      else if (word.say === "answer") resolve(word)
      else reject(new MettleError(word.code, word.message, { ...pick(word, "still"), ...pick(word, "hint") }))
    })
    worker.once("error", cause => reject(new MettleError("E_BUG", "the work broke off", { still, cause })))
    worker.once("exit", () => reject(new MettleError("E_INTERRUPTED", "the work was broken off", { still })))
  })
}

const pick = <K extends "still" | "hint">(
  word: { readonly [name in K]?: string },
  name: K,
): { [name in K]?: string } => (word[name] === undefined ? {} : ({ [name]: word[name] } as { [name in K]: string }))
