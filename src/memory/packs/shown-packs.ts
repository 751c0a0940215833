// Packs that were shown: their text again from what the log says of them, and the proof from a transcript that they
// reached the model. No text of a pack is kept anywhere, so forgetting a card reaches its packs too.

import type { Event } from "../../core/events/define.ts"
import { type Draft, observed } from "../../core/events/draft.ts"
import { type DataOf, parseEvent } from "../../core/events/registry.ts"
import { hashId } from "../../core/ids.ts"
import type { Packable, PackItem } from "../../core/pack/pack.ts"
import { renderPack } from "../../core/pack/render.ts"
import { DAY } from "../../core/time.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"
import { eventsOf, everyEvent } from "../refs.ts"
import { packables } from "./situation.ts"

type PackBuilt = Event<DataOf<"pack.built">>

/** How many of an episode's last packs are looked for in a transcript. */
const RECENT = 6

/** The text as it was shown; null when nothing was, or when a shown card's words have changed or gone since. */
export function packText(memory: Memory, event: PackBuilt): string | null {
  const shown = event.data.shortlist.filter(item => item.shown)
  if (shown.length === 0) return null
  const cards = shown.flatMap(item => read.card.get(memory.views, item.card) ?? [])
  const known = packables(cards, new Map(), ref => memory.text(ref), event.ts)
  const byId = new Map<string, Packable>(known.map(card => [card.card, card]))
  const items = shown.flatMap((item): PackItem[] => {
    const card = byId.get(item.card)
    if (!card || hashId(card.statement).slice(0, 12) !== item.hash) return []
    return [{ ...item, why: "", statement: card.statement, untrusted: card.untrusted }]
  })
  return items.length < shown.length ? null : renderPack(items, byId, event.ts)
}

/** A logged pack by its id. */
export function shownPack(memory: Memory, id: string): PackBuilt | null {
  const event = memory.parts.log.get(id)
  return event?.type === "pack.built" ? (parseEvent(event) as PackBuilt) : null
}

/** The episode's first session-start pack, word for word, with the event that logs its being shown again. */
export function sameStart(
  memory: Memory,
  episode: string,
): { readonly text: string; readonly draft: Draft<"pack.built"> } | null {
  const first = eventsOf(memory.parts.log, "pack.built", episode).find(e => e.data.placement === "session_start")
  const text = first ? packText(memory, first) : null
  if (!first || text === null) return null
  return { text, draft: memory.authored("pack.built", { episode, scope: first.scope }, first.data) }
}

/** Packs that the transcript shows and the log does not yet know as delivered. */
export function deliveredPacks(
  memory: Memory,
  seen: {
    readonly client: string
    readonly episode: string
    readonly scope: string | null
    readonly tail: () => string | null
  },
): readonly Draft<"pack.delivered">[] {
  const { log } = memory.parts
  const known = new Set(eventsOf(log, "pack.delivered", seen.episode).map(({ data }) => data.pack))
  const open = eventsOf(log, "pack.built", seen.episode)
    .filter(e => !known.has(e.id))
    .filter(e => e.data.shortlist.some(item => item.shown))
    .slice(-RECENT)
  const tail = open.length === 0 ? null : seen.tail()
  if (tail === null) return []
  return open.flatMap(event => {
    const text = packText(memory, event)
    if (text === null || !tail.includes(JSON.stringify(text).slice(1, -1))) return []
    const source = { client: seen.client, session: seen.episode, record: event.id }
    const where = { ts: memory.parts.now(), episode: seen.episode, scope: seen.scope }
    return [observed("pack.delivered", source, where, { pack: event.id })]
  })
}

// What packs cost: how many were given on each day in each repository, and their tokens. Read once from the log by type, then carried on with what
// comes: a pack never changes.

interface PackCost {
  /** since the epoch */
  readonly day: number
  readonly scope: string | null
  readonly packs: number
  readonly tokens: number
}
interface Counting {
  seq: number
  readonly costs: Map<string, PackCost>
}
const kept = new WeakMap<Memory, Counting>()

export function packCosts(memory: Memory): readonly PackCost[] {
  const { log } = memory.parts
  const head = log.head()
  let mine = kept.get(memory)
  if (!mine) {
    mine = { seq: head, costs: new Map() }
    kept.set(memory, mine)
    for (const event of log.readTypes(["pack.built"])) if (event.seq <= head) add(mine, event)
  }
  for (const event of everyEvent(log, mine.seq)) {
    if (event.type === "pack.built") add(mine, event)
    mine.seq = event.seq
  }
  return [...mine.costs.values()]
}

function add({ costs }: Counting, { ts, scope, data }: Event): void {
  const day = Math.floor(ts / DAY)
  const key = `${day}/${scope}`
  const { packs, tokens } = costs.get(key) ?? { packs: 0, tokens: 0 }
  const more = Number((data as { tokens?: unknown }).tokens ?? 0)
  costs.set(key, { day, scope, packs: packs + 1, tokens: tokens + more })
}
