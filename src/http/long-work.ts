// Forgetting walks over the whole log: it is done in a thread of its own, so that pages, feed and other requests are answered
// meanwhile. Here stands who waits for it; what it does is in work-thread.ts.
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { Values } from "../config-keys.ts"
import { type Code, type ErrorParts, MettleError } from "../core/errors.ts"
import type { Desk } from "./desk.ts"

/** What a desk is made of, as plain data, and what was asked. */
export interface WorkOrder extends Pick<Desk, "place" | "dataDir" | "version"> {
  readonly values: Values
  readonly off: boolean
  readonly body: unknown
}
interface Done {
  readonly answer: unknown
  readonly changed: boolean
}
export type WorkWord = Done | { readonly code: Code; readonly message: string; readonly told: ErrorParts }

/** Only the built program has it. On Windows a views file that somebody reads cannot be replaced by another thread. */
const THREAD = fileURLToPath(new URL("./work-thread.js", import.meta.url))

export function longWork(desk: Omit<WorkOrder, "body">) {
  let last: Promise<unknown> = Promise.resolve()
  const run = (body: unknown): Promise<Done> => {
    const worker = new Worker(THREAD, { workerData: { ...desk, body }, env: process.env, stdin: false })
    const done = answerOf(worker)
    last = done.catch(() => undefined)
    return done
  }
  return {
    /** null: there is no thread to do it in, so it is done where one is asked */
    run: process.platform === "win32" || !existsSync(THREAD) ? null : run,
    /** What was begun comes to its end, also when nobody waits for the answer any more. */
    close: () => last,
  }
}

function answerOf(worker: Worker): Promise<Done> {
  return new Promise((resolve, reject) => {
    const still = "nothing was lost: the log is as it was, or a forgetting that was begun goes on at the next start"
    worker.once("message", (word: WorkWord) =>
      "code" in word ? reject(new MettleError(word.code, word.message, word.told)) : resolve(word),
    )
    worker.once("error", cause => reject(new MettleError("E_BUG", "the work broke off", { still, cause })))
    worker.once("exit", () => reject(new MettleError("E_INTERRUPTED", "the work was broken off", { still })))
  })
}
