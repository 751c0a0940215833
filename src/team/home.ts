// This home in its teams, as doors use it: join, look at what would leave, agree, sync, and how it stands.
// Opens engine, shared views and key for as long as one act takes. Time comes from the memory.
import { rmSync } from "node:fs"
import { join as pathOf } from "node:path"
import { isCode, MettleError } from "../core/errors.ts"
import {
  MEMBER_NAME,
  partitionOf,
  readBody,
  type SharedType,
  scopeOfPartition,
  WORDLESS,
} from "../core/shared/bodies.ts"
import { heardIn, keeperOf } from "../core/shared/keeping.ts"
import { type MemberRow, SHARED_TABLE } from "../core/shared/tables.ts"
import { read } from "../core/views/read.ts"
import { act } from "../memory/acting/acts.ts"
import { dropSharedViews } from "../memory/forgetting/text-places.ts"
import type { Memory } from "../memory/memory.ts"
import { readAvoided } from "../memory/packs/learned.ts"
import { cardShort } from "../memory/reading/read.ts"
import { openSharedLog } from "./engines/registry.ts"
import { folderOf, type Membership, putMembership, readMemberships, shownUrl, takeGift, teamOf } from "./membership.ts"
import { backlog, carriedTo, pending } from "./outbox.ts"
import type { SharedLog } from "./shared-log.ts"
import { chooseLog, joinedLog, openSharedViews, otherLog, refusals, releaseLog, rivalLogs } from "./shared-views.ts"
import { type Identity, identityIn } from "./signing.ts"
import { lastSync, type Synced, type SyncParts, sync } from "./sync.ts"

/** Where a home's team files lie, and the memory that shares. */
export interface HomeOf {
  readonly data: string
  readonly memory: Memory
}

/** What an engine remembers here between runs. */
const ENGINE = "engine"
/** Opens what one act in a team needs, and closes it whatever happens. */
export async function inTeam<T>(
  { data, memory }: HomeOf,
  membership: Membership,
  run: (parts: SyncParts) => Promise<T>,
): Promise<T> {
  const dir = folderOf(data, membership.team)
  let me = membership
  const log = await openLog(dir, membership.url, identityIn(dir), gift => {
    me = takeGift(data, me, gift)
  })
  const identity = identityIn(dir)
  const views = openSharedViews(data, membership.team)
  try {
    return await run({ memory, log, views, membership: me, identity })
  } finally {
    views.close()
    await log.close()
  }
}
/** One act is short: what was fetched at its beginning is good for all of it. */
const FRESH = 10_000
const openLog = (dir: string, url: string, identity: Identity, received: (gift: string) => void): Promise<SharedLog> =>
  openSharedLog(url, {
    state: pathOf(dir, ENGINE),
    machine: identity.author.slice(0, 12),
    wordless: WORDLESS,
    freshMs: FRESH,
    received,
  })

/** The team a person means: by the start of its id, or the only one. */
export function teamNamed(data: string, given?: string): Membership {
  const all = readMemberships(data)
  const found = given === undefined ? all : all.filter(m => m.team.startsWith(given) || shownUrl(m.url) === given)
  if (found.length === 1) return found[0]!
  throw new MettleError(
    "E_NOT_FOUND",
    all.length === 0
      ? "this home belongs to no team"
      : found.length === 0
        ? "this home belongs to no such team"
        : `${found.length} teams fit: say which with --team`,
    { hint: all.length === 0 ? "mettle team join <url>" : `--team ${all.map(m => m.team).join(" or ")}` },
  )
}

/** Takes part and listens; nothing leaves before `agree`. Joining again adds scopes. */
export async function joinTeam(
  home: HomeOf,
  asked: { readonly url: string; readonly name: string; readonly partitions: readonly string[] },
): Promise<{ readonly membership: Membership; readonly durability: { readonly ok: boolean; readonly says: string } }> {
  if (!MEMBER_NAME.test(asked.name))
    throw new MettleError("E_USAGE", `"${asked.name}" cannot be a name in a team`, {
      hint: "small letters, digits, dots and dashes, at most 32: --name ann",
    })
  const { memory, data } = home
  const { url, begun } = addressOf(asked.url)
  const team = teamOf(url)
  const before = readMemberships(data).find(m => m.team === team)
  const fresh = asked.partitions.filter(p => !before?.partitions.includes(p))
  const replaced = otherLog(memory.parts.meta, team) !== null
  const chosen = begun === null ? null : begunAs(memory, team, begun)
  const membership: Membership = {
    team,
    url,
    name: before?.name ?? asked.name,
    partitions: [...(before?.partitions ?? []), ...fresh],
    // New scopes are new words, and another log is other people: shown again before anything leaves.
    agreedAt: fresh.length > 0 || replaced ? null : (before?.agreedAt ?? null),
    joinedAt: before?.joinedAt ?? memory.parts.now(),
  }
  if (replaced) startAnew(home, team)
  if (chosen !== null) chooseLog(memory.parts.meta, team, chosen)
  const opened = inTeam(home, membership, async ({ log, membership }) => ({
    membership,
    durability: await log.durability(),
  }))
  const joined = await opened.catch(error => {
    // Waits at the door: it takes part as soon as it is let in.
    if (isCode(error, "E_LOCKED")) return error as MettleError
    throw error
  })
  putMembership(data, joined instanceof MettleError ? membership : joined.membership)
  for (const shared of fresh)
    await act(memory, "scope.joined", { team, shared }, { scope: scopeOfPartition(shared)?.id ?? null })
  if (joined instanceof MettleError) throw joined
  return joined
}

