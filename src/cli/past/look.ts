// mettle look: what past sessions of this repository show, before anything is installed. Reads transcripts, rule files and what
// was put away since; stores, sends and asks nothing. --html is the one thing it writes, where it is told to.
import { writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { type LookReport, look } from "../../memory/past/look.ts"
import { unseenEpisodes } from "../../memory/past/unseen.ts"
import { defineMettleCommand, FLAGS, whole } from "../command.ts"
import type { Context } from "../context.ts"
import { readMemory } from "../memory-of.ts"
import type { Out } from "../print.ts"
import { lookPage } from "./look-page.ts"
import { sayLook } from "./look-text.ts"

export const command = defineMettleCommand({
  name: "look",
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
    const report = await lookAt(context, out, { days, client: args.client ?? null, repo: args.repo })
    if (args.html) writePage(resolve(context.io.cwd, args.html), lookPage(report))
    out.result({ ...jsonOf(report), html: args.html ?? null }, () => sayLook(out, report, args.html ?? null))
  },
})

async function lookAt(
  context: Context,
  out: Out,
  wanted: { days: number; client: string | null; repo: string | undefined },
) {
  const bars = { reading: out.progress("reading"), living: out.progress("looking back") }
  const { isHeard, seeHooks } = await import("../upkeep/hooks-seen.ts")
  const seen = seeHooks(context, null)
  const report = await look({
    known: await readMemory(context, out),
    installed: seen.agents.some(agent => isHeard(seen, agent)),
    folder: resolve(context.io.cwd, wanted.repo ?? "."),
    home: context.io.env.HOME || homedir(),
    env: context.io.env,
    days: wanted.days,
    unseen: unseenEpisodes(context.basePaths().state),
    client: wanted.client,
    now: context.now(),
    engine: process.versions.v8,
    signal: context.signal,
    read: () => bars.reading.step(),
    lived: count => bars.living.step(count),
  })
  bars.reading.done()
  bars.living.done()
  return report
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
/** Times as ISO, as everywhere in JSON. */
function jsonOf(report: LookReport): Record<string, unknown> {
  const { repeats, again, warnings, kept, corrected, open, ...rest } = report
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
    kept: kept.map(k => ({ ...k, at: iso(k.at) })),
    corrected: corrected.map(c => ({ ...c, at: iso(c.at) })),
    open: open.map(o => ({ ...o, at: iso(o.at) })),
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
