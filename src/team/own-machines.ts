// One person on several machines: the same key, so the same author. What they said on another machine needs no nod here; of two
// rules that cannot both hold the later word counts; what they take back on one machine goes on all of them.
import { hashId } from "../core/ids.ts"
import { isForeign, isNorm } from "../core/model.ts"
import { SHARED_TABLE, type SharedCardRow } from "../core/shared/tables.ts"
import { cardOf, read } from "../core/views/read.ts"
import type { Rows } from "../core/views/rows.ts"
import { type CardView, isLive } from "../core/views/state.ts"
import { act } from "../memory/acting/acts.ts"
import { forget } from "../memory/forgetting/forget.ts"
import type { Memory } from "../memory/memory.ts"
import { approve, inbox, turnDown } from "../memory/reading/review.ts"
import { eventsOf, refsOf } from "../memory/refs.ts"

/** Whether a card of this person was made on another machine. */
export const isElsewhere = (memory: Memory, { subject }: SharedCardRow): boolean =>
  memory.parts.log.get(subject) === null
export const receivedId = (card: string): string => hashId("received", card)

const mine = (rows: Rows, me: string): readonly SharedCardRow[] =>
  SHARED_TABLE.card
    .list(rows)
    .map(([, row]) => row)
    .filter(row => row.author === me)

/** The cards here that stand on what came with a shared one: a rule that was nodded to is a note that cites it. */
function standingOn(memory: Memory): ReadonlyMap<string, readonly CardView[]> {
  const out = new Map<string, CardView[]>()
  for (const [, card] of read.card.list(memory.views))
    for (const { event } of card.evidence) {
      const came = read.received.get(memory.views, event)?.card
      if (came === undefined || isForeign(card.proposer)) continue
      const cards = out.get(came) ?? []
      out.set(came, [...cards, card])
    }
  return out
}

/** What a shared card is here: the card itself, where it was made here or came as it is, or what was made of it by a nod. */
const hereOf = (memory: Memory, row: SharedCardRow, on = standingOn(memory)): readonly CardView[] => {
  const card = cardOf(memory.views, row.subject) ?? cardOf(memory.views, row.id)
  return card ? [card] : (on.get(row.id) ?? [])
}
const isUsed = (cards: readonly CardView[]): boolean => cards.some(card => isLive(card.stage))

/** Whether this machine and the log agreed at last that a card is put away: what is used again there since is used again here. */
const awayKey = (team: string, row: SharedCardRow): string => `team/${team}/away/${row.id}`
const noteAgreed = (memory: Memory, team: string, row: SharedCardRow): void => {
  const said = row.body === null ? "1" : ""
  if ((memory.parts.meta.get(awayKey(team, row)) ?? "") !== said) memory.parts.meta.set(awayKey(team, row), said)
}

/** The same words, said here too and put away here after they were said there. */
function putAwaySince(memory: Memory, row: SharedCardRow): boolean {
  const words = row.body?.statement
  if (words === undefined) return false
  const same = read.card
    .list(memory.views)
    .filter(([, card]) => card.stage === "archived" && isNorm(card.kind) && memory.text(card.statement) === words)
  if (same.length === 0) return false
  const ids = new Set(same.map(([id]) => id))
  return eventsOf(memory.parts.log, "card.archived").some(e => ids.has(e.data.card) && e.ts > row.body!.bornAt)
}

/** Rules that came from elsewhere and wait, by the id of what came. */
const waitingFrom = (memory: Memory) =>
  new Map(inbox(memory).flatMap(item => (item.why === "from a teammate" ? [[item.id, item] as const] : [])))

