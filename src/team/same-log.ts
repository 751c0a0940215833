// Is the log at a team's address still the one this home joined? It is known by its own id, told in the envelope it began with.
// A wiped server, or another database under the same address, is another log: nothing is sent to it until the person decides.
import { MettleError } from "../core/errors.ts"
import { readBody } from "../core/shared/bodies.ts"
import { firstOf, LOG_PARTITION } from "../core/shared/keeping.ts"
import type { Memory } from "../memory/memory.ts"
import type { SharedLog } from "./shared-log.ts"
import { isGenuine } from "./signing.ts"

type Meta = Memory["parts"]["meta"]
const joinedKey = (team: string): string => `team/${team}/log`
const strangeKey = (team: string): string => `team/${team}/other-log`
/** What is kept instead of an id where a log has none. */
const NONE = "none"
/** Entries about the log itself that are looked at for its beginning. */
const MOST = 500

/** The id of the log this home joined; null before the first sync with one that has begun. */
export const joinedLog = (meta: Meta, team: string): string | null => meta.get(joinedKey(team)) || null
/** The id of another log that was found at the address, or "none" where it was empty; null when all is as it was. */
export const otherLog = (meta: Meta, team: string): string | null => meta.get(strangeKey(team)) || null

/** Forgets which log was joined: the person takes part in the one that is there now, or in none. */
export function releaseLog(meta: Meta, team: string): void {
  for (const key of [joinedKey(team), strangeKey(team)]) if (meta.get(key)) meta.set(key, "")
}

/** Refuses another log than the one joined, and remembers that for whoever looks. Notes the id of a log met first. */
export async function sameLog(meta: Meta, log: SharedLog, team: string): Promise<void> {
  const joined = joinedLog(meta, team)
  const begun = await beginnings(log)
  const found = firstOf(begun, log.oneOrder)?.log ?? null
  // Two who began a folder at once are both in it: the earlier one counts, and it is the same log.
  if (joined === null || begun.some(one => one.log === joined)) {
    if (found !== null && found !== joined) meta.set(joinedKey(team), found)
    if (otherLog(meta, team) !== null) meta.set(strangeKey(team), "")
    return
  }
  meta.set(strangeKey(team), found ?? NONE)
  throw new MettleError("E_INTEGRITY", `the log at this address is not the one this home joined: ${seen(found)}`, {
    still: "everything local works; nothing was sent and nothing taken",
    hint: "mettle team join <address> takes part in the log that is there now, mettle team leave --keep in none",
  })
}
const seen = (found: string | null): string => (found === null ? "it is empty" : `it is ${found.slice(0, 8)}`)

/** Every genuine beginning the log holds. */
async function beginnings(log: SharedLog) {
  return (await log.read(0, MOST, LOG_PARTITION)).flatMap(({ seq, envelope }) => {
    if (envelope.type !== "log.founded" || envelope.body === "" || !isGenuine(envelope)) return []
    const body = readBody("log.founded", envelope.body)
    return body ? [{ seq, ts: envelope.ts, id: body.subject, log: body.subject }] : []
  })
}
