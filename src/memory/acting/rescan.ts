// redact --scan: do the rules of today mask more than those of the day a text was recorded? Finds such texts; masking is
// forgetting them, since an event's reference cannot be pointed at other words.
import { redact } from "../../core/redact/redact.ts"
import type { Memory } from "../memory.ts"
import { everyEvent, refsOf } from "../refs.ts"

interface Scanned {
  readonly texts: number
  readonly refs: ReadonlySet<string>
  /** secrets found, by kind */
  readonly kinds: Readonly<Record<string, number>>
}

/** How often the caller hears how far it is, in events. */
const TELL = 500

export function rescan(memory: Memory, progress?: (done: number, total: number) => void): Scanned {
  const seen = new Set<string>()
  const refs = new Set<string>()
  const kinds: Record<string, number> = {}
  const head = memory.parts.log.head()
  for (const event of everyEvent(memory.parts.log)) {
    for (const ref of refsOf(event)) {
      if (seen.has(ref)) continue
      const text = memory.parts.blobs.get(ref)
      if (text === null) continue
      seen.add(ref)
      const clean = redact(text)
      if (clean.text === text) continue
      refs.add(ref)
      for (const kind of clean.kinds) kinds[kind] = (kinds[kind] ?? 0) + 1
    }
    if (event.seq % TELL === 0 || event.seq === head) progress?.(event.seq, head)
  }
  return { texts: seen.size, refs, kinds }
}
