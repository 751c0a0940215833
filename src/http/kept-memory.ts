// The memory a server works on, kept open and folded to the end; opened anew when another preset was adopted or taken back, here or
// elsewhere, and when other rules or another thread wrote the views.
import { isCode } from "../core/errors.ts"
import { tallyLog } from "../memory/measuring/log-tally.ts"
import type { Memory } from "../memory/memory.ts"
import { adoptedBy, type Opened } from "../open.ts"

const COUNT_EVENTS = 300

export function keepOpen(open: () => Opened) {
  let kept = lent(open())
  /** another thread changes the views */
  let holding = false
  /** The new one first: requests come in while the old one is closed. */
  const renew = (): Promise<void> => {
    const old = kept
    kept = lent(open())
    return shut(old)
  }
  return {
    close: () => shut(kept),
    signal: () => kept.gone.signal,
    /** While another thread changes the views they are read as they were; then they are opened anew. */
    async held<T extends { readonly changed: boolean }>(work: () => Promise<T>): Promise<T> {
      holding = true
      let changed = true
      try {
        const done = await work()
        changed = done.changed
        return done
      } finally {
        try {
          if (changed) await renew()
        } finally {
          holding = false
        }
      }
    },
    fresh(): Memory {
      if (!holding && !isCurrent(kept)) {
        renew().catch(() => undefined)
        kept.memory.catchUp()
      }
      return kept.memory
    },
    /** Counts on a little; whether all is counted. The page that shows the sizes will say what is wrong. */
    counted(): boolean {
      try {
        const { seq, head } = tallyLog(kept.memory, COUNT_EVENTS)
        return seq >= head
      } catch {
        return true
      }
    },
  }
}

type Lent = ReturnType<typeof lent>
const lent = (opened: Opened) => ({ ...opened, adopted: adoptedIn(opened), gone: new AbortController() })
const adoptedIn = ({ store }: Pick<Opened, "store">): string => JSON.stringify(adoptedBy(store))

async function shut({ memory, store, gone }: Lent): Promise<void> {
  gone.abort()
  await memory.close()
  await store.close()
}

/** Folded to the end, under the preset that rules now. */
function isCurrent({ memory, store, adopted }: Lent): boolean {
  try {
    memory.catchUp()
    return adoptedIn({ store }) === adopted
  } catch (error) {
    if (isCode(error, "E_LOCKED")) return false
    throw error
  }
}
