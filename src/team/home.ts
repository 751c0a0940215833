// This home in its teams, as doors use it: join, look at what would leave, agree, sync, leave, revoke, and how it stands.
// Opens engine, shared views and key for as long as one act takes. Time comes from the memory.
import { join as pathOf } from "node:path"
import { MettleError } from "../core/errors.ts"
import { canonical, MEMBER_NAME, SHARED_VERSION, scopeOfPartition, sharedId } from "../core/shared/bodies.ts"
import { keeperOf } from "../core/shared/fold.ts"
import { type EpisodePlace, type MemberRow, SHARED_TABLE, type SharedCardRow, unitKey } from "../core/shared/state.ts"
import { list } from "../core/views/rows.ts"
import { act } from "../memory/acts.ts"
import type { Memory } from "../memory/memory.ts"
import { writePooled } from "../memory/pooled.ts"
import { openSharedLog } from "./engines/registry.ts"
import {
  dropMembership,
  folderOf,
  type Membership,
  putMembership,
  readMemberships,
  shownUrl,
  teamOf,
} from "./membership.ts"
import { backlog, pending } from "./outbox.ts"
import type { SharedLog } from "./shared-log.ts"
import { openSharedViews, pull, refusals } from "./shared-views.ts"
import { dropIdentity, type Identity, identityIn } from "./signing.ts"
import { lastSync, type Synced, type SyncParts, sync } from "./sync.ts"

/** Where a home's team files lie, and the memory that shares. */
export interface HomeOf {
  readonly data: string
  readonly memory: Memory
}

/** Opens what one act in a team needs, and closes it whatever happens. */
export async function inTeam<T>(
  { data, memory }: HomeOf,
  membership: Membership,
  run: (parts: SyncParts) => Promise<T>,
): Promise<T> {
  const dir = folderOf(data, membership.team)
  const identity = identityIn(dir)
  const log = await openLog(dir, membership.url, identity)
  const views = openSharedViews(data, membership.team)
  try {
    return await run({ memory, log, views, membership, identity })
  } finally {
    views.close()
    await log.close()
  }
}
const openLog = (dir: string, url: string, identity: Identity): Promise<SharedLog> =>
  openSharedLog(url, { state: pathOf(dir, "engine"), machine: identity.author.slice(0, 12) })

