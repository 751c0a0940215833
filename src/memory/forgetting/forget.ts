// Forget: text goes for good, facts stay (L4). What events made of it is kept first, the erasure is an event, every place that
// can hold text is gone through (text-places.ts), and the search afterwards is part of the act.

import { fileRefused, isCode, MettleError } from "../../core/errors.ts"
import type { Event } from "../../core/events/define.ts"
import { type DataOf, parseEvent } from "../../core/events/registry.ts"
import type { ForgetReceipt } from "../../core/promised.ts"
import { read } from "../../core/views/read.ts"
import { FORGETTING, type Memory } from "../memory.ts"
import { everyEvent, refsOf } from "../refs.ts"
import { FORGOTTEN, readingsThatRestOn } from "./forgotten.ts"
import type { Gone } from "./text-places.ts"
import { holder, type Named, namer, namesHolding, type Selector } from "./wanted.ts"

export interface Forgotten extends ForgetReceipt {
  readonly refs: readonly string[]
  /** files that went as a whole, since they could not be searched */
  readonly removed: readonly string[]
  /** files that could not be reached and may still hold it */
  readonly left: readonly string[]
  /** names that events keep and that hold the words */
  readonly named: readonly Named[]
}

/** How much of the log is folded again. */
type Progress = (done: number, total: number) => void

/** Shorter texts (a branch, `git status`) stand in others by chance. */
const TELLING = 24
/** The remark about other places looks for the longest erased texts only: it is a remark. */
const LOOKED_FOR = 200

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
  if ("text" in selector || "refs" in selector) addDerived(memory, refs, events)
  else for (const ref of kept) if (!own.has(ref)) refs.delete(ref)
  return { refs, events }
}

/** Topic and tags are words cut out of a statement: they go with it, unless something that stays says the same. */
function addDerived(memory: Memory, refs: Set<string>, events: readonly Event[]): void {
  const gone = new Set(
    events.filter(e => e.type === "card.proposed" && ownWords(e).some(ref => refs.has(ref))).map(e => e.id),
  )
  const derived = new Set(events.filter(e => gone.has(e.id)).flatMap(refsOf))
  if (derived.size === 0) return
  for (const event of allEvents(memory)) if (!gone.has(event.id)) for (const ref of refsOf(event)) derived.delete(ref)
  for (const ref of derived) refs.add(ref)
}

const ownWords = (event: Event): readonly string[] => {
  const { statement, text } = event.data as { readonly statement?: string; readonly text?: string }
  if (event.type === "note.written") return text === undefined ? [] : [text]
  return statement === undefined ? [] : [statement]
}

/** What would go, counted, and the cards that would no longer be there: their words or all they stand on goes. Nothing is changed. */
export function dryRun(memory: Memory, selector: Selector) {
  memory.catchUp()
  const { refs, events } = plan(memory, selector)
  const texts = [...refs].flatMap(ref => memory.parts.blobs.get(ref) ?? [])
  const cards = read.card
    .values(memory.views)
    .filter(
      ({ statement, evidence }) =>
        refs.has(statement) ||
        (evidence.some(e => refs.has(e.blob)) && evidence.every(e => refs.has(e.blob) || memory.text(e.blob) === null)),
    )
  return { texts: texts.length, bytes: sizeOf(texts), events: events.length, cards }
}

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

/** Who wants it: only a person's own word takes along what cannot be searched. */
type ForgottenBy = DataOf<"text.forgotten">["by"]

/** Others may write faster than their events can be looked at: not so many times in a row. */
const TRIES = 200
/** A hook behind the lock may put more aside while this goes on: looked after again, so many times. */
const ROUNDS = 3

export async function forget(
  memory: Memory,
  selector: Selector,
  by: ForgottenBy = "user",
  progress?: Progress,
): Promise<Forgotten> {
  const places = await memory.parts.places?.()
  if (by === "user") await places?.letGo()
  await places?.takeIn(memory)
  memory.catchUp()
  const before = read.card.list(memory.views).length
  const holds = "text" in selector ? holder(selector.text) : null
  let done = await forgetOnce(memory, selector, holds, by, progress)
  for (let round = 1; places && round < ROUNDS; round++) {
    const head = memory.parts.log.head()
    await places.takeIn(memory)
    if (memory.parts.log.head() === head) break
    memory.catchUp()
    done = together(done, await forgetOnce(memory, selector, holds, by))
  }
  const after = read.card.list(memory.views).length
  const { texts, events, refs, removed, left } = done
  const named = holds === null ? [] : namesHolding(memory, holds)
  return {
    texts: texts.length,
    bytes: sizeOf(texts),
    events,
    cards: before - after,
    found:
      holds === null
        ? refs.filter(ref => memory.parts.blobs.get(ref) !== null).length
        : search(memory, holds) + named.length,
    elsewhere: holds === null ? search(memory, anyOf(longest(texts))) : 0,
    refs,
    removed,
    left,
    named,
  }
}