/** What the person said on another machine is theirs here too, until they put it away here. Returns how many were taken. */
export async function takeOwn(memory: Memory, rows: Rows, team: string, me: string): Promise<number> {
  const all = mine(rows, me)
  if (all.length === 0) return 0
  const on = standingOn(memory)
  let waiting = waitingFrom(memory)
  let n = 0
  // What was put away is asked about no more, and does not stand before the same words said anew.
  for (const row of all.filter(each => each.body === null && waiting.has(each.id)))
    await act(memory, "feedback.given", { about: "card", target: row.id, tag: "irrelevant", by: "team", note: null })
  if (all.some(row => row.body === null && waiting.has(row.id))) waiting = waitingFrom(memory)
  for (const row of all) {
    if (row.body === null) continue
    const here = hereOf(memory, row, on)
    if (here.length > 0 && !isUsed(here)) {
      // Put away here and not said yet, or used again there since both agreed that it is away.
      if (!memory.parts.meta.get(awayKey(team, row))) continue
      await act(memory, "card.confirmed", { card: here.at(-1)!.id })
      noteAgreed(memory, team, row)
      n++
      continue
    }
    noteAgreed(memory, team, row)
    if (!isElsewhere(memory, row)) continue
    const item = waiting.get(row.id)
    if (item && putAwaySince(memory, row)) continue
    if (item) {
      const other = item.against ? cardOf(memory.views, item.against.id) : undefined
      const isLater = other === undefined || saidAt(memory, rows, other) <= row.body!.bornAt
      if (isLater) n++
      await (isLater ? approve(memory, item) : turnDown(memory, item))
      continue
    }
    const card = cardOf(memory.views, row.id)
    if (!card || card.confirmed || !isLive(card.stage) || isNorm(card.kind)) continue
    await act(memory, "card.confirmed", { card: card.id })
    n++
  }
  memory.catchUp()
  return n
}

/** When the person said it: a rule of another machine was said there, not when it came. */
function saidAt(memory: Memory, rows: Rows, card: CardView): number {
  const there = card.evidence.flatMap(({ event }) => {
    const came = read.received.get(memory.views, event)?.card
    return came === undefined ? [] : (SHARED_TABLE.card.get(rows, came)?.body?.bornAt ?? [])
  })
  return there.length > 0 ? Math.min(...there) : card.bornAt
}

const heededKey = (team: string, envelope: string): string => `team/${team}/heeded/${envelope}`
/** Withdrawals that this machine said itself are not heard as another's. */
export function noteSaid(
  memory: Memory,
  team: string,
  envelopes: readonly { readonly id: string; readonly type: string }[],
): void {
  for (const { id, type } of envelopes) if (type === "card.withdrawn") memory.parts.meta.set(heededKey(team, id), "1")
}

/** What was taken back on another machine goes here. Returns how many were forgotten. */
export async function heedOwn(memory: Memory, rows: Rows, team: string, me: string): Promise<number> {
  const taken = mine(rows, me).filter(row => row.withdrawn !== null)
  const open = taken.filter(row => !memory.parts.meta.get(heededKey(team, row.envelope)))
  if (open.length === 0) return 0
  const on = standingOn(memory)
  let n = 0
  for (const row of open) {
    if (row.withdrawn === "forgotten") n += await forgetHere(memory, row)
    else
      for (const { id } of hereOf(memory, row, on).filter(card => isLive(card.stage)))
        await act(memory, "card.archived", { card: id, note: null, by: "team" })
    noteAgreed(memory, team, row)
    memory.parts.meta.set(heededKey(team, row.envelope), "1")
  }
  memory.catchUp()
  return n
}

/** The words of a card, wherever they stand here: also in what the person typed when they first said it. */
async function forgetHere(memory: Memory, row: SharedCardRow): Promise<number> {
  const events = [row.subject, row.id, receivedId(row.id)].flatMap(id => memory.parts.log.get(id) ?? [])
  const refs = new Set(events.flatMap(refsOf).filter(ref => memory.parts.blobs.get(ref) !== null))
  const card = cardOf(memory.views, row.subject)
  for (const e of card?.evidence ?? []) if (memory.parts.blobs.get(e.blob) !== null) refs.add(e.blob)
  if (refs.size > 0) await forget(memory, { refs })
  return refs.size > 0 ? 1 : 0
}

/** Why a card of another machine that was taken here is given no more; null while it is, or was never here. */
export function goneHere(memory: Memory, row: SharedCardRow): "forgotten" | "archived" | null {
  const came = memory.parts.log.get(row.id)
  if (came === null) return null
  const { statement } = came.data as { readonly statement?: string }
  if (statement !== undefined && memory.parts.blobs.get(statement) === null) return "forgotten"
  const here = hereOf(memory, row)
  if (here.length === 0) return putAwaySince(memory, row) ? "archived" : null
  return !isUsed(here) && here.some(card => card.stage === "archived") ? "archived" : null
}

/** Whether a card here only repeats what this person shares from another machine. */
export function repeats(memory: Memory, rows: Rows, me: string, card: string): boolean {
  const view = cardOf(memory.views, card)
  return (view?.evidence ?? []).some(({ event }) => {
    const came = read.received.get(memory.views, event)?.card
    const row = came === undefined ? undefined : SHARED_TABLE.card.get(rows, came)
    return row?.author === me && row.body !== null
  })
}
