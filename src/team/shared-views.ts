// Shared views: what the shared log of a team folds into on this machine, in the log's own sequence, in a file of its own
// that may be deleted; and which log that is. Reads entries, checks signatures, counts what is refused. Nothing of the local log is
// looked at.
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { hashId } from "../core/ids.ts"
import { LEARN } from "../core/learn/params.ts"
import { POOL } from "../core/learn/pool.ts"
import { readBody } from "../core/shared/bodies.ts"
import { applyShared, SHARED_FOLD } from "../core/shared/fold.ts"
import { firstOf, LOG_PARTITION, noteOrder, pin, pinnedIn } from "../core/shared/keeping.ts"
import { relearn } from "../core/shared/relearn.ts"
import { REFUSED, type Refused, SHARED_TABLE } from "../core/shared/tables.ts"
import type { Rows } from "../core/views/rows.ts"
import type { Memory, Views } from "../memory/memory.ts"
import { openViews } from "../store/view-store.ts"
import { folderOf } from "./membership.ts"
import type { SharedLog } from "./shared-log.ts"
import { isGenuine } from "./signing.ts"

const BATCH = 500
/** What leaves words behind that must not stay in the file. */
const TAKES_BACK: readonly string[] = ["card.withdrawn", "member.left", "member.revoked"]
const cursorKey = (partition: string): string => `cursor/${partition}`

const sharedFingerprint = (v8: string): string =>
  hashId("shared-views", SHARED_FOLD, JSON.stringify(LEARN), JSON.stringify(POOL), v8)

export const openSharedViews = (data: string, team: string): Views =>
  openViews({ dir: join(folderOf(data, team), "views"), fingerprint: sharedFingerprint(process.versions.v8) })

/** Folds what the shared log has of these partitions and the views have not. */
export async function pull(log: SharedLog, views: Views, partitions: readonly string[]) {
  views.refresh()
  const head = await log.head()
  // A log that is shorter than what was folded is another log.
  if ([LOG_PARTITION, ...partitions].some(partition => cursorOf(views, partition) > head)) {
    const pinned = pinnedIn(views)
    views.reset()
    if (pinned !== undefined) pin(views, pinned)
  }
  let entries = 0
  const takenBack = () => JSON.stringify(SHARED_TABLE.owed.list(views))
  const before = takenBack()
  let scrub = false
  const refused: Partial<Record<Refused, number>> = {}
  noteOrder(views, log.oneOrder)
  for (const partition of [LOG_PARTITION, ...partitions])
    for (let from = cursorOf(views, partition); ; ) {
      const batch = await log.read(from, BATCH, partition)
      if (batch.length === 0) break
      for (const { seq, envelope } of batch) {
        const why =
          envelope.partition === partition
            ? applyShared(views, { ...envelope, seq }, () => isGenuine(envelope))
            : ("not its id" as const)
        if (why !== null) {
          refused[why] = (refused[why] ?? 0) + 1
          SHARED_TABLE.count.set(views, `refused/${why}`, refusedOf(views, why) + 1)
        }
        scrub ||= why === null && TAKES_BACK.includes(envelope.type)
      }
      entries += batch.length
      from = batch[batch.length - 1]!.seq
      SHARED_TABLE.count.set(views, cursorKey(partition), from)
      // Another process was there first: go on from where it stands.
      if (!views.flush(Math.max(views.seq(), from))) from = cursorOf(views, partition)
    }
  relearn(views)
  views.flush(views.seq())
  if (scrub || takenBack() !== before) views.scrub()
  return { entries, refused }
}

const cursorOf = (rows: Rows, partition: string): number => SHARED_TABLE.count.get(rows, cursorKey(partition)) ?? 0
const refusedOf = (rows: Rows, why: Refused): number => SHARED_TABLE.count.get(rows, `refused/${why}`) ?? 0

/** Everything refused so far, by reason. */
export const refusals = (rows: Rows): Readonly<Partial<Record<Refused, number>>> =>
  Object.fromEntries(REFUSED.map(why => [why, refusedOf(rows, why)] as const).filter(([, n]) => n > 0))

// Is the log at a team's address still the one this home joined? It is known by its own id, told in the envelope it began with,
// and pinned at joining: a wiped server is another log, and a second beginning, whatever time it claims, counts for nothing
// here until the person says so.

