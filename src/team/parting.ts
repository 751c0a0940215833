// Going: a home takes back what it shared and leaves, and a keeper who goes hands the log on. Ground truth: the fold of the
// shared log says who is gone. Joining and sharing are in home.ts, what only a keeper may do in keeper.ts.
import { rmSync } from "node:fs"
import { scopeOfPartition, sharedId } from "../core/shared/bodies.ts"
import { heardIn, keepersIn, LOG_PARTITION, willOf } from "../core/shared/keeping.ts"
import { SHARED_TABLE, unitKey } from "../core/shared/tables.ts"
import { act } from "../memory/acting/acts.ts"
import { writePooled } from "../memory/packs/pooled.ts"
import { type HomeOf, membersOf } from "./home.ts"
import { deciding } from "./keeper.ts"
import { dropMembership, folderOf, type Membership } from "./membership.ts"
import { said } from "./outbox.ts"
import { releaseLog } from "./same-log.ts"
import type { SyncParts } from "./sync.ts"
import { untilHeard } from "./sync.ts"

/**
 * Takes back everything that was sent, says goodbye, and forgets key, views and address. The goodbye comes last: until
 * then what to erase is known, so that leaving can be repeated. Whoever lets the team keep it needs no engine to go.
 */
export async function leaveTeam(home: HomeOf, membership: Membership, keep: boolean): Promise<number> {
  const { memory, data } = home
  const { team, partitions } = membership
  const erased = keep
    ? 0
    : await deciding(home, membership, async parts => {
        const { log, views, identity } = parts
        await handOn(parts)
        const me = (p: string) => SHARED_TABLE.member.get(views, unitKey(p, identity.author))
        const sent = partitions.filter(me).flatMap(p => sentBy(views, p, identity.author))
        const n = await log.erase(sent.map(id => ({ id, token: identity.token(id) })))
        const { author } = identity
        for (const p of partitions.filter(p => me(p)?.gone === null))
          await untilHeard(parts, p, "member.left", { subject: author }, () => me(p)?.gone !== null)
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

/** A keeper who goes names the heir, or the member who came next, so that the log is never without one. */
async function handOn({ log, views, identity, memory }: SyncParts): Promise<void> {
  const keepers = keepersIn(views)
  if (keepers.at(-1) !== identity.author) return
  const heir = willOf(views, identity.author)?.heir
  const next = [...membersOf(views)]
    .filter(m => m.gone === null && m.key !== "" && !keepers.includes(m.author))
    .filter(m => heardIn(views, m.partition)(m.author))
    .sort((a, b) => Number(b.author === heir) - Number(a.author === heir) || a.seq - b.seq)[0]
  if (next === undefined) return
  const rev = keepers.length
  await log.append([said(identity, memory.parts.now(), "log.kept", LOG_PARTITION, { subject: next.author }, rev)])
}

/** Ids of every card and episode an author sent in a partition, all revisions. */
function sentBy(views: SyncParts["views"], partition: string, author: string): readonly string[] {
  const upTo = (type: string, subject: string, rev: number): string[] =>
    Array.from({ length: rev + 1 }, (_, n) => sharedId(author, partition, type, subject, n))
  const cards = SHARED_TABLE.card
    .list(views)
    .flatMap(([, row]) =>
      row.author === author && row.partition === partition ? upTo("card.shared", row.subject, row.rev) : [],
    )
  const prefix = `${unitKey(partition, author)}/`
  const episodes = SHARED_TABLE.place
    .list(views, prefix)
    .flatMap(([key, place]) => upTo("episode.shared", key.slice(prefix.length), place.rev))
  return [...cards, ...episodes]
}
