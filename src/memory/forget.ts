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
  | { readonly refs: ReadonlySet<string> }
export interface Forgotten {
  readonly texts: number
  readonly bytes: number
  readonly events: number
  readonly cards: number
  /** what a search for what was named finds afterwards: the texts themselves, or any text that holds the words */
  readonly found: number
  /** texts that were not named and still repeat a longer erased one word for word */
  readonly elsewhere: number
  readonly refs: readonly string[]
}

/** How much of the log is folded again. */
type Progress = (done: number, total: number) => void

const BATCH = 2000
/** Shorter texts (a branch, `git status`) stand in others by chance. */
const TELLING = 24
/** The remark about other places looks for the longest erased texts only: it is a remark. */
const LOOKED_FOR = 200

/** mark of a store: the text.forgotten event whose erasure is not finished */
const BEGUN = "forgetting"

/** What would go. Nothing is changed. */
export function plan(memory: Memory, selector: Selector): { refs: ReadonlySet<string>; events: readonly Event[] } {
  const events: Event[] = []
  const refs = new Set<string>()
  const kept = new Set<string>()
  const names = namer(memory, selector)
  for (const event of allEvents(memory)) {
    const mine = refsOf(event)
    if (mine.length === 0) continue
    const named = names(event, mine)
    if (named.length > 0) {
      events.push(event)
      for (const ref of named) refs.add(ref)
    } else for (const ref of mine) kept.add(ref)
  }
  // Forgetting an episode or a time keeps a text that another episode cites; forgetting a text never does, and a card's
  // own words always go.
  const own = "card" in selector ? new Set(events.flatMap(ownWords)) : new Set<string>()
  if (!("text" in selector || "refs" in selector)) for (const ref of kept) if (!own.has(ref)) refs.delete(ref)
  return { refs, events }
}

const ownWords = (event: Event): readonly string[] => {
  const { statement, text } = event.data as { readonly statement?: string; readonly text?: string }
  if (event.type === "note.written") return text === undefined ? [] : [text]
  return statement === undefined ? [] : [statement]
}

export interface Doomed {
  readonly texts: number
  readonly bytes: number
  readonly events: number
  /** cards that would no longer be there: their words or all they stand on goes */
  readonly cards: readonly CardView[]
}

/** What would go, counted. Nothing is changed. */
export function dryRun(memory: Memory, selector: Selector): Doomed {
  memory.catchUp()
  const { refs, events } = plan(memory, selector)
  const texts = [...refs].flatMap(ref => memory.parts.blobs.get(ref) ?? [])
  const cards = list<CardView>(memory.views, TABLE.card)
    .map(([, card]) => card)
    .filter(card => refs.has(card.statement) || card.evidence.every(e => refs.has(e.blob)))
  return { texts: texts.length, bytes: sizeOf(texts), events: events.length, cards }
}

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

export async function forget(
  memory: Memory,
  selector: Selector,
  by: "user" | "schedule" = "user",
  spare: ReadonlySet<string> = new Set(),
  progress?: Progress,
): Promise<Forgotten> {
  memory.catchUp()
  const { refs, events } = plan(memory, selector)
  const doomed = [...refs].filter(ref => !spare.has(ref))
  const texts = doomed.flatMap(ref => memory.parts.blobs.get(ref) ?? [])
  const before = list<CardView>(memory.views, TABLE.card).length
  const gone = new Set(doomed)
  const readings = events.filter(e => refsOf(e).some(r => gone.has(r))).flatMap(e => readingsOf(memory, e))
  if (doomed.length > 0) {
    const said = authored(
      "text.forgotten",
      memory.parts.randomBytes(),
      { ts: memory.parts.now(), episode: null, scope: null },
      { by, refs: doomed, readings: readings as never },
    )
    // Set before the first word of it is in the log: whatever comes in between, somebody will finish what was begun.
    memory.parts.meta.set(BEGUN, said.id)
    await memory.record([said])
    eraseAll(memory, doomed, progress)
  } else {
    memory.rebuild(progress)
    memory.views.scrub()
  }
  const after = list<CardView>(memory.views, TABLE.card).length
  return {
    texts: texts.length,
    bytes: sizeOf(texts),
    events: events.length,
    cards: before - after,
    found:
      "text" in selector
        ? search(memory, [selector.text])
        : doomed.filter(ref => memory.parts.blobs.get(ref) !== null).length,
    elsewhere: "text" in selector ? 0 : search(memory, longest(texts)),
    refs: doomed,
  }
}

/** The bytes, then everything folded or searched that came of them. */
function eraseAll(memory: Memory, refs: readonly string[], progress?: Progress): void {
  memory.parts.blobs.erase(refs)
  memory.rebuild(progress)
  memory.views.scrub()
  memory.parts.meta.set(BEGUN, "")
}

/** Takes up a forgetting that a crash interrupted; does nothing otherwise. Returns whether there was one. */
export function finishForgetting(memory: Memory): boolean {
  const begun = memory.parts.meta.get(BEGUN)
  if (!begun) return false
  const event = memory.parts.log.get(begun)
  // Never said: then nothing was promised, and the person was told that it failed.
  if (event) eraseAll(memory, (parseEvent(event).data as { refs: readonly string[] }).refs)
  else memory.parts.meta.set(BEGUN, "")
  return true
}

const longest = (texts: readonly string[]): readonly string[] =>
  texts
    .filter(text => text.trim().length >= TELLING)
    .sort((a, b) => b.length - a.length)
    .slice(0, LOOKED_FOR)

/** Tells which of an event's texts the selector names. */
function namer(memory: Memory, selector: Selector): (event: Event, refs: readonly string[]) => readonly string[] {
  if ("episode" in selector) return (event, refs) => (event.episode === selector.episode ? refs : [])
  if ("since" in selector) return (event, refs) => (event.ts >= selector.since && event.ts < selector.until ? refs : [])
  if ("refs" in selector) return (_, refs) => refs.filter(ref => selector.refs.has(ref))
  if ("card" in selector) {
    const events = cardEvents(memory, selector.card)
    return (event, refs) => (events.has(event.id) ? refs : [])
  }
  const needle = selector.text.toLowerCase()
  const known = new Map<string, boolean>()
  const holds = (ref: string): boolean => {
    const answer = known.get(ref) ?? memory.parts.blobs.get(ref)?.toLowerCase().includes(needle) ?? false
    known.set(ref, answer)
    return answer
  }
  return (_, refs) => refs.filter(holds)
}

/** A card is its proposal, every proposal merged into it, and the events they cite. */
function cardEvents(memory: Memory, id: string): ReadonlySet<string> {
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

/** How many stored texts hold one of these. */
function search(memory: Memory, erased: readonly string[]): number {
  const words = [...new Set(erased.map(text => text.toLowerCase()))].filter(text => text.trim() !== "")
  if (words.length === 0) return 0
  const seen = new Set<string>()
  let found = 0
  for (const event of allEvents(memory))
    for (const ref of refsOf(event)) {
      if (seen.has(ref)) continue
      seen.add(ref)
      const text = memory.parts.blobs.get(ref)?.toLowerCase()
      if (text !== undefined && words.some(word => text.includes(word))) found++
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
