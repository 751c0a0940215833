// What a person wants forgotten: a card, an episode, a stretch of time, or every text that holds some words. Words are the same
// whatever their case and Unicode form: what was typed as one character may be stored as two, and a font's ligature as one. Names that
// events keep are facts, under the chain, and stay: whoever forgets is told which of them hold the words.
import { saysHeld } from "../../core/check/held.ts"
import { MettleError } from "../../core/errors.ts"
import type { Event } from "../../core/events/define.ts"
import { definitionOf, parseEvent } from "../../core/events/registry.ts"
import { oneLine } from "../../core/pack/render.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"
import { findEpisode } from "../reading/episodes.ts"
import { findCard } from "../reading/read.ts"
import { eventsOf, everyEvent } from "../refs.ts"
import { parseSince } from "../where-and-when.ts"

export type Selector =
  | { readonly card: string }
  | { readonly episode: string }
  | { readonly since: number; readonly until: number }
  | { readonly text: string }
  | { readonly refs: ReadonlySet<string> }

interface Wanted {
  readonly card?: string | undefined
  readonly episode?: string | undefined
  readonly text?: string | undefined
  /** times as people write them; without `until`, up to now */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Exactly one of card, episode, text and since is given. */
export function selectorFor(memory: Memory, { card, episode, text, since, until }: Wanted): Selector {
  if (card !== undefined) return { card: findCard(memory, card).id }
  if (episode !== undefined) return { episode: findEpisode(memory, episode).id }
  if (text !== undefined) {
    if (text.trim().length < 3) throw refused("text needs at least three characters, or it would name everything")
    return { text }
  }
  const now = memory.parts.now()
  const [from, to] = [parseSince(since!, now), until === undefined ? now + 1 : parseSince(until, now)]
  if (to <= from) throw refused("until must be later than since")
  return { since: from, until: to }
}
const refused = (what: string): MettleError =>
  new MettleError("E_USAGE", `forget: ${what}`, { still: "nothing was erased", hint: "mettle forget --help" })

export const folded = (text: string): string => text.normalize("NFKC").toLowerCase().normalize("NFKC")

/** Tells whether a text holds these words. */
export function holder(words: string): (text: string) => boolean {
  const wanted = folded(words)
  return text => folded(text).includes(wanted)
}

/** Tells which of an event's texts the selector names. */
export function namer(
  memory: Memory,
  selector: Selector,
): (event: Event, refs: readonly string[]) => readonly string[] {
  if ("episode" in selector) return (event, refs) => (event.episode === selector.episode ? refs : [])
  if ("since" in selector) return (event, refs) => (event.ts >= selector.since && event.ts < selector.until ? refs : [])
  if ("refs" in selector) return (_, refs) => refs.filter(ref => selector.refs.has(ref))
  if ("card" in selector) {
    const events = cardEvents(memory, selector.card)
    const quotes = quotedInHolds(memory, selector.card)
    return (event, refs) => (events.has(event.id) ? refs : refs.filter(ref => quotes(event, ref)))
  }
  const holds = holder(selector.text)
  const known = new Map<string, boolean>()
  const named = (ref: string): boolean => {
    const answer = known.get(ref) ?? holds(memory.parts.blobs.get(ref) ?? "")
    known.set(ref, answer)
    return answer
  }
  return (_, refs) => refs.filter(named)
}

/** A card is its proposal, every proposal merged into it, and the events they cite. */
function cardEvents(memory: Memory, id: string): ReadonlySet<string> {
  const card = read.card.get(memory.views, id)
  const merged = read.proposal.list(memory.views).filter(([, p]) => p.into === id)
  return new Set([id, ...(card?.evidence.map(e => e.event) ?? []), ...merged.map(([proposal]) => proposal)])
}

/** Our own words to the agent, which its client gave back as the result of the call. */
function quotedInHolds(memory: Memory, id: string): (event: Event, ref: string) => boolean {
  const card = read.card.get(memory.views, id)
  const statement = card ? memory.parts.blobs.get(card.statement) : null
  if (statement === null) return () => false
  const quotes = holder(oneLine(statement))
  const held = new Set(
    eventsOf(memory.parts.log, "check.answered").flatMap(({ episode, data }) =>
      data.hits.some(hit => hit.card === id && hit.hold) ? [episode] : [],
    ),
  )
  return ({ type, episode }, ref) => {
    if (type !== "tool.finished" || !held.has(episode)) return false
    const text = memory.parts.blobs.get(ref)
    return text !== null && saysHeld(text) && quotes(text)
  }
}

export interface Named {
  /** what it is the name of, as the event calls it */
  readonly field: string
  readonly name: string
  /** how many events hold it */
  readonly events: number
}

/** The names that hold some words, the most frequent first. */
export function namesHolding({ parts }: Pick<Memory, "parts">, holds: (text: string) => boolean): readonly Named[] {
  const known = new Map<string, boolean>()
  const found = new Map<string, Named>()
  for (const stored of everyEvent(parts.log)) {
    const { type, data } = parseEvent(stored)
    for (const field of definitionOf(type).names)
      for (const name of stringsIn(data[field])) {
        const held = known.get(name) ?? holds(name)
        known.set(name, held)
        if (!held) continue
        const key = `${field} ${name}`
        found.set(key, { field, name, events: (found.get(key)?.events ?? 0) + 1 })
      }
  }
  return [...found.values()].sort((a, b) => b.events - a.events)
}

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
