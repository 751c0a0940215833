// Puts tests to a thread of their own, with some source texts replaced; a thread that does not come back is ended.
import { resolve } from "node:path"
import { Worker } from "node:worker_threads"
import type { Answered, Asked } from "./thread.ts"

export const CACHE = ".cache/mutants"
let thread: Worker | null = null

/** What the tests say with these texts in place of the files' own; null = they ran without end. */
export function ask(asked: Asked, seconds: number): Promise<Answered | null> {
  thread ??= new Worker(resolve(CACHE, "thread.mjs"))
  const mine = thread
  return new Promise((done, fail) => {
    const endless = setTimeout(() => {
      thread = null
      void mine.terminate()
      done(null)
    }, seconds * 1000)
    mine.removeAllListeners()
    mine.once("message", (answer: Answered) => {
      clearTimeout(endless)
      done(answer)
    })
    mine.once("error", fail)
    mine.postMessage(asked)
  })
}