/** The team a person means: by the start of its id, or the only one. */
export function teamNamed(data: string, given?: string): Membership {
  const all = readMemberships(data)
  const found = given === undefined ? all : all.filter(m => m.team.startsWith(given) || shownUrl(m.url) === given)
  if (found.length === 1) return found[0]!
  throw new MettleError(
    "E_NOT_FOUND",
    found.length === 0 ? "this home belongs to no such team" : `${found.length} teams fit: say which with --team`,
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
  const team = teamOf(asked.url)
  const before = readMemberships(data).find(m => m.team === team)
  const fresh = asked.partitions.filter(p => !before?.partitions.includes(p))
  const membership: Membership = {
    team,
    url: asked.url,
    name: before?.name ?? asked.name,
    partitions: [...(before?.partitions ?? []), ...fresh],
    // New scopes are new words: they are shown again before anything of them leaves.
    agreedAt: fresh.length > 0 ? null : (before?.agreedAt ?? null),
    joinedAt: before?.joinedAt ?? memory.parts.now(),
  }
  const durability = await inTeam(home, membership, ({ log }) => log.durability())
  putMembership(data, membership)
  for (const shared of fresh)
    await act(memory, "scope.joined", { team, shared }, { scope: scopeOfPartition(shared)?.id ?? null })
  return { membership, durability }
}

export interface Preview {
  readonly cards: readonly {
    readonly partition: string
    readonly kind: string
    readonly statement: string
    readonly quotes: readonly string[]
  }[]
  readonly episodes: number
  readonly prompts: number
  readonly marks: number
  readonly withdrawn: number
}

/** Word for word what would leave now. */
export function previewOf(parts: SyncParts): Preview {
  const waiting = pending(parts.memory, parts.views, parts.membership, parts.identity, parts.memory.parts.now())
  const bodies = (type: string) => waiting.filter(e => e.type === type).map(e => ({ e, body: JSON.parse(e.body) }))
  const episodes = bodies("episode.shared")
  return {
    cards: bodies("card.shared").map(({ e, body }) => ({
      partition: e.partition,
      kind: body.kind,
      statement: body.statement,
      quotes: body.evidence.map(({ quote }: { quote: string }) => quote),
    })),
    episodes: episodes.length,
    prompts: episodes.reduce((n, { body }) => n + body.prompts.length, 0),
    marks: bodies("feedback.shared").length,
    withdrawn: bodies("card.withdrawn").length,
  }
}

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

/** Says goodbye, takes back everything that was sent unless told to keep it, and forgets key, views and address. */
export async function leaveTeam(home: HomeOf, membership: Membership, keep: boolean): Promise<number> {
  const { memory, data } = home
  const erased = await inTeam(home, membership, async ({ log, views, identity }) => {
    await pull(log, views, membership.partitions)
    const here = membership.partitions.filter(p => views.get(SHARED_TABLE.member, unitKey(p, identity.author)))
    if (keep) return 0
    const goodbye = here.map(partition => signed(identity, memory, partition, "member.left", identity.author, {}))
    if (goodbye.length > 0) await log.append(goodbye)
    return log.erase(here.flatMap(partition => sentBy(views, partition, identity.author)))
  })
  for (const shared of membership.partitions)
    await act(memory, "scope.left", { team: membership.team, shared }, { scope: scopeOfPartition(shared)?.id ?? null })
  writePooled(memory.parts.meta, membership.team, new Map(), "left")
  dropIdentity(folderOf(data, membership.team))
  dropMembership(data, membership.team)
  return erased
}

const signed = (
  identity: Identity,
  memory: Memory,
  partition: string,
  type: "member.left" | "member.revoked",
  subject: string,
  more: Readonly<Record<string, string>>,
) =>
  identity.sign({
    id: sharedId(identity.author, partition, type, subject, 0),
    partition,
    ts: memory.parts.now(),
    type,
    v: SHARED_VERSION,
    body: canonical({ subject, rev: 0, ...more }),
  })

/** Ids of every card and episode an author sent in a partition, all revisions. */
function sentBy(views: SyncParts["views"], partition: string, author: string): readonly string[] {
  const upTo = (type: string, subject: string, rev: number): string[] =>
    Array.from({ length: rev + 1 }, (_, n) => sharedId(author, partition, type, subject, n))
  const cards = list<SharedCardRow>(views, SHARED_TABLE.card).flatMap(([, row]) =>
    row.author === author && row.partition === partition && row.body
      ? upTo("card.shared", row.body.subject, row.rev)
      : [],
  )
  const prefix = `${unitKey(partition, author)}/`
  const episodes = list<EpisodePlace>(views, SHARED_TABLE.place, prefix).flatMap(([key, place]) =>
    upTo("episode.shared", key.slice(prefix.length), place.rev),
  )
  return [...cards, ...episodes]
}

/** Dismisses a member everywhere this home is the keeper. Returns the partitions it was done in. */
export async function revokeMember(home: HomeOf, membership: Membership, given: string): Promise<readonly string[]> {
  return inTeam(home, membership, async parts => {
    const { log, views, identity, memory } = parts
    await pull(log, views, membership.partitions)
    const who = memberNamed(membersOf(views), given)
    const places = membership.partitions.filter(p => keeperOf(views, p)?.author === identity.author)
    const where = places.filter(p => views.get<MemberRow>(SHARED_TABLE.member, unitKey(p, who.author))?.gone === null)
    if (places.length === 0) {
      const keeper = keeperOf(views, membership.partitions[0] ?? "")
      throw new MettleError("E_USAGE", "only the keeper of a scope, its earliest member, can revoke others", {
        still: "their norms need your nod anyway, and every card of theirs can be archived here",
        hint: keeper ? `ask ${keeper.name}` : "mettle team sync, then look again",
      })
    }
    await log.append(where.map(p => signed(identity, memory, p, "member.revoked", who.author, { who: who.author })))
    await sync(parts)
    return where
  })
}

export const membersOf = (views: SyncParts["views"]): readonly MemberRow[] =>
  list<MemberRow>(views, SHARED_TABLE.member).map(([, member]) => member)

function memberNamed(members: readonly MemberRow[], given: string): MemberRow {
  const start = given.includes("~") ? given.slice(given.indexOf("~") + 1) : given
  const found = members.filter(m => m.name === given || m.author.startsWith(start))
  const authors = new Set(found.map(m => m.author))
  if (authors.size === 1) return found[0]!
  throw new MettleError(
    "E_NOT_FOUND",
    authors.size === 0 ? `no member "${given}"` : `"${given}" fits ${authors.size} members`,
    {
      hint: "mettle team status lists them with their keys",
    },
  )
}

export interface Standing {
  readonly team: string
  readonly url: string
  readonly name: string
  readonly author: string
  readonly scopes: readonly string[]
  readonly agreed: boolean
  readonly members: readonly {
    readonly name: string
    readonly author: string
    readonly keeper: boolean
    readonly gone: string | null
  }[]
  readonly cards: number
  readonly episodes: number
  /** local events not carried over yet */
  readonly backlog: number
  readonly lastSync: number | null
  readonly refused: Readonly<Record<string, number>>
}

/** How this home stands in a team, without asking the engine. */
export function standingIn({ data, memory }: HomeOf, membership: Membership): Standing {
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
      agreed: membership.agreedAt !== null,
      members: [...byAuthor.values()].map(m => ({
        name: m.name,
        author: m.author,
        keeper: keepers.has(m.author),
        gone: m.gone,
      })),
      cards: list<SharedCardRow>(views, SHARED_TABLE.card).filter(([, row]) => row.body !== null).length,
      episodes: list(views, SHARED_TABLE.place).length,
      backlog: backlog(memory, membership.team),
      lastSync: lastSync(memory, membership.team),
      refused: refusals(views) as Readonly<Record<string, number>>,
    }
  } finally {
    views.close()
  }
}
