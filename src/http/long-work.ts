// Work that walks over the whole log (forgetting) is done in a thread of its own, so that pages, feed and
// other requests are answered meanwhile. Here stands who waits for it and how far it is; what it does is in work-thread.ts.
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { Values } from "../config-keys.ts"
import { type Code, type ErrorParts, MettleError } from "../core/errors.ts"
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
  | ({ readonly say: "answer" } & Done)
  | { readonly say: "failed"; readonly code: Code; readonly message: string; readonly told: ErrorParts }
interface Done {
  readonly answer: unknown
  readonly changed: boolean
}

export interface Work {
  readonly what: string
  /** events of the log, in all that has to be walked over; 0 of 0 while that is not known */
  readonly done: number
  readonly total: number
  readonly since: number
}
/** Only the built program has it. On Windows a views file that somebody reads cannot be replaced by another thread. */
const THREAD = fileURLToPath(new URL("./work-thread.js", import.meta.url))

export function longWork(desk: DeskData) {
  const running = new Set<{ work: Work; readonly over: Promise<unknown> }>()
  const run = (route: Route, { params, query, body }: Asked): Promise<Done> => {
    const { method, path, about } = route
    const order: WorkOrder = { desk, method, path, params, query: query.toString(), body }
    const worker = new Worker(THREAD, { workerData: order, env: process.env, stdin: false })
    const over = heard(worker, (done, total) => (one.work = { ...one.work, done, total }))
    const one = { work: { what: about, done: 0, total: 0, since: Date.now() }, over }
    running.add(one)
    return over.finally(() => running.delete(one))
  }
  return {
    /** null: there is no thread to do it in, so it is done where one is asked */
    run: process.platform === "win32" || !existsSync(THREAD) ? null : run,
    running: (): readonly Work[] => [...running].map(({ work }) => work),
    /** What was begun changes something: it comes to its end, also when nobody waits for the answer any more. */
    close: () => Promise.allSettled([...running].map(({ over }) => over)),
  }
}

function heard(worker: Worker, progress: (done: number, total: number) => void): Promise<Done> {
  return new Promise((resolve, reject) => {
    const still = "nothing was lost: the log is as it was, or a forgetting that was begun goes on at the next start"
    worker.on("message", (word: WorkWord) => {
      if (word.say === "progress") progress(word.done, word.total)
      else if (word.say === "answer") resolve(word)
      else reject(new MettleError(word.code, word.message, word.told))
    })
    worker.once("error", cause => reject(new MettleError("E_BUG", "the work broke off", { still, cause })))
    worker.once("exit", () => reject(new MettleError("E_INTERRUPTED", "the work was broken off", { still })))
  })
}
