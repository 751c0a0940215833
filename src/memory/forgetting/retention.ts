// Retention: text older than its time is forgotten by schedule, and the oldest text when the store outgrows its cap. Spans
// cited by live cards are spared (L4), and no run forgets more than a tenth of the texts, however small the store: after a
// clock jump everything looks old.

import type { Event } from "../../core/events/define.ts"
import { definitionOf } from "../../core/events/registry.ts"
import { DEFAULT_IGNORES } from "../../core/redact/ignore.ts"
import { redact } from "../../core/redact/redact.ts"
import { DAY } from "../../core/time.ts"
import { read } from "../../core/views/read.ts"
import { isLive } from "../../core/views/state.ts"
import { hiddenIn, IGNORED } from "../../record.ts"
import type { Memory } from "../memory.ts"
import { eventsOf, everyEvent, refsOf } from "../refs.ts"
import { type Forgotten, forget, plan } from "./forget.ts"

const MOST_SHARE = 0.1
const EVER = Number.MAX_SAFE_INTEGER
/** What compaction leaves of a text, about. */
const STORED_SHARE = 0.25

export async function retain(memory: Memory, textDays: number): Promise<Forgotten | null> {
  const until = memory.parts.now() - textDays * DAY
  const { old, most } = forgettable(memory, until)
  return forgetOnly(memory, old.slice(0, most))
}

/** Forgets the oldest text until about so many bytes of the store can be given back. */
export async function shrink(memory: Memory, excess: number): Promise<Forgotten | null> {
  const { old, most } = forgettable(memory, EVER)
  const chosen: string[] = []
  for (let left = excess; left > 0 && chosen.length < Math.min(most, old.length); ) {
    const ref = old[chosen.length]!
    chosen.push(ref)
    left -= STORED_SHARE * Buffer.byteLength(memory.parts.blobs.get(ref) ?? "")
  }
  return forgetOnly(memory, chosen)
}

/** Texts up to a time that are still there and that no live card cites, oldest first, and how many one run may take. */
function forgettable(memory: Memory, until: number) {
  const cited = citedByLive(memory)
  const gone = forgottenBefore(memory)
  const there = (ref: string): boolean => !gone.has(ref) || memory.parts.blobs.get(ref) !== null
  const all = [...plan(memory, { since: 0, until: EVER }).refs].filter(there)
  const old = until === EVER ? all : [...plan(memory, { since: 0, until }).refs].filter(there)
  // At least one: a store of a few texts would otherwise keep them for ever.
  return { old: old.filter(ref => !cited.has(ref)), most: Math.max(1, Math.floor(all.length * MOST_SHARE)) }
}

const forgetOnly = async (memory: Memory, chosen: readonly string[]): Promise<Forgotten | null> =>
  chosen.length === 0 ? null : forget(memory, { refs: new Set(chosen) }, "schedule")

/** What earlier runs took must not use up what this one may take. */
const forgottenBefore = (memory: Memory): ReadonlySet<string> =>
  new Set(eventsOf(memory.parts.log, "text.forgotten").flatMap(({ data }) => data.refs))

function citedByLive(memory: Memory): Set<string> {
  const cited = new Set<string>()
  for (const card of read.card.values(memory.views)) {
    if (!isLive(card.stage)) continue
    for (const ref of [card.statement, card.topic, ...card.tags, ...card.evidence.map(e => e.blob)]) cited.add(ref)
  }
  return cited
}

// forget --secrets: do the rules of today mask more than those of the day a text was recorded? Finds such texts; masking is
// forgetting them, since an event's reference cannot be pointed at other words.

/** How often the caller hears how far it is, in events. */
const TELL = 500

export function rescan(
  memory: Memory,
  progress?: (done: number, total: number) => void,
  globs: readonly string[] = DEFAULT_IGNORES,
) {
  const seen = new Set<string>()
  const refs = new Set<string>()
  /** secrets found, by kind */
  const kinds: Record<string, number> = {}
  const head = memory.parts.log.head()
  for (const event of everyEvent(memory.parts.log)) {
    const hidden = new Set(hiddenRefs(memory, event, globs))
    for (const ref of refsOf(event)) {
      if (seen.has(ref) && !hidden.has(ref)) continue
      const text = memory.parts.blobs.get(ref)
      if (text === null) continue
      seen.add(ref)
      if (hidden.has(ref) && text !== IGNORED && !refs.has(ref)) {
        refs.add(ref)
        kinds["ignored-file"] = (kinds["ignored-file"] ?? 0) + 1
        continue
      }
      const clean = redact(text)
      if (clean.text === text) continue
      refs.add(ref)
      for (const kind of clean.kinds) kinds[kind] = (kinds[kind] ?? 0) + 1
    }
    if (event.seq % TELL === 0 || event.seq === head) progress?.(event.seq, head)
  }
  return { texts: seen.size, refs, kinds }
}

/** Texts of a call that are those of a file on the ignore list. */
function hiddenRefs(memory: Memory, event: Event, globs: readonly string[]): readonly string[] {
  const data = event.data as Readonly<Record<string, unknown>>
  const plain = (ref: unknown): string | null => (typeof ref === "string" ? memory.parts.blobs.get(ref) : null)
  if (typeof data.input !== "string" && typeof data.path !== "string") return []
  const hidden = hiddenIn({ does: data.does, input: plain(data.input), path: plain(data.path) }, globs)
  const fields = definitionOf(event.type).texts.filter(hidden)
  return fields.flatMap(field => (typeof data[field] === "string" ? [data[field]] : []))
}
