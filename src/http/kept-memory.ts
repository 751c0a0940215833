// The memory a server works on, kept open and folded to the end; opened anew when another preset was adopted or taken back, here or
// elsewhere, and when other rules wrote the views.
import { isCode } from "../core/errors.ts"
import type { Memory } from "../memory/memory.ts"
import { adoptedBy, type Opened } from "../open.ts"

export function keepOpen(open: () => Opened) {
  let kept = lent(open())
  /** The new one first: requests come in while the old one is closed. */
  const renew = (): Promise<void> => {
    const old = kept
    kept = lent(open())
    return shut(old)
  }
  return {
    close: () => shut(kept),
    signal: () => kept.gone.signal,
    fresh(): Memory {
      if (!isCurrent(kept)) {
        renew().catch(() => undefined)
        kept.memory.catchUp()
      }
      return kept.memory
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
