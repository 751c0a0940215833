// Shared views: what the shared log of a team folds into on this machine, in the log's own sequence, in a file of its own
// that may be deleted. Reads entries, checks signatures, counts what is refused. Nothing of the local log is looked at.
import { join } from "node:path"
import { hashId } from "../core/ids.ts"
import { LEARN } from "../core/learn/params.ts"
import { POOL } from "../core/learn/pool.ts"
import { applyShared, SHARED_FOLD } from "../core/shared/fold.ts"
import { LOG_PARTITION, noteOrder, pin, pinnedIn } from "../core/shared/keeping.ts"
import { relearn } from "../core/shared/relearn.ts"
import { REFUSED, type Refused, SHARED_TABLE } from "../core/shared/tables.ts"
import type { Rows } from "../core/views/rows.ts"
import type { Views } from "../memory/memory.ts"
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
