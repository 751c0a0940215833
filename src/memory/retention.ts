// Retention: text older than its time is forgotten by schedule. Spans cited by live cards are spared (L4), and no run
// forgets more than a tenth of the texts, however small the store: after a clock jump everything looks old (security.md T-6).
import { parseEvent } from "../core/events/registry.ts"
import { list } from "../core/views/rows.ts"
import { type CardView, isLive, TABLE } from "../core/views/state.ts"
import { type Forgotten, forget, plan } from "./forget.ts"
import type { Memory } from "./memory.ts"

const DAY = 86_400_000
const MOST_SHARE = 0.1

export async function retain(memory: Memory, textDays: number): Promise<Forgotten | null> {
  const until = memory.parts.now() - textDays * DAY
  const { refs } = plan(memory, { since: 0, until })
  const spare = citedByLive(memory)
  const gone = forgottenBefore(memory)
  const there = (ref: string): boolean => !gone.has(ref) || memory.parts.blobs.get(ref) !== null
  const old = [...refs].filter(ref => !spare.has(ref) && there(ref))
  if (old.length === 0) return null
  const all = [...plan(memory, { since: 0, until: Number.MAX_SAFE_INTEGER }).refs].filter(there).length
  // At least one: a store of a few texts would otherwise keep them for ever.
  const most = Math.max(1, Math.floor(all * MOST_SHARE))
  for (const ref of old.slice(most)) spare.add(ref)
  for (const ref of refs) if (!there(ref)) spare.add(ref)
  return forget(memory, { since: 0, until }, "schedule", spare)
}

/** What earlier runs took must not use up what this one may take. */
function forgottenBefore(memory: Memory): ReadonlySet<string> {
  const events = memory.parts.log.readTypes(["text.forgotten"]).map(event => parseEvent(event))
  return new Set(events.flatMap(event => (event.data as { refs: readonly string[] }).refs))
}

function citedByLive(memory: Memory): Set<string> {
  const cited = new Set<string>()
  for (const [, card] of list<CardView>(memory.views, TABLE.card)) {
    if (!isLive(card.stage)) continue
    for (const ref of [card.statement, card.topic, ...card.tags, ...card.evidence.map(e => e.blob)]) cited.add(ref)
  }
  return cited
}
