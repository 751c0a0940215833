// mettle look: what past sessions of this repository show, before anything is installed. Reads transcripts and rule files
// only; stores, sends and asks nothing. --html is the one thing it writes, where it is told to.
import { writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { basename, resolve } from "node:path"
import { CLIENT_ENV, CLIENTS } from "../clients/registry.ts"
import { MettleError } from "../core/errors.ts"
import type { Draft } from "../core/events/draft.ts"
import { lookPage } from "../core/look/html.ts"
import { type LookReport, mapTexts, shareable } from "../core/look/report.ts"
import { rotOf } from "../core/look/rot.ts"
import { heardIn } from "../memory/backfill.ts"
import { bounded, hindsight, inTime } from "../memory/hindsight.ts"
import { lookBack } from "../memory/look-back.ts"
import { readRepository } from "../store/repository.ts"
import { ruleFiles, standsIn } from "../store/rule-files.ts"
import { findSessions } from "../store/transcripts.ts"
import { workingCopies } from "../store/working-copies.ts"
import { defineMettleCommand, FLAGS, whole } from "./command.ts"
import type { Context } from "./context.ts"
import { sayLook } from "./look-text.ts"
import type { Out } from "./print.ts"

const DAY = 86_400_000

export const command = defineMettleCommand({
  name: "look",
  summary: "what past sessions show: repeated words, failures hit again, rotten rules",
  examples: [
    ["mettle look", "the last 30 days of this repository; installs and stores nothing"],
    ["mettle look --days 90 --html look.html", "one masked file to read or share"],
    ["mettle look --json", "everything, for a program"],
  ],
  args: {
    days: { type: "string", valueHint: "n", description: "how far back (default 30)" },
    html: { type: "string", valueHint: "file", description: "write one page without outside assets" },
    client: FLAGS.client,
  },
  run: async ({ args, out, context }) => {
    const days = whole(command, "days", args.days, 30)
    if (args.client && !CLIENTS.some(client => client.name === args.client))
      throw new MettleError("E_USAGE", `there is no client "${args.client}"`, {
        hint: CLIENTS.map(client => client.name).join(", "),
      })
    const { report, home, top } = await lookAt(context, out, { days, client: args.client ?? null, repo: args.repo })
    const shared = mapTexts(report, shareable(home, top))
    if (args.html) writePage(resolve(context.io.cwd, args.html), lookPage(shared))
    out.result({ ...jsonOf(shared), html: args.html ?? null }, () => sayLook(out, shared, args.html ?? null))
  },
})

interface Wanted {
  readonly days: number
  readonly client: string | null
  readonly repo: string | undefined
}

async function lookAt(context: Context, out: Out, wanted: Wanted) {
  const { io } = context
  const home = io.env.HOME || homedir()
  // Without our cache folder: a look leaves nothing behind, not even that.
  const repository = readRepository(resolve(io.cwd, wanted.repo ?? "."))
  const scope = repository.identity.id
  const now = context.now()
  const env = Object.fromEntries(CLIENT_ENV.map(name => [name, io.env[name]]))
  const since = now - wanted.days * DAY
  const dirs = workingCopies(repository.top)
  const clients = CLIENTS.filter(client => wanted.client === null || client.name === wanted.client)
  const found = findSessions({ home, env, clients, dirs, since })
  const { signal } = context
  const reading = out.progress("reading", found.sessions.length)
  const sessions: (readonly Draft[])[] = []
  const counts: Record<string, number> = {}
  for (const session of found.sessions) {
    signal.throwIfAborted()
    const drafts = [...heardIn(session, { scopeOf: () => scope, now, env })].flatMap(heard =>
      heard.drafts.filter(draft => draft.ts >= since).map(draft => ({ ...bounded(draft), scope })),
    )
    reading.step()
    if (drafts.length === 0) continue
    sessions.push(drafts)
    if (drafts.some(d => d.type === "prompt.submitted"))
      counts[session.client.name] = (counts[session.client.name] ?? 0) + 1 // prettier-ignore
  }
  reading.done()
  const drafts = inTime(sessions)
  const living = out.progress("looking back", drafts.length)
  let done = 0
  const past = await hindsight(drafts, {
    scope,
    engine: process.versions.v8,
    signal,
    progress: at => {
      living.step(at - done)
      done = at
    },
  })
  living.done()
  const back = lookBack(past)
  const memoryFolders = dirs.flatMap(dir =>
    CLIENTS.flatMap(client => {
      const { folder, roots } = client.transcripts ?? {}
      return folder && roots ? roots(home, env).map(root => `${root}/${folder(dir)}/memory`) : []
    }),
  )
  const files = ruleFiles(repository.top, home, memoryFolders)
  const report: LookReport = {
    repo: basename((repository.origin ?? repository.top).replace(/\.git$/, "")),
    days: wanted.days,
    firstAt: drafts[0]?.ts ?? null,
    lastAt: drafts[drafts.length - 1]?.ts ?? null,
    sessions: Object.values(counts).reduce((a, b) => a + b, 0),
    clients: counts,
    prompts: drafts.filter(d => d.type === "prompt.submitted" && d.data.author === "user").length,
    calls: back.calls,
    failed: back.failed,
    left: found.left,
    masked: Object.values(past.masked).reduce((a, b) => a + b, 0),
    repeats: back.repeats,
    again: back.again,
    warnings: back.warnings,
    files: files.map(file => ({ path: file.path, bytes: Buffer.byteLength(file.text) })),
    rot: rotOf(files, standsIn(repository.top)),
  }
  return { report, home, top: repository.top }
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
/** Times as ISO, as everywhere in JSON. */
function jsonOf(report: LookReport): Record<string, unknown> {
  const { repeats, again, warnings, ...rest } = report
  return {
    ...rest,
    firstAt: iso(report.firstAt),
    lastAt: iso(report.lastAt),
    repeats: repeats.map(r => ({
      ...r,
      firstAt: iso(r.firstAt),
      lastAt: iso(r.lastAt),
      said: r.said.map(s => ({ ...s, at: iso(s.at) })),
    })),
    again: again.map(a => ({ ...a, firstAt: iso(a.firstAt), lastAt: iso(a.lastAt) })),
    warnings: warnings.map(w => ({ ...w, at: iso(w.at) })),
  }
}

function writePage(path: string, page: string): void {
  try {
    writeFileSync(path, page, { mode: 0o600 })
  } catch (cause) {
    throw new MettleError("E_DISK", `cannot write ${path}`, { hint: "name another file with --html", cause })
  }
}
