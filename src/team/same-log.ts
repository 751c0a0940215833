// Is the log at a team's address still the one this home joined? It is known by its own id, told in the envelope it began with,
// and pinned at joining: a wiped server is another log, and a second beginning, whatever time it claims, counts for nothing
// here until the person says so.
import { MettleError } from "../core/errors.ts"
import { readBody } from "../core/shared/bodies.ts"
import { firstOf, LOG_PARTITION, pin, pinnedIn } from "../core/shared/keeping.ts"
import type { Memory, Views } from "../memory/memory.ts"
import type { SharedLog } from "./shared-log.ts"
import { isGenuine } from "./signing.ts"

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