type Meta = Memory["parts"]["meta"]
const joinedKey = (team: string): string => `team/${team}/log`
const strangeKey = (team: string): string => `team/${team}/other-log`
const rivalKey = (team: string): string => `team/${team}/rivals`
/** What is kept instead of an id where a log has none. */
const NONE = "none"
/** Entries about the log itself that are looked at for its beginnings, a page at a time: nobody hides one behind many. */
const [PAGE, MOST] = [500, 20_000]

/** The id of the log this home joined; null before the first sync with one that has begun. */
export const joinedLog = (meta: Meta, team: string): string | null => meta.get(joinedKey(team)) || null
/** The id of another log that was found at the address, or "none" where it was empty; null when all is as it was. */
export const otherLog = (meta: Meta, team: string): string | null => meta.get(strangeKey(team)) || null
/** Other beginnings that stand in the same log, where no order tells which was first. */
export const rivalLogs = (meta: Meta, team: string): readonly string[] =>
  (meta.get(rivalKey(team)) || "").split(" ").filter(Boolean)

/** Forgets which log was joined: the person takes part in the one that is there now, or in none. */
export function releaseLog(meta: Meta, team: string): void {
  for (const key of [joinedKey(team), strangeKey(team), rivalKey(team)]) if (meta.get(key)) meta.set(key, "")
}

/** The person says which beginning counts. */
export const chooseLog = (meta: Meta, team: string, log: string): void => meta.set(joinedKey(team), log)

/** Refuses another log than the one joined, and remembers that for whoever looks. Pins the id of a log met first. */
export async function sameLog(meta: Meta, log: SharedLog, team: string, views: Views): Promise<void> {
  const joined = joinedLog(meta, team)
  const begun = await beginnings(log)
  if (joined === null ? begun.length === 0 : begun.some(one => one.log === joined)) {
    note(meta, strangeKey(team), "")
    // A server's sequence cannot be written earlier than it was; a time can.
    noteRivals(meta, team, log.oneOrder || joined === null ? [] : begun.map(one => one.log).filter(id => id !== joined))
    if (joined !== null) pinIn(views, joined)
    return
  }
  const found = firstOf(begun, log.oneOrder)?.log ?? null
  if (joined === null && found !== null) {
    const all = [...new Set(begun.map(one => one.log))]
    if (!log.oneOrder && all.length > 1) {
      noteRivals(meta, team, all)
      throw new MettleError("E_INTEGRITY", `this log was begun ${all.length} times: ${all.map(short).join(", ")}`, {
        still: "everything local works; nothing was sent and nothing taken",
        hint: "ask a teammate which one mettle team status shows, then mettle team join <address>#<id>",
      })
    }
    meta.set(joinedKey(team), found)
    pinIn(views, found)
    return
  }
  meta.set(strangeKey(team), found ?? NONE)
  throw new MettleError("E_INTEGRITY", `the log at this address is not the one this home joined: ${seen(found)}`, {
    still: "everything local works; nothing was sent and nothing taken",
    hint: "mettle team join <address> takes part in the log that is there now, mettle team leave --keep in none",
  })
}
const short = (id: string): string => id.slice(0, 8)
const seen = (found: string | null): string => (found === null ? "it is empty" : `it is ${short(found)}`)
const note = (meta: Meta, key: string, value: string): void => {
  if ((meta.get(key) ?? "") !== value) meta.set(key, value)
}
const noteRivals = (meta: Meta, team: string, ids: readonly string[]): void =>
  note(meta, rivalKey(team), [...new Set(ids)].sort().join(" "))

/** What was folded under another beginning, or under none where a clock decided, is folded again under this one. */
function pinIn(views: Views, log: string): void {
  const before = pinnedIn(views)
  if (before === log) return
  if (before !== undefined) views.reset()
  pin(views, log)
  views.flush(views.seq())
}

/** Every genuine beginning the log holds. */
async function beginnings(log: SharedLog) {
  const found: { seq: number; ts: number; id: string; log: string }[] = []
  for (let from = 0, n = 0; n < MOST; ) {
    const page = await log.read(from, PAGE, LOG_PARTITION)
    for (const { seq, envelope } of page) {
      if (envelope.type !== "log.founded" || envelope.body === "" || !isGenuine(envelope)) continue
      const body = readBody("log.founded", envelope.body)
      if (body) found.push({ seq, ts: envelope.ts, id: body.subject, log: body.subject })
    }
    n += page.length
    if (page.length < PAGE) break
    from = page.at(-1)!.seq
  }
  return found
}