type Done = Awaited<ReturnType<typeof forgetOnce>>
const together = (a: Done, b: Done): Done => ({
  texts: [...a.texts, ...b.texts],
  events: a.events + b.events,
  refs: [...a.refs, ...b.refs],
  removed: [...a.removed, ...b.removed],
  left: b.left,
})

async function forgetOnce(
  memory: Memory,
  selector: Selector,
  holds: ((text: string) => boolean) | null,
  by: ForgottenBy,
  progress?: Progress,
) {
  const places = await memory.parts.places?.()
  const { refs: own, events } = plan(memory, selector)
  const copied = holds === null ? [] : ((await places?.heldInCopies(holds)) ?? [])
  const refs = new Set([...own, ...copied])
  const texts = [...refs].flatMap(ref => memory.parts.blobs.get(ref) ?? [])
  const episodes = new Set(events.flatMap(event => event.episode ?? []))
  const said =
    refs.size === 0 ? null : await sayForgotten(memory, refs, { by, refs: [...refs], episodes: [...episodes] })
  try {
    if (said !== null) erase(memory, said, refs)
    const reached = await clear(memory, { refs, holds, texts, asked: by === "user" }, progress)
    return { texts, events: events.length, refs: [...refs], ...reached }
  } catch (error) {
    throw said === null ? error : begun(error)
  }
}

/** Once it is said it will be done, by whoever can (finishForgetting): nobody may read that nothing happened. */
function begun(error: unknown): unknown {
  const refused = error instanceof MettleError ? error : fileRefused(error)
  if (refused === null) return error
  return new MettleError(refused.code, refused.message, {
    still: "the forgetting has begun and cannot be called off; the next session, or mettle settle, goes on with it",
    ...(refused.hint === undefined ? {} : { hint: refused.hint }),
    cause: error,
  })
}

/** Says which texts go, and what was read out of them. Returns the id of that event. */
async function sayForgotten(
  memory: Memory,
  refs: ReadonlySet<string>,
  facts: Omit<DataOf<"text.forgotten">, "kept">,
): Promise<string> {
  const look = readingsThatRestOn(memory, refs)
  for (let tries = 1; ; tries++) {
    const { upTo, kept } = look()
    const said = memory.authored("text.forgotten", {}, { ...facts, kept: [...kept] })
    // Set before the first word of it is in the log: whatever comes in between, somebody will finish what was begun.
    memory.parts.meta.set(FORGETTING, said.id)
    try {
      // An event that came in meanwhile may rest on these texts too, and its reading would be lost with them.
      await memory.record([said], upTo)
      return said.id
    } catch (error) {
      if (!isCode(error, "E_LOCKED") || memory.parts.log.head() === upTo || tries === TRIES) throw error
    }
  }
}

function erase(memory: Memory, said: string, refs: ReadonlySet<string>): void {
  memory.parts.meta.set(FORGOTTEN, said)
  memory.parts.blobs.erase([...refs])
  memory.readings.erase(refs)
}

/** Takes it out of the views and of every other place: then nothing is left to be finished. */
async function clear(memory: Memory, gone: Gone, progress?: Progress) {
  memory.catchUp(progress)
  memory.search.scrub()
  memory.views.scrub()
  const places = await memory.parts.places?.()
  const reached = (await places?.clear(memory, gone)) ?? { removed: [], left: [] }
  memory.parts.meta.set(FORGETTING, "")
  return reached
}

/** Takes up a forgetting that a crash interrupted; does nothing otherwise. Returns whether there was one. */
export async function finishForgetting(memory: Memory): Promise<boolean> {
  const begun = memory.parts.meta.get(FORGETTING)
  if (!begun) return false
  const event = memory.parts.log.get(begun)
  if (event) {
    const { refs: all, by } = parseEvent(event).data as DataOf<"text.forgotten">
    const refs = new Set(all)
    erase(memory, begun, refs)
    await clear(memory, { refs, holds: null, texts: [], asked: by === "user" })
  }
  // Never said: then nothing was promised, and the person was told that it failed.
  else memory.parts.meta.set(FORGETTING, "")
  return true
}

const longest = (texts: readonly string[]): readonly string[] =>
  texts
    .filter(text => text.trim().length >= TELLING)
    .sort((a, b) => b.length - a.length)
    .slice(0, LOOKED_FOR)

const anyOf = (texts: readonly string[]): ((text: string) => boolean) => {
  const holders = texts.map(holder)
  return text => holders.some(holds => holds(text))
}

/** How many stored texts hold it. */
function search(memory: Memory, holds: (text: string) => boolean): number {
  const seen = new Set<string>()
  let found = 0
  for (const event of allEvents(memory))
    for (const ref of refsOf(event)) {
      if (seen.has(ref)) continue
      seen.add(ref)
      const text = memory.parts.blobs.get(ref)
      if (text !== null && holds(text)) found++
    }
  return found
}

function* allEvents(memory: Memory): Generator<Event> {
  for (const event of everyEvent(memory.parts.log)) yield parseEvent(event)
}
