// mettle import transcripts: past sessions into the log, this repository's or, when asked for and agreed to, every one's.
// init --backfill calls the same function.

import { homedir } from "node:os"
import { MettleError } from "../../core/errors.ts"
import { count } from "../../core/say-number.ts"
import { isIgnored, scopeBy } from "../../core/scope.ts"
import { DAY } from "../../core/time.ts"
import { type Backfilled, backfill } from "../../memory/past/backfill.ts"
import { pastSessionsOf } from "../../memory/past/past-sessions.ts"
import { unseenEpisodes } from "../../memory/past/unseen.ts"
import { readRepository } from "../../world/repository.ts"
import type { Found } from "../../world/transcripts.ts"
import type { Context } from "../context.ts"
import { writeMemory } from "../memory-of.ts"
import type { Out } from "../print.ts"

interface PastWanted {
  readonly days: number
  /** at most this many of the latest sessions; null = all of those days */
  readonly sessions?: number | null
  readonly client?: string | null
  readonly allRepos?: boolean
}

/** The sessions that are meant. Reads and stores nothing but the heads of files. */
export function pastSessions(context: Context, wanted: PastWanted): Found {
  const found = pastSessionsOf({
    home: context.io.env.HOME || homedir(),
    env: context.io.env,
    top: wanted.allRepos ? null : context.repository().top,
    client: wanted.client ?? null,
    since: context.now() - wanted.days * DAY,
  })
  const most = wanted.sessions ?? found.sessions.length
  return { sessions: most === 0 ? [] : found.sessions.slice(-most), left: found.left }
}

/** Reads past sessions into the memory, with progress on stderr; Ctrl-C leaves a state that goes on where it stopped. */
export async function backfillPast(context: Context, out: Out, wanted: PastWanted): Promise<Backfilled> {
  const scopeOf = scopes(context)
  const own = scopeOf(context.repository().top)
  if (!wanted.allRepos && own === undefined)
    throw new MettleError("E_USAGE", "recording is switched off in this repository", {
      still: "mettle look works all the same; it stores nothing",
      hint: "mettle config get ignore.repos",
    })
  const { sessions } = pastSessions(context, wanted)
  const memory = await writeMemory(context, out)
  const bar = out.progress("reading", sessions.length)
  const done = await backfill(memory, sessions, {
    scopeOf: wanted.allRepos ? scopeOf : () => own,
    now: context.now(),
    env: context.io.env,
    unseen: unseenEpisodes(context.basePaths().state),
    ignoreTools: context.config().get("ignore.tools"),
    signal: context.signal,
    progress: (count, masked) => bar.to(count, masked === 0 ? "" : `${masked} secrets masked`),
  })
  bar.done()
  return done
}

/** Scopes of other repositories by working directory; those that are switched off stay out. */
function scopes(context: Context): (cwd: string | null) => string | undefined {
  const config = context.config()
  const scopes = new Map<string, string | undefined>()
  return cwd => {
    if (cwd === null || config.off) return undefined
    if (!scopes.has(cwd)) {
      const repository = cwd === context.repository().top ? context.repository() : readRepository(cwd)
      const { scope, known } = scopeBy(config.values, repository)
      scopes.set(cwd, isIgnored(known, config.get("ignore.repos")) ? undefined : scope.id)
    }
    return scopes.get(cwd)
  }
}

export function sayBackfilled(out: Out, done: Backfilled): void {
  const masked = Object.values(done.masked).reduce((a, b) => a + b, 0)
  const dot = ` ${out.symbol("bullet")} `
  const all = done.sessions + done.known + done.unseen
  const sessions = (n: number): string => count(n, "session")
  const read =
    done.sessions > 0
      ? `${sessions(done.sessions)} read`
      : done.known > 0
        ? `${sessions(done.known)}, all read before`
        : ""
  if (all > 0)
    out.line(
      [
        read,
        done.sessions > 0 && done.known > 0 ? `${done.known} read before` : "",
        done.unseen > 0 ? `${done.unseen} left out (run with METTLE=off)` : "",
        masked > 0 ? `${masked} secrets masked` : "",
      ]
        .filter(Boolean)
        .join(dot),
    )
  if (done.interrupted) out.line("Stopped; the same command goes on where it stopped.")
  else if (all === 0) out.line("No past session of this repository was found. More: --days 365")
}
