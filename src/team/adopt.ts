// What teammates shared becomes proposals here, under the same gate as everything: norms wait in Review for this person's nod,
// facts, tactics and failures come in as quoted data, named after who sent them. What they took back goes here too, unless
// this person has made it their own.

import type { Draft } from "../core/events/draft.ts"
import { parseEvent } from "../core/events/registry.ts"
import { type EvidenceKind, foreignProposer, isNorm } from "../core/model.ts"
import { redact } from "../core/redact/redact.ts"
import { scopeOfPartition } from "../core/shared/bodies.ts"
import { memberOf } from "../core/shared/fold.ts"
import { heardIn } from "../core/shared/keeping.ts"
import { SHARED_TABLE, type SharedCardRow } from "../core/shared/tables.ts"
import { cardOf } from "../core/views/read.ts"
import type { Rows } from "../core/views/rows.ts"
import { isLive } from "../core/views/state.ts"
import { act } from "../memory/acting/acts.ts"
import { forget } from "../memory/forgetting/forget.ts"
import type { Memory } from "../memory/memory.ts"
import { everyEvent, refsOf } from "../memory/refs.ts"
import { heedOwn, isElsewhere, receivedId, takeOwn } from "./own-machines.ts"

/** Cards of one author that are taken in, ever: nobody fills another's log. */
const MOST_CARDS = 1000

/** Brings this memory up to what the team says. Running it again changes nothing. */
export async function adopt(memory: Memory, rows: Rows, team: string, me: string) {
  const isHere = (row: SharedCardRow): boolean => memory.parts.log.get(row.id) !== null
  const doors = new Map<string, (author: string) => boolean>()
  const isHeard = ({ partition, author }: SharedCardRow): boolean => {
    const door = doors.get(partition) ?? heardIn(rows, partition)
    doors.set(partition, door)
    return door(author)
  }
  const foreign = SHARED_TABLE.card
    .list(rows)
    .map(([, row]) => row)
    // A person's own cards of another machine come as everybody's do; they need no nod (own-machines.ts).
    .filter(row => row.author !== me || isElsewhere(memory, row))
    // Who is not heard has said nothing: what came of it before goes as if its author had put it away.
    .map(row => (isHeard(row) ? row : { ...row, body: null, withdrawn: row.withdrawn ?? ("archived" as const) }))
  const came = foreign.filter(isHere)
  const taken = new Map<string, number>()
  for (const { author } of came) taken.set(author, (taken.get(author) ?? 0) + 1)
  let proposed = 0
  for (const row of foreign) {
    const before = taken.get(row.author) ?? 0
    if (row.body === null || before >= MOST_CARDS || isHere(row)) continue
    taken.set(row.author, before + 1)
    proposed += await propose(memory, rows, row, team)
  }
  memory.catchUp()
  let [archived, forgotten] = [0, 0]
  for (const row of came) {
    if (row.body !== null) {
      forgotten += await eraseDropped(memory, row)
      continue
    }
    const card = cardOf(memory.views, row.id)
    // What this person took back on another machine is not kept here for having been approved.
    if (row.author === me || card?.confirmed || card?.pinned) continue
    if (row.withdrawn === "forgotten") forgotten += await erase(memory, row.id)
    else archived += await putAway(memory, row.id)
  }
  await takeOwn(memory, rows, team, me)
  forgotten += await heedOwn(memory, rows, team, me)
  return { proposed, archived, forgotten }
}

