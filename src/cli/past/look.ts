// mettle look: what past sessions of this repository show, before anything is installed. Reads transcripts, rule files and what
// was put away since; stores, sends and asks nothing. --html is the one thing it writes, where it is told to.
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { type LookReport, look } from "../../memory/past/look.ts"
import { unseenEpisodes } from "../../memory/past/unseen.ts"
import { defineMettleCommand, FLAGS, number, value } from "../command.ts"
import { type Context, readMemory } from "../context.ts"
import { clean, type Out, shorten } from "../print.ts"
import { iso } from "../say.ts"
import { sayLook } from "./look-text.ts"

export const command = defineMettleCommand({
  name: "look",
  examples: [
    ["mettle look", "the last 30 days of this repository; installs and stores nothing"],
    ["mettle look --days 90 --html look.html", "one masked file to read or share"],
    ["mettle look --json", "everything, for a program"],
  ],
  args: {
    days: number("how far back (default 30)"),
    html: value("file", "write one page without outside assets"),
    client: FLAGS.client,
  },
  run: async ({ args, out, context }) => {
    const report = await lookAt(context, out, { days: args.days ?? 30, client: args.client ?? null, repo: args.repo })
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
    home: context.home,
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

/** Times as ISO, as everywhere in JSON. */
const jsonOf = (report: LookReport): Record<string, unknown> =>
  JSON.parse(JSON.stringify(report, (name, value) => (isTime(name, value) ? iso(value) : value)))
const isTime = (name: string, value: unknown): value is number =>
  typeof value === "number" && /^(?:at|firstAt|lastAt)$/.test(name)

function writePage(path: string, page: string): void {
  try {
    writeFileSync(path, page, { mode: 0o600 })
  } catch (cause) {
    throw new MettleError("E_DISK", `cannot write ${path}`, { hint: "name another file with --html", cause })
  }
}

// The look back as one file to share: what the terminal says, whole, in one page. No script, no outside asset, a policy that allows
// neither; light and dark, printable. What to leave out was decided before (report.ts).

/** Nothing that came from elsewhere holds these: texts are cleaned before they are printed. */
const [BEGIN, END] = ["\u0001", "\u0002"]
const safe = (text: string): string =>
  text.toWellFormed().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
const STYLE = `:root{color-scheme:light dark}body{margin:2rem 1rem}pre{max-width:104ch;margin:auto;white-space:pre-wrap;
overflow-wrap:anywhere;font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}b{font-size:1.05em}`

export function lookPage(report: LookReport): string {
  const lines: string[] = []
  const page = {
    ...{ width: 100, ascii: false, line: (text = "") => void lines.push(text) },
    paint: (paint: string, text: string) => (paint === "bold" ? `${BEGIN}${text}${END}` : text),
    symbol: (name: string) => ({ bullet: "·", arrow: "→" })[name] ?? "",
    fit: (text: string, columns: number) => shorten(clean(text), columns, "…"),
  } as unknown as Out
  sayLook(page, report, null, Number.POSITIVE_INFINITY)
  const text = safe(lines.join("\n")).replaceAll(BEGIN, "<b>").replaceAll(END, "</b>")
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>mettle look: ${safe(report.repo)}</title><style>${STYLE}</style></head>
<body><pre>${text}</pre></body></html>
`
}
