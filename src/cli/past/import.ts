// mettle import: merges an exported log, or reads past sessions of this repository. Events that are known add nothing; text is
// redacted again on the way in; lines that cannot be read are listed, the rest is kept.
import { createReadStream, existsSync } from "node:fs"
import { resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { count } from "../../core/say-number.ts"
import { DAY } from "../../core/time.ts"
import { importLog } from "../../memory/acting/transfer.ts"
import { type Backfilled, backfill, pastSessionsOf } from "../../memory/past/backfill.ts"
import { unseenEpisodes } from "../../memory/past/unseen.ts"
import type { Found } from "../../world/transcripts.ts"
import { defineMettleCommand, FLAGS, number, type Running } from "../command.ts"
import { type Context, isIgnoredHere, readMemory, writeMemory } from "../context.ts"
import { linesOf } from "../io.ts"
import { clean, type Out } from "../print.ts"

const LISTED = 10
const DAYS = 30

const args = {
  file: {
    type: "positional",
    required: true,
    description: "a file of mettle export, - for stdin, or the word transcripts",
  },
  days: number("transcripts: how far back (default 30)"),
  client: FLAGS.client,
  "dry-run": FLAGS["dry-run"],
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "import",
  examples: [
    ["mettle import shop.jsonl --dry-run", "how many events are new here"],
    ["mettle import shop.jsonl", "merge it; doing it twice adds nothing"],
    ["mettle import transcripts --days 90", "past sessions of this repository, from the agents' own files"],
    ["mettle export | ssh desk mettle import -", "from one machine to another"],
  ],
  args,
  run: async running => {
    const { args, out, context } = running
    if (args.file === "transcripts") return transcripts(running)
    const path = resolve(context.io.cwd, args.file)
    if (args.file !== "-" && !existsSync(path)) throw new MettleError("E_NOT_FOUND", `there is no file ${path}`)
    // A stream begins to flow when it is made, so it is made when it is read.
    const lines = args.file === "-" ? linesOf(context.io.stdin) : linesOf(createReadStream(path))
    if (args["dry-run"]) {
      const known = (await readMemory(context, out)).parts.log
      let all = 0
      let fresh = 0
      for await (const line of lines) {
        const id = idOf(line)
        if (id === null) continue
        all++
        if (known.get(id) === null) fresh++
      }
      return out.result(
        { done: false, lines: all, new: fresh },
        `${all} events, ${fresh} of them new here; nothing was changed (--dry-run)`,
      )
    }
    const memory = await writeMemory(context, out)
    const bar = out.progress("reading")
    const done = await importLog(
      memory,
      counted(lines, () => bar.step()),
    )
    bar.done()
    memory.catchUp()
    out.result({ done: true, ...done }, () => {
      out.line(
        `${done.added} events added, ${done.lines - done.added - done.refused.length} known already, ${done.refused.length} refused`,
      )
      for (const { line, why } of done.refused.slice(0, LISTED)) out.line(`  line ${line}: ${clean(why)}`)
      if (done.refused.length > LISTED) out.line(`  and ${done.refused.length - LISTED} more (--json lists them)`)
    })
    return done.refused.length > 0 ? 1 : 0
  },
})

async function transcripts({ args, out, context }: Run): Promise<void> {
  const wanted = {
    days: args.days ?? DAYS,
    client: args.client ?? null,
  }
  const found = pastSessions(context, wanted)
  if (args["dry-run"])
    return out.result(
      { done: false, sessions: found.sessions.length, left: found.left },
      `${found.sessions.length} past sessions would be read; nothing was changed (--dry-run)`,
    )
  const done = await backfillPast(context, out, wanted)
  out.result({ done: true, ...done }, () => sayBackfilled(out, done))
}

function idOf(line: string): string | null {
  try {
    const id = (JSON.parse(line) as { event?: { id?: unknown } }).event?.id
    return typeof id === "string" ? id : null
  } catch {
    return null
  }
}

async function* counted(lines: AsyncIterable<string>, step: () => void): AsyncGenerator<string> {
  for await (const line of lines) {
    step()
    yield line
  }
}

interface PastWanted {
  readonly days: number
  /** at most this many of the latest sessions; null = all of those days */
  readonly sessions?: number | null
  readonly client?: string | null
}

/** The sessions that are meant. Reads and stores nothing but the heads of files. */
export function pastSessions(context: Context, wanted: PastWanted): Found {
  const found = pastSessionsOf({
    home: context.home,
    env: context.io.env,
    top: context.repository().top,
    client: wanted.client ?? null,
    since: context.now() - wanted.days * DAY,
  })
  const most = wanted.sessions ?? found.sessions.length
  return { sessions: most === 0 ? [] : found.sessions.slice(-most), left: found.left }
}

/** Reads past sessions into the memory, with progress on stderr; Ctrl-C leaves a state that goes on where it stopped. */
export async function backfillPast(context: Context, out: Out, wanted: PastWanted): Promise<Backfilled> {
  const config = context.config()
  if (config.off || isIgnoredHere(context))
    throw new MettleError("E_USAGE", "recording is switched off in this repository", {
      still: "mettle look works all the same; it stores nothing",
      hint: "mettle config get ignore.repos",
    })
  const { id: scope } = context.scope()
  const { sessions } = pastSessions(context, wanted)
  const memory = await writeMemory(context, out)
  const bar = out.progress("reading", sessions.length)
  const done = await backfill(memory, sessions, {
    scopeOf: () => scope,
    now: context.now(),
    env: context.io.env,
    unseen: unseenEpisodes(context.basePaths().state),
    ignoreTools: config.get("ignore.tools"),
    signal: context.signal,
    progress: (count, masked) => bar.to(count, masked === 0 ? "" : `${masked} secrets masked`),
  })
  bar.done()
  return done
}

export function sayBackfilled(out: Out, done: Backfilled): void {
  const masked = Object.values(done.masked).reduce((a, b) => a + b, 0)
  const { sessions, known, unseen } = done
  const all = sessions + known + unseen
  const parts = [
    sessions > 0
      ? `${count(sessions, "session")} read`
      : known > 0
        ? `${count(known, "session")}, all read before`
        : "",
    sessions > 0 && known > 0 ? `${known} read before` : "",
    unseen > 0 ? `${unseen} left out (run with METTLE=off)` : "",
    masked > 0 ? `${masked} secrets masked` : "",
  ]
  if (all > 0) out.line(parts.filter(Boolean).join(` ${out.symbol("bullet")} `))
  if (done.interrupted) out.line("Stopped; the same command goes on where it stopped.")
  else if (all === 0) out.line("No past session of this repository was found. More: --days 365")
}