/** Two events: what came, so that its words can be cited and forgotten, and the proposal that cites them. */
async function propose(memory: Memory, rows: Rows, row: SharedCardRow, team: string): Promise<number> {
  const scope = scopeOfPartition(row.partition)
  const body = row.body
  if (!scope || !body) return 0
  const name = memberOf(rows, row.partition, row.author)?.name ?? "somebody"
  const where = { ts: memory.parts.now(), episode: null, scope: scope.id }
  const quotes = body.evidence.map(e => redact(e.quote.toWellFormed()).text)
  const came: Draft<"card.received"> = {
    type: "card.received",
    id: receivedId(row.id),
    ...where,
    data: { card: row.id, team, author: row.author, name, quotes },
  }
  await memory.record([came])
  const kept = memory.parts.log.get(came.id)?.data as { readonly quotes: readonly string[] } | undefined
  if (!kept) return 0
  const draft: Draft<"card.proposed"> = {
    type: "card.proposed",
    id: row.id,
    ...where,
    data: {
      proposer: foreignProposer(callName(name, row.author)),
      provenance: "relayed",
      kind: body.kind,
      statement: redact(body.statement.toWellFormed()).text,
      tier: scope.tier,
      topic: redact(body.topic.toWellFormed()).text,
      tags: body.tags.map(tag => redact(tag.toWellFormed()).text),
      turn: null,
      evidence: kept.quotes.flatMap((blob, i) => {
        const text = memory.parts.blobs.get(blob)
        if (!text) return []
        const kind = kindHere(body.evidence[i]!.kind, isNorm(body.kind))
        return [{ kind, event: came.id, blob, start: 0, end: text.length, hash: memory.parts.blobs.hash(text) }]
      }),
    },
  }
  return (await memory.record([draft])).added
}

/** As people see it: the name they gave themselves, and enough of their key to tell two of that name apart. */
const callName = (name: string, author: string): string => `${name}~${author.slice(0, 6)}`

/** Another person's words are a document here: they anchor facts and ask for a nod, they are no norm. */
const kindHere = (kind: EvidenceKind, norm: boolean): EvidenceKind => (norm || kind === "user_span" ? "doc_span" : kind)

/** The words go for good; what this person's own events say in the same words stays. */
async function erase(memory: Memory, card: string): Promise<number> {
  const refs = wordsOf(memory, [card, receivedId(card)])
  if (refs.size === 0) return 0
  return (await eraseWords(memory, card, refs)) ? 1 : putAway(memory, card)
}

/** Cited words that their author no longer gives: forgotten there alone, while the card stays. */
async function eraseDropped(memory: Memory, row: SharedCardRow): Promise<number> {
  if (row.rev === 0 || !row.body) return 0
  const plain = (text: string): string => redact(text.toWellFormed()).text
  const still = new Set(row.body.evidence.map(e => plain(e.quote)))
  const cited = wordsOf(memory, [receivedId(row.id)])
  const dropped = new Set([...cited].filter(ref => !still.has(plain(memory.parts.blobs.get(ref) ?? ""))))
  const card = cardOf(memory.views, row.id)
  // A card without any cited words is no card: one that was approved keeps its last ones.
  if (dropped.size === 0 || ((card?.confirmed || card?.pinned) && dropped.size === cited.size)) return 0
  return (await eraseWords(memory, row.id, dropped)) ? 1 : 0
}

/** Texts of these events that are still there. */
const wordsOf = (memory: Memory, ids: readonly string[]): Set<string> =>
  new Set(
    ids
      .flatMap(id => memory.parts.log.get(id) ?? [])
      .flatMap(refsOf)
      .filter(ref => memory.parts.blobs.get(ref) !== null),
  )

async function eraseWords(memory: Memory, card: string, refs: Set<string>): Promise<boolean> {
  const ids = new Set([card, receivedId(card)])
  for (const event of everyEvent(memory.parts.log)) {
    if (refs.size === 0) break
    if (!ids.has(event.id)) for (const ref of refsOf(parseEvent(event))) refs.delete(ref)
  }
  if (refs.size > 0) await forget(memory, { refs }, "team")
  return refs.size > 0
}

async function putAway(memory: Memory, id: string): Promise<number> {
  const card = cardOf(memory.views, id)
  if (card) {
    if (!isLive(card.stage)) return 0
    await act(memory, "card.archived", { card: id, note: null, by: "team" })
    return 1
  }
  const turned = memory.parts.log
    .readTypes(["feedback.given"])
    .some(e => (e.data as { readonly target: string }).target === id)
  if (turned) return 0
  await act(memory, "feedback.given", { about: "card", target: id, tag: "irrelevant", by: "team", note: null })
  return 1
}
