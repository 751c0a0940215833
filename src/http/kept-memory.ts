// The memory a server works on, kept open and folded to the end; opened anew when another preset rules, or when other rules or
// another thread wrote the views.
import { isCode } from "../core/errors.ts"
import { tallyLog } from "../memory/measuring/log-tally.ts"
import type { Opened } from "../open.ts"

const COUNT_EVENTS = 300

export function keepOpen(open: () => Opened) {
  let opened = open()
  let gone = new AbortController()
  const shut = async (): Promise<void> => {
    gone.abort()
    const { memory, store } = opened
    await memory.close()
    await store.close()
  }
  const reopen = async (): Promise<void> => {
    await shut()
    gone = new AbortController()
    opened = open()
  }
  /** The new one first: requests come in while the old one is closed. */
  const swap = async (): Promise<void> => {
    const [{ memory, store }, was] = [opened, gone]
    opened = open()
    gone = new AbortController()
    was.abort()
    await memory.close()
    await store.close()
  }
  let holding = false
  return {
    reopen,
    close: shut,
    /** While another thread changes the views they are read as they were; then they are opened anew. */
    held: async <T extends { readonly changed: boolean }>(work: () => Promise<T>): Promise<T> => {
      holding = true
      let changed = true
      try {
        const done = await work()
        changed = done.changed
        return done
      } finally {
        try {
          if (changed) await swap()
        } finally {
          holding = false
        }
      }
    },
    counted: () => {
      try {
        const { seq, head } = tallyLog(opened.memory, COUNT_EVENTS)
        return seq >= head
      } catch {
        // The page that shows the sizes will say what is wrong.
        return true
      }
    },
    signal: () => gone.signal,
    fresh: () => {
      if (holding) return opened.memory
      try {
        opened.memory.catchUp()
      } catch (error) {
        if (!isCode(error, "E_LOCKED")) throw error
        void shut().catch(() => undefined)
        gone = new AbortController()
        opened = open()
        opened.memory.catchUp()
      }
      return opened.memory
    },
  }
}
