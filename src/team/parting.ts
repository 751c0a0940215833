// Going and being sent away: a home takes back what it shared and leaves, a keeper revokes a member. Ground truth: the fold
// of the shared log says who is gone; a word is repeated until it agrees. Joining and sharing are in home.ts.
import { rmSync } from "node:fs"
import { MettleError } from "../core/errors.ts"
import { canonical, SHARED_VERSION, scopeOfPartition, sharedId } from "../core/shared/bodies.ts"
import { keeperOf, keepersIn, LOG_PARTITION } from "../core/shared/keeping.ts"
import { type EpisodePlace, type MemberRow, SHARED_TABLE, type SharedCardRow, unitKey } from "../core/shared/state.ts"
import { list } from "../core/views/rows.ts"
import { act } from "../memory/acts.ts"
import { writePooled } from "../memory/pooled.ts"
import { type HomeOf, inTeam, membersOf } from "./home.ts"
import { dropMembership, folderOf, type Membership } from "./membership.ts"
import { releaseLog, sameLog } from "./same-log.ts"
import { pull } from "./shared-views.ts"
import { type SyncParts, sync } from "./sync.ts"

/**
 * Takes back everything that was sent, says goodbye, and forgets key, views and address. The goodbye comes last: until
 * then what to erase is known, so that leaving can be repeated. Whoever lets the team keep it needs no engine to go.
 */
export async function leaveTeam(home: HomeOf, membership: Membership, keep: boolean): Promise<number> {
  const { memory, data } = home
  const { team, partitions } = membership
  const erased = keep
    ? 0
    : await inTeam(home, membership, async parts => {
        const { log, views, identity } = parts
        await sameLog(memory.parts.meta, log, team)
        await pull(log, views, partitions)
        await handOn(parts)
        const me = (p: string) => views.get<MemberRow>(SHARED_TABLE.member, unitKey(p, identity.author))
        const sent = partitions.filter(me).flatMap(p => sentBy(views, p, identity.author))
        const n = await log.erase(sent.map(id => ({ id, token: identity.token(id) })))
        await say(
          parts,
          "member.left",
          identity.author,
          partitions.filter(p => me(p)?.gone === null),
        )
        return n
      })
  for (const shared of partitions)
    await act(memory, "scope.left", { team, shared }, { scope: scopeOfPartition(shared)?.id ?? null })
  writePooled(memory.parts.meta, team, new Map(), "left")
  releaseLog(memory.parts.meta, team)
  rmSync(folderOf(data, team), { recursive: true, force: true })
  dropMembership(data, team)
  return erased
}

/** A keeper who goes names the member who came next, so that the log is never without one. */
async function handOn({ log, views, identity, memory }: SyncParts): Promise<void> {
  const keepers = keepersIn(views)
  if (keepers.at(-1) !== identity.author) return
  const next = [...membersOf(views)]
    .filter(m => m.gone === null && m.key !== "" && !keepers.includes(m.author))
    .sort((a, b) => a.seq - b.seq)[0]
  if (next === undefined) return
  const rev = keepers.length
  await log.append([
    identity.sign({
      id: sharedId(identity.author, LOG_PARTITION, "log.kept", next.author, rev),
      partition: LOG_PARTITION,
      ts: memory.parts.now(),
      type: "log.kept",
      v: SHARED_VERSION,
      body: canonical({ subject: next.author, rev }),
    }),
  ])
}

/** Tries of one word, when its id is taken by somebody else's envelope. */
const MOST_TRIES = 20

/** Says that a member is gone, until the fold agrees. */
async function say(
  parts: SyncParts,
  type: "member.left" | "member.revoked",
  who: string,
  where: readonly string[],
): Promise<void> {
  const { log, views, identity, memory, membership } = parts
  const { author } = identity
  const more = type === "member.revoked" ? { who } : {}
  let open = where
  for (let rev = 0; open.length > 0; rev++) {
    if (rev === MOST_TRIES)
      throw new MettleError("E_LOCKED", "somebody else's envelopes stand where this word belongs", {
        still: "their norms need your nod anyway, and every card of theirs can be archived here",
        hint: "the engine's own accounts shut them out",
      })
    const envelopes = open.map(partition =>
      identity.sign({
        id: sharedId(author, partition, type, who, rev),
        partition,
        ts: memory.parts.now(),
        type,
        v: SHARED_VERSION,
        body: canonical({ subject: who, rev, ...more }),
      }),
    )
    await log.append(envelopes)
    await pull(log, views, membership.partitions)
    open = open.filter(p => views.get<MemberRow>(SHARED_TABLE.member, unitKey(p, who))?.gone === null)
  }
}

/** Ids of every card and episode an author sent in a partition, all revisions. */
function sentBy(views: SyncParts["views"], partition: string, author: string): readonly string[] {
  const upTo = (type: string, subject: string, rev: number): string[] =>
    Array.from({ length: rev + 1 }, (_, n) => sharedId(author, partition, type, subject, n))
  const cards = list<SharedCardRow>(views, SHARED_TABLE.card).flatMap(([, row]) =>
    row.author === author && row.partition === partition ? upTo("card.shared", row.subject, row.rev) : [],
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
    const { log, views, identity } = parts
    await sameLog(home.memory.parts.meta, log, membership.team)
    await pull(log, views, membership.partitions)
    const who = memberNamed(membersOf(views), given)
    if (who.author === identity.author)
      throw new MettleError("E_USAGE", "nobody revokes themselves", {
        still: "nothing was changed",
        hint: "mettle team leave takes back what you shared",
      })
    const places = membership.partitions.filter(p => keeperOf(views, p)?.author === identity.author)
    const where = places.filter(p => views.get<MemberRow>(SHARED_TABLE.member, unitKey(p, who.author))?.gone === null)
    if (places.length === 0) {
      const keeper = keeperOf(views, membership.partitions[0] ?? "")
      throw new MettleError(
        "E_USAGE",
        "only the keeper, who began the log or was named by who did, can revoke others",
        {
          still: "their norms need your nod anyway, and every card of theirs can be archived here",
          hint: keeper ? `ask ${keeper.name}` : "mettle team sync, then look again",
        },
      )
    }
    await say(parts, "member.revoked", who.author, where)
    await sync(parts)
    return where
  })
}

function memberNamed(members: readonly MemberRow[], given: string): MemberRow {
  const start = given.includes("~") ? given.slice(given.indexOf("~") + 1) : given
  const called = members.filter(m => m.name === given || (start !== "" && m.author.startsWith(start)))
  // Who left and came again has the same name: the one still in is meant.
  const still = called.filter(m => m.gone === null)
  const found = still.length > 0 ? still : called
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
