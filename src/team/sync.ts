// sync: takes what the team said, tells what this home has to say, takes again, and leaves for recall what others saw. Runs in
// `settle`, a detached worker or `mettle team sync`; never in a hook. Safe to break off anywhere and to run twice at once.

import { MettleError } from "../core/errors.ts"
import { hashId } from "../core/ids.ts"
import { ESTIMATE } from "../core/learn/estimate.ts"
import { heard, POOL, unitsByCard } from "../core/learn/pool.ts"
import { type SharedType, sharedId } from "../core/shared/bodies.ts"
import { elsewhereOf, measuredCards, othersOn, ownOn, unitsIn } from "../core/shared/relearn.ts"
import { type Refused, SHARED_TABLE, type SharedCardRow } from "../core/shared/tables.ts"
import { read } from "../core/views/read.ts"
import { isLearnable } from "../core/views/records.ts"
import type { Rows } from "../core/views/rows.ts"
import type { Memory, Views } from "../memory/memory.ts"
import { type PooledRead, together, writePooled } from "../memory/packs/pooled.ts"
import { adopt } from "./adopt.ts"
import type { Membership } from "./membership.ts"
import { carriedTo, noteTaken, pending, said, sharedEpisodes } from "./outbox.ts"
import { isElsewhere, noteSaid } from "./own-machines.ts"
import type { Envelope, SharedLog } from "./shared-log.ts"
import { joinedLog, pull, sameLog } from "./shared-views.ts"
import type { Identity } from "./signing.ts"

export interface SyncParts {
  readonly memory: Memory
  readonly log: SharedLog
  readonly views: Views
  readonly membership: Membership
  readonly identity: Identity
}
const SEND = 200
const syncedKey = (team: string): string => `team/${team}/synced`
export const lastSync = (memory: Memory, team: string): number | null =>
  Number(memory.parts.meta.get(syncedKey(team)) ?? "0") || null

export async function sync(parts: SyncParts) {
  const { memory, log, views, membership, identity } = parts
  const { team, partitions } = membership
  await sameLog(memory.parts.meta, log, team, views)
  const first = await pull(log, views, partitions)
  const came = await adopt(memory, views, team, identity.author)
  // Forgetting drops the shared views, and what follows is reckoned from all of them.
  if (views.refresh()) await pull(log, views, partitions)
  memory.catchUp()
  const upTo = memory.parts.log.head()
  const waiting = pending(memory, views, membership, identity, memory.parts.now())
  const agreed = membership.agreedAt !== null
  // Taking back needs no agreement: it holds no words, and what was forgotten must not wait.
  const going = agreed ? waiting : waiting.filter(e => e.type === "card.withdrawn")
  const sent = await push(log, going)
  const then = going.length > 0 ? await pull(log, views, partitions) : { entries: 0, refused: {} }
  if (joinedLog(memory.parts.meta, team) === null) await sameLog(memory.parts.meta, log, team, views)
  noteTaken(views, identity.author, going)
  noteSaid(memory, team, going)
  const hushed = hush(memory, views, identity.author)
  const erased = await eraseOwed(parts)
  if (hushed > 0) views.scrub()
  leaveForRecall(memory, views, membership, identity.author)
  if (agreed) carriedTo(memory, team, upTo)
  memory.parts.meta.set(syncedKey(team), String(memory.parts.now()))
  return {
    taken: first.entries + then.entries,
    refused: added(first.refused, then.refused),
    ...came,
    /** envelopes the shared log did not hold before */
    sent,
    /** held back until the person has seen what would be shared */
    waiting: waiting.length - going.length,
    erased,
  }
}
export type Synced = Awaited<ReturnType<typeof sync>>

type Counts = Readonly<Partial<Record<Refused, number>>>
const added = (a: Counts, b: Counts): Counts => {
  const out: Partial<Record<Refused, number>> = { ...a }
  for (const [why, n] of Object.entries(b) as [Refused, number][]) out[why] = (out[why] ?? 0) + n
  return out
}

/** Appends in order. Says how many the log did not hold before. */
async function push(log: SharedLog, envelopes: readonly Envelope[]): Promise<number> {
  let sent = 0
  for (let i = 0; i < envelopes.length; i += SEND) sent += await log.append(envelopes.slice(i, i + SEND))
  return sent
}

