// Forget: text goes for good, facts stay (L4). Readings of what is erased are taken first, the erasure is an event,
// the views are folded again, and the search afterwards is part of the act.

import type { Event } from "../core/events/define.ts"
import { authored } from "../core/events/draft.ts"
import { definitionOf, parseEvent } from "../core/events/registry.ts"
import type { StoredReading } from "../core/views/context.ts"
import { list } from "../core/views/rows.ts"
import { type CardView, TABLE, type TurnView } from "../core/views/state.ts"
import type { Memory } from "./memory.ts"

export type Selector =
  | { readonly card: string }
  | { readonly episode: string }
  | { readonly since: number; readonly until: number }
  | { readonly text: string }
export interface Forgotten {
  readonly texts: number
  readonly bytes: number
  readonly events: number
  readonly cards: number
  /** what a search for the erased texts finds afterwards */
  readonly found: number
  readonly refs: readonly string[]
}

const BATCH = 2000

/** What would go. Nothing is changed. */
export function plan(memory: Memory, selector: Selector): { refs: ReadonlySet<string>; events: readonly Event[] } {
  const events: Event[] = []
  const refs = new Set<string>()
  const kept = new Set<string>()
  for (const event of allEvents(memory)) {
    const mine = refsOf(event)
    if (mine.length === 0) continue
    const named = names(memory, selector, event, mine)
    if (named.length > 0) {
      events.push(event)
      for (const ref of named) refs.add(ref)
    } else for (const ref of mine) kept.add(ref)
  }
  // Forgetting an episode or a time keeps a text that another episode cites; forgetting a text never does.
  if (!("text" in selector)) for (const ref of kept) refs.delete(ref)
  return { refs, events }
}

export async function forget(
  memory: Memory,
  selector: Selector,
  by: "user" | "schedule" = "user",
  spare: ReadonlySet<string> = new Set(),
): Promise<Forgotten> {
  memory.catchUp()
  const { refs, events } = plan(memory, selector)
  const doomed = [...refs].filter(ref => !spare.has(ref))
  const texts = doomed.flatMap(ref => memory.parts.blobs.get(ref) ?? [])
  const before = list<CardView>(memory.views, TABLE.card).length
  const gone = new Set(doomed)
  const readings = events.filter(e => refsOf(e).some(r => gone.has(r))).flatMap(e => readingsOf(memory, e))
  if (doomed.length > 0) {
    await memory.record([
      authored(
        "text.forgotten",
        memory.parts.randomBytes(),
        { ts: memory.parts.now(), episode: null, scope: null },
        { by, refs: doomed, readings: readings as never },
      ),
    ])
    memory.parts.blobs.erase(doomed)
  }
  memory.rebuild()
  memory.views.scrub()
  const after = list<CardView>(memory.views, TABLE.card).length
  return {
    texts: texts.length,
    bytes: texts.reduce((n, t) => n + Buffer.byteLength(t), 0),
    events: events.length,
    cards: before - after,
    found: search(memory, "text" in selector ? [selector.text] : texts),
    refs: doomed,
  }
}

/** Which of an event's texts the selector names. */
function names(memory: Memory, selector: Selector, event: Event, refs: readonly string[]): readonly string[] {
  if ("episode" in selector) return event.episode === selector.episode ? refs : []
  if ("since" in selector) return event.ts >= selector.since && event.ts < selector.until ? refs : []
  if ("card" in selector) return cardTexts(memory, selector.card).has(event.id) ? refs : []
  const needle = selector.text.toLowerCase()
  return refs.filter(ref => memory.parts.blobs.get(ref)?.toLowerCase().includes(needle))
}

/** A card is its proposal, every proposal merged into it, and the texts they cite. */
function cardTexts(memory: Memory, id: string): ReadonlySet<string> {
  const card = memory.views.get<CardView>(TABLE.card, id)
  const merged = list<{ into: string | null }>(memory.views, TABLE.proposal).filter(([, p]) => p.into === id)
  return new Set([id, ...(card?.evidence.map(e => e.event) ?? []), ...merged.map(([proposal]) => proposal)])
}

/** Text-free readings of one event: signals the fold kept for it. */
function readingsOf(memory: Memory, event: Event): readonly { event: string; readings: readonly StoredReading[] }[] {
  if (event.episode === null || (event.type !== "prompt.submitted" && event.type !== "tool.finished")) return []
  const turns = list<TurnView>(memory.views, TABLE.turn, `${event.episode}/`).map(([, t]) => t)
  const readings = turns.flatMap(turn => [
    ...turn.signals.filter(s => s.event === event.id).map(({ event: _, ...r }) => r),
    ...turn.tools.filter(t => t.event === event.id).map(t => toolReading(t, turn.index)),
  ])
  return readings.length > 0 ? [{ event: event.id, readings }] : []
}

const toolReading = (tool: TurnView["tools"][number], turn: number): StoredReading => ({
  signal: "tool",
  type: tool.ok === null ? "unknown" : tool.ok ? "ok" : "fail",
  polarity: tool.ok === null ? 0 : tool.ok ? 1 : -1,
  confidence: 1,
  because: "kept when the text was forgotten",
  facts: {
    ok: tool.ok,
    kind: tool.kind,
    salient: tool.salient,
    fingerprint: tool.fingerprint,
    errorType: tool.errorType,
    words: tool.words,
  },
  rule: "kept@1",
  turn,
})

/** How many stored texts still hold one of the erased ones. */
function search(memory: Memory, erased: readonly string[]): number {
  const long = erased.map(t => t.toLowerCase()).filter(t => t.trim().length >= 4)
  if (long.length === 0) return 0
  let found = 0
  for (const event of allEvents(memory))
    for (const ref of refsOf(event)) {
      const text = memory.parts.blobs.get(ref)?.toLowerCase()
      if (text !== undefined && long.some(t => text.includes(t))) found++
    }
  return found
}

function* allEvents(memory: Memory): Generator<Event> {
  for (let from = 0; ; ) {
    const batch = memory.parts.log.read(from, BATCH)
    if (batch.length === 0) return
    for (const event of batch) yield parseEvent(event)
    from = batch[batch.length - 1]!.seq
  }
}

/** The texts an event holds. */
export function refsOf(event: Event): readonly string[] {
  const data = event.data as Record<string, unknown>
  return definitionOf(event.type).texts.flatMap(field => {
    const value = data[field]
    return typeof value === "string" ? [value] : Array.isArray(value) ? (value as string[]) : []
  })
}