/** An address may end in the id, or its start, of the beginning that counts: #4f2a91c0. */
function addressOf(asked: string): { readonly url: string; readonly begun: string | null } {
  const found = /#([0-9a-f]{6,32})$/.exec(asked)
  return found ? { url: asked.slice(0, found.index), begun: found[1]! } : { url: asked, begun: null }
}

/** The whole id of a beginning, by its start: among those that were seen, or all of it where none was. */
function begunAs({ parts: { meta } }: Memory, team: string, start: string): string {
  const seen = [...rivalLogs(meta, team), joinedLog(meta, team), otherLog(meta, team)].flatMap(id => id ?? [])
  const found = [...new Set(seen.filter(id => id.startsWith(start)))]
  if (found.length === 1) return found[0]!
  if (found.length === 0 && /^[0-9a-f]{32}$/.test(start)) return start
  throw new MettleError("E_NOT_FOUND", `no beginning of this log is called "${start}"`, {
    hint: "mettle team status shows them; a teammate's shows the one they joined",
  })
}

/** Nothing of the log that was there before says anything about the one that is there now. */
function startAnew({ data, memory }: HomeOf, team: string): void {
  releaseLog(memory.parts.meta, team)
  dropSharedViews(data, team)
  rmSync(pathOf(folderOf(data, team), ENGINE), { recursive: true, force: true })
  carriedTo(memory, team, 0)
}

/** Word for word what would leave now. */
export function previewOf({ memory, views, membership, identity }: SyncParts) {
  const waiting = pending(memory, views, membership, identity, memory.parts.now())
  const bodies = <T extends SharedType>(type: T) =>
    waiting.filter(e => e.type === type).map(e => ({ partition: e.partition, ...readBody(type, e.body)! }))
  const episodes = bodies("episode.shared")
  return {
    cards: bodies("card.shared").map(({ partition, kind, statement, topic, tags, evidence }) => ({
      ...{ partition, kind, statement, topic, tags },
      quotes: evidence.map(({ quote }) => quote),
    })),
    episodes: episodes.length,
    prompts: episodes.reduce((n, { prompts }) => n + prompts.length, 0),
    withdrawn: bodies("card.withdrawn").length,
  }
}
export type Preview = ReturnType<typeof previewOf>

/** The person has seen what would leave. */
export function agree(home: HomeOf, membership: Membership): Membership {
  const agreed = { ...membership, agreedAt: home.memory.parts.now() }
  putMembership(home.data, agreed)
  return agreed
}

export const syncTeam = (home: HomeOf, membership: Membership): Promise<Synced> => inTeam(home, membership, sync)

/** All teams, one after another. One that does not answer is told about and waits: nothing is lost. Returns what was sent. */
export async function syncTeams(home: HomeOf, say: (text: string) => void): Promise<number> {
  let sent = 0
  for (const membership of readMemberships(home.data))
    try {
      sent += (await syncTeam(home, membership)).sent
    } catch (error) {
      say(`team ${membership.team}: ${(error as Error).message}; what waits is sent next time`)
    }
  return sent
}

export const membersOf = (views: SyncParts["views"]): readonly MemberRow[] =>
  SHARED_TABLE.member.list(views).map(([, member]) => member)

/** Cards of these scopes that this home's packs leave out although they fit. */
function avoidedHere(memory: Memory, { partitions }: Membership) {
  const cards = read.card
    .list(memory.views)
    .map(([, card]) => card)
    .filter(card => partitions.includes(partitionOf(card.scope) ?? ""))
  const found = readAvoided(memory, cards)
  return cards.flatMap(card => {
    const avoided = found.get(card.id)
    return avoided ? [{ id: card.id, short: cardShort(card), ...avoided }] : []
  })
}

/** How this home stands in a team, without asking the engine. */
export function standingIn({ data, memory }: HomeOf, membership: Membership) {
  const identity = identityIn(folderOf(data, membership.team))
  const views = openSharedViews(data, membership.team)
  try {
    const keepers = new Set(membership.partitions.flatMap(p => keeperOf(views, p)?.author ?? []))
    const byAuthor = new Map(membersOf(views).map(m => [m.author, m]))
    return {
      team: membership.team,
      url: shownUrl(membership.url),
      name: membership.name,
      author: identity.author,
      scopes: membership.partitions,
      /** the log's own id; null before it has begun */
      log: joinedLog(memory.parts.meta, membership.team),
      /** id of another log that stands at the address now, "none" for an empty one: nothing is sent until the person decides */
      otherLog: otherLog(memory.parts.meta, membership.team),
      /** other beginnings in the same log: they count for nothing here until the person says so */
      rivals: rivalLogs(memory.parts.meta, membership.team),
      agreed: membership.agreedAt !== null,
      members: [...byAuthor.values()].map(m => ({
        name: m.name,
        author: m.author,
        keeper: keepers.has(m.author),
        /** not heard before a keeper has admitted them */
        waits: !heardIn(views, m.partition)(m.author),
        gone: m.gone,
      })),
      cards: SHARED_TABLE.card
        .list(views)
        .filter(([, row]) => row.body !== null && heardIn(views, row.partition)(row.author)).length,
      avoided: avoidedHere(memory, membership),
      episodes: SHARED_TABLE.place.list(views).length,
      /** local events not carried over yet */
      backlog: backlog(memory, membership.team),
      lastSync: lastSync(memory, membership.team),
      refused: refusals(views) as Readonly<Record<string, number>>,
    }
  } finally {
    views.close()
  }
}
export type Standing = ReturnType<typeof standingIn>
