// Retention: text older than its time is forgotten by schedule. Spans cited by live cards are spared (L4), and after
// a clock jump no run forgets more than a tenth of the texts.
import { list } from "../core/views/rows.ts"
import { type CardView, isLive, TABLE } from "../core/views/state.ts"
import { type Forgotten, forget, plan } from "./forget.ts"
import type { Memory } from "./memory.ts"

const DAY = 86_400_000
const MOST_SHARE = 0.1
/** Stores smaller than this are swept whole: a tenth of a few texts is nothing. */
const SMALL = 200

export async function retain(memory: Memory, textDays: number): Promise<Forgotten | null> {
  const until = memory.parts.now() - textDays * DAY
  const { refs } = plan(memory, { since: 0, until })
  const spare = citedByLive(memory)
  const old = [...refs].filter(ref => !spare.has(ref))
  if (old.length === 0) return null
  const all = plan(memory, { since: 0, until: Number.MAX_SAFE_INTEGER }).refs.size
  const most = all <= SMALL ? all : Math.ceil(all * MOST_SHARE)
  for (const ref of old.slice(most)) spare.add(ref)
  return forget(memory, { since: 0, until }, "schedule", spare)
}

function citedByLive(memory: Memory): Set<string> {
  const cited = new Set<string>()
  for (const [, card] of list<CardView>(memory.views, TABLE.card)) {
    if (!isLive(card.stage)) continue
    for (const ref of [card.statement, card.topic, ...card.tags, ...card.evidence.map(e => e.blob)]) cited.add(ref)
  }
  return cited
}
