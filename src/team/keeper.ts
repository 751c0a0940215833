// What a keeper decides: revoking closes the door, so that who was sent away does not come back under a new key; admitting opens it
// for one. And going: a home takes back what it shared, and a keeper who goes hands the log on.
// Ground truth: the fold of the shared log; a word is repeated until it agrees.
import { rmSync } from "node:fs"
import { MettleError } from "../core/errors.ts"
import { hashId } from "../core/ids.ts"
import { onlyOne } from "../core/nearest.ts"
import { MOST_NAMED, scopeOfPartition, sharedId } from "../core/shared/bodies.ts"
import { heardIn, keeperOf, keepersIn, LOG_PARTITION } from "../core/shared/keeping.ts"
import { type MemberRow, SHARED_TABLE, unitKey } from "../core/shared/tables.ts"
import { act } from "../memory/acting/acts.ts"
import { writePooled } from "../memory/packs/pooled.ts"
import { type HomeOf, inTeam, membersOf } from "./home.ts"
import { dropMembership, folderOf, giftOf, type Membership } from "./membership.ts"
import { said } from "./outbox.ts"
import { pull, releaseLog, sameLog } from "./shared-views.ts"
import { type SyncParts, sync, untilHeard } from "./sync.ts"

/** Opens the team, makes sure of its log and takes what is there. */
export const deciding = <T>(home: HomeOf, membership: Membership, act: (parts: SyncParts) => Promise<T>): Promise<T> =>
  inTeam(home, membership, async parts => {
    await sameLog(home.memory.parts.meta, parts.log, membership.team, parts.views)
    await pull(parts.log, parts.views, membership.partitions)
    return act(parts)
  })

/** The partitions in which this home is the keeper; refused where it is in none. */
function keptHere({ views, identity, membership: { partitions } }: SyncParts, what: string): readonly string[] {
  const places = partitions.filter(p => keeperOf(views, p)?.author === identity.author)
  if (places.length > 0) return places
  const keeper = keeperOf(views, partitions[0] ?? "")
  throw new MettleError("E_USAGE", `only the keeper, who began the log or was named by who did, can ${what}`, {
    still: "their norms need your nod anyway, and every card of theirs can be archived here",
    hint: keeper ? `ask ${keeper.name}` : "mettle team sync, then look again",
  })
}

/** Dismisses a member everywhere this home is the keeper, and closes the door behind them. Returns the partitions. */
export async function revoke(parts: SyncParts, given: string): Promise<readonly string[]> {
  const { views, identity } = parts
  const who = memberNamed(membersOf(views), given)
  if (who.author === identity.author)
    throw new MettleError("E_USAGE", "nobody revokes themselves", {
      still: "nothing was changed",
      hint: "mettle team leave takes back what you shared",
    })
  const member = (p: string) => SHARED_TABLE.member.get(views, unitKey(p, who.author))
  const where = keptHere(parts, "revoke others").filter(p => member(p)?.gone === null)
  const content = { subject: who.author, who: who.author }
  for (const p of where) await untilHeard(parts, p, "member.revoked", content, () => member(p)?.gone !== null)
  for (const p of where) await admitIn(parts, p, [])
  await sync(parts)
  return where
}

/** Lets a key speak that joined after the door was closed. Returns the partitions in which it now may. */
export async function admit(parts: SyncParts, given: string): Promise<readonly string[]> {
  const { views } = parts
  const who = memberNamed(membersOf(views), given)
  const where = keptHere(parts, "admit others").filter(p => SHARED_TABLE.member.get(views, unitKey(p, who.author)))
  for (const p of where) await admitIn(parts, p, [who.author])
  await sync(parts)
  return where
}

/** Says who is in: everybody who is heard now, and these. */
async function admitIn(parts: SyncParts, partition: string, more: readonly string[]): Promise<void> {
  const { views, identity } = parts
  const isHeard = heardIn(views, partition)
  const inside = membersOf(views).filter(m => m.partition === partition && m.gone === null && isHeard(m.author))
  const mine = `${unitKey(partition, identity.author)}/`
  const said = () => new Set(SHARED_TABLE.admitted.list(views, mine).map(([, row]) => row.who))
  const all = new Set([...inside.map(m => m.author), identity.author, ...more])
  const names = [...all].filter(author => !said().has(author)).sort()
  for (let i = 0; i < names.length; i += MOST_NAMED) {
    const who = names.slice(i, i + MOST_NAMED)
    const content = { subject: hashId("admitted", partition, ...who), who }
    await untilHeard(parts, partition, "member.admitted", content, () => who.every(author => said().has(author)))
  }
}

function memberNamed(members: readonly MemberRow[], given: string): MemberRow {
  const start = given.includes("~") ? given.slice(given.indexOf("~") + 1) : given
  const called = members.filter(m => m.name === given || (start !== "" && m.author.startsWith(start)))
  // Who left and came again has the same name: the one still in is meant.
  const still = called.filter(m => m.gone === null)
  const found = still.length > 0 ? still : called
  const authors = new Map(found.toReversed().map(m => [m.author, m]))
  return onlyOne([...authors.values()], given, "member", "mettle team status lists them with their keys")
}

// Letting a machine in where the log is sealed: a person's own next machine gets the person's key for this team and speaks as
// the same person; a teammate's gets the seal and has a key of its own. What is given is readable by that machine alone.

/** As a machine shows its code: four groups of five digits. */
export const isCode = (text: string): boolean => /^[0-9a-f]{5}(?:-[0-9a-f]{5}){3}$/i.test(text)

/** Answers a machine that knocked. `mine`: it is this person's too. */
export const letIn = (home: HomeOf, membership: Membership, code: string, mine: boolean): Promise<void> =>
  inTeam(home, membership, async ({ log, membership }) => {
    if (!log.door)
      throw new MettleError("E_USAGE", "nobody has to be let in by a code here: the engine's own accounts do that", {
        still: "nothing was changed",
      })
    if (await log.door.answer(code, mine ? giftOf(home.data, membership) : "")) return
    throw new MettleError("E_NOT_FOUND", `no machine with the code ${code} knocked`, {
      hint: "mettle team sync on that machine shows its code",
    })
  })

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

/** A keeper who goes names the member who came next, so that the log is never without one. */
async function handOn({ log, views, identity, memory }: SyncParts): Promise<void> {
  const keepers = keepersIn(views)
  if (keepers.at(-1) !== identity.author) return
  const next = [...membersOf(views)]
    .filter(m => m.gone === null && m.key !== "" && !keepers.includes(m.author))
    .filter(m => heardIn(views, m.partition)(m.author))
    .sort((a, b) => a.seq - b.seq)[0]
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
