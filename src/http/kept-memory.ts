// The memory a server works on, kept open and folded to the end; opened anew when another preset was adopted or taken back, here or
// elsewhere, and when other rules or another thread wrote the views.
import { isCode } from "../core/errors.ts"
import { tallyLog } from "../memory/measuring/log-tally.ts"
import type { Memory } from "../memory/memory.ts"
import { adoptedBy, type Opened } from "../open.ts"

const COUNT_EVENTS = 300

interface Kept {
  readonly open: () => Opened
  opened: Opened
  /** the preset it was opened under, if one was adopted */
  adopted: string
  gone: AbortController
  /** another thread changes the views */
  holding: boolean
}

export function keepOpen(open: () => Opened) {
  const opened = open()
  const kept: Kept = { open, opened, adopted: adoptedIn(opened), gone: new AbortController(), holding: false }
  return {
    close: () => shut(kept),
    /** While another thread changes the views they are read as they were; then they are opened anew. */
    held: <T extends { readonly changed: boolean }>(work: () => Promise<T>): Promise<T> => held(kept, work),
    counted: () => counted(kept.opened.memory),
    signal: () => kept.gone.signal,
    fresh: () => fresh(kept),
  }
}

const adoptedIn = ({ store }: Opened): string => JSON.stringify(adoptedBy(store))

async function shut({ opened: { memory, store }, gone }: Kept): Promise<void> {
  gone.abort()
  await memory.close()
  await store.close()
}

function openAnew(kept: Kept): void {
  kept.gone = new AbortController()
  kept.opened = kept.open()
  kept.adopted = adoptedIn(kept.opened)
}

async function held<T extends { readonly changed: boolean }>(kept: Kept, work: () => Promise<T>): Promise<T> {
  kept.holding = true
  let changed = true
  try {
    const done = await work()
    changed = done.changed
    return done
  } finally {
    try {
      // The new one first: requests come in while the old one is closed.
      const old = { ...kept }
      if (changed) openAnew(kept)
      if (changed) await shut(old)
    } finally {
      kept.holding = false
    }
  }
}

function counted(memory: Memory): boolean {
  try {
    const { seq, head } = tallyLog(memory, COUNT_EVENTS)
    return seq >= head
  } catch {
    // The page that shows the sizes will say what is wrong.
    return true
  }
}

function fresh(kept: Kept): Memory {
  if (!kept.holding && !isCurrent(kept)) {
    void shut({ ...kept }).catch(() => undefined)
    openAnew(kept)
    kept.opened.memory.catchUp()
  }
  return kept.opened.memory
}

/** Folded to the end, under the preset that rules now. */
function isCurrent({ opened, adopted }: Kept): boolean {
  try {
    opened.memory.catchUp()
    return adoptedIn(opened) === adopted
  } catch (error) {
    if (isCode(error, "E_LOCKED")) return false
    throw error
  }
}