/** Erases in the shared log what this home's person took back. The debt stands in the views until it is paid. */
async function eraseOwed({ log, views, identity }: SyncParts): Promise<number> {
  const { author } = identity
  const owed = SHARED_TABLE.owed.list(views).filter(([, row]) => row.author === author)
  const ids = owed.flatMap(([, { partition, subject, upTo }]) =>
    Array.from({ length: upTo + 1 }, (_, rev) => sharedId(author, partition, "card.shared", subject, rev)),
  )
  const erased = ids.length > 0 ? await log.erase(ids.map(id => ({ id, token: identity.token(id) }))) : 0
  await log.sweep()
  for (const [key] of owed) SHARED_TABLE.owed.delete(views, key)
  views.flush(views.seq())
  if (erased > 0) views.scrub()
  return erased
}

/** Writes, per card of this memory, what everybody else saw of it. */
export function leaveForRecall(memory: Memory, rows: Rows, membership: Membership, me: string): void {
  const found = new Map<string, PooledRead>()
  const told = new Set(sharedEpisodes(memory, membership.partitions, me).map(out => out.content.subject))
  const isHere = (episode: string): boolean => told.has(episode)
  for (const partition of membership.partitions) {
    const units = unitsIn(rows, partition)
    const mine = elsewhereOf(rows, partition, me, isHere)
    if (mine.length === 0 && units.every(unit => unit.person === me)) continue
    const who = unitsByCard(units)
    for (const card of measuredCards(rows, partition)) {
      const here = localCard(memory, card, me)
      const team = SHARED_TABLE.pooled.get(rows, card.id)
      if (here === null || !team) continue
      const { weighed, people, sessions, n } = othersOn(who.get(card.id) ?? [], me, card.id)
      const own = ownOn(mine, card.id)
      if (people === 0 && own.sessions === 0) continue
      // This person's own effect may differ from theirs as theirs do from each other; on all their machines it is one.
      const theirs = heard(weighed, POOL.person)
      const others = { precision: theirs.precision + own.precision, pull: theirs.pull + own.pull }
      const { partition: _, ...value } = team
      const local = read.card.get(memory.views, here)
      const source = local && isLearnable(local) ? local.source : null
      found.set(
        here,
        together(found.get(here) ?? null, {
          ...{ others, people, team: value, source },
          ...{ sessions: sessions + own.sessions, n: n + own.n },
        }),
      )
    }
  }
  const stamp = hashId("pooled", membership.team, JSON.stringify([...found]), ESTIMATE.minSessions).slice(0, 16)
  writePooled(memory.parts.meta, membership.team, found, stamp)
}

/** The card of this memory that a shared one is: its own, the adopted one, or the one it was merged into. */
function localCard(memory: Memory, card: SharedCardRow, me: string): string | null {
  if (card.author === me && !isElsewhere(memory, card)) return card.body?.subject ?? null
  const fate = read.proposal.get(memory.views, card.id)
  return fate?.act === "merge" ? fate.into : fate?.act === "admit" || fate?.act === "supersede" ? card.id : null
}

// This home's copy of a team's words, when its person forgets: the shared views were dropped (memory/forgetting/text-places.ts), and what
// comes back from the shared log of a card that was forgotten here stays without words here.

/** Takes the words out of teammates' cards that were forgotten here. Returns how many. */
function hush(memory: Memory, rows: Rows, me: string): number {
  let n = 0
  for (const [id, row] of SHARED_TABLE.card.list(rows)) {
    if (row.author === me || row.body === null || row.body.statement === "") continue
    const { statement } = (memory.parts.log.get(id)?.data ?? {}) as { readonly statement?: string }
    if (statement === undefined || memory.parts.blobs.get(statement) !== null) continue
    const body = { ...row.body, statement: "", topic: "", tags: [], evidence: [] }
    SHARED_TABLE.card.set(rows, id, { ...row, body })
    n++
  }
  return n
}

// One word about the log or its members, said until the fold agrees: ids follow from what they name, so somebody else's
// envelope may stand where a word belongs, and then it is said again under the next number.

/** Tries of one word, when its id is taken by somebody else's envelope. */
const MOST_TRIES = 20

export async function untilHeard(
  { log, views, identity, memory, membership }: SyncParts,
  partition: string,
  type: SharedType,
  content: Parameters<typeof said>[4],
  isHeard: () => boolean,
  from = 0,
): Promise<void> {
  for (let rev = from; rev < from + MOST_TRIES && !isHeard(); rev++) {
    await log.append([said(identity, memory.parts.now(), type, partition, content, rev)])
    await pull(log, views, membership.partitions)
  }
  if (isHeard()) return
  throw new MettleError("E_LOCKED", "somebody else's envelopes stand where this word belongs", {
    still: "their norms need your nod anyway, and every card of theirs can be archived here",
    hint: "the engine's own accounts shut them out",
  })
}
