// mettle history: episodes in a row, or one with its trajectory, checkpoints and cards. The plot has a table twin.

import { VERDICTS } from "../../core/model.ts"
import { findEpisode } from "../../memory/reading/episodes.ts"
import {
  type EpisodeHistory,
  episodeHistory,
  type HistoryRow,
  historyRow,
  readHistory,
} from "../../memory/reading/history.ts"
import { inPlainWords } from "../../memory/reading/plain-words.ts"
import { isoDay } from "../../memory/reading/since.ts"
import { defineMettleCommand, FLAGS, type Running, usage, whole } from "../command.ts"
import { here } from "../here.ts"
import { nothingYet, readMemory } from "../memory-of.ts"
import { clean, count, type Out, type Paint, shorten } from "../print.ts"
import { ago, parseSince } from "../time.ts"
import { drawTrajectory, markSign } from "./trajectory.ts"

const MOST = 20

const args = {
  episode: { type: "positional", required: false, description: "an episode's id or the start of it" },
  outcome: { type: "string", valueHint: "verdict", description: VERDICTS.join(", ") },
  since: FLAGS.since,
  limit: FLAGS.limit,
  everywhere: { type: "boolean", description: "episodes of every repository" },
  plot: { type: "boolean", default: true, description: "one episode without its plot" },
  table: { type: "boolean", description: "the trajectory as a table" },
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "history",
  examples: [
    ["mettle history", "the last episodes here: how they began, how they went"],
    ["mettle history e-91c4a0", "one episode: trajectory, checkpoints, cards"],
    ["mettle history --outcome failure --since 7d", "only some"],
    ["mettle history e-91c4a0 --table", "the same trajectory as a table"],
  ],
  args,
  run: running => (running.args.episode === undefined ? table(running) : one(running, running.args.episode)),
})

async function table({ args, out, context }: Run): Promise<void> {
  if (args.outcome !== undefined && !VERDICTS.some(verdict => verdict === args.outcome))
    throw usage(command, `--outcome is one of ${VERDICTS.join(", ")}, not "${args.outcome}"`)
  const limit = whole(command, "limit", args.limit, out.json ? Number.MAX_SAFE_INTEGER : MOST)
  const opened = await readMemory(context, out)
  const found = opened
    ? readHistory(opened.memory, {
        ...(args.everywhere ? {} : { scope: here(context).scope }),
        ...(args.outcome === undefined ? {} : { verdict: args.outcome }),
        ...(args.since === undefined ? {} : { since: parseSince(args.since, context.now()) }),
      })
    : []
  const rows = found.slice(0, limit).map(episode => historyRow(opened!.memory, episode))
  out.result({ episodes: rows.map(jsonOf), total: found.length }, () => {
    if (rows.length === 0) {
      out.line("No episode yet. One begins with the first prompt to an agent that mettle is installed in.")
      return
    }
    const narrow = out.width < 72
    const room = out.width - 60
    out.table(
      [
        { name: "episode" },
        ...(out.width < 34 ? [] : [{ name: "when" }]),
        { name: "outcome" },
        { name: "frustr." },
        ...(narrow ? [] : [{ name: "cards", align: "right" as const }, { name: "by" }, { name: "began with" }]),
      ],
      rows.map(row => [
        row.short,
        ...(out.width < 34 ? [] : [row.open ? "now" : ago(row.openedAt, context.now())]),
        { text: row.verdict, paint: verdictPaint(row.verdict) },
        `${row.peak.toFixed(2)}/${row.end.toFixed(2)}${row.trips > 0 ? "!" : ""}`,
        ...(narrow
          ? []
          : [row.cards, row.judgedBy, shorten(clean(row.prompt ?? "(forgotten)"), room, out.symbol("more"))]),
      ]),
    )
    if (found.length > rows.length) out.note(`${found.length - rows.length} more: --limit ${found.length}`)
    else out.note(`mettle history ${rows[0]!.short} shows one`)
  })
}

async function one({ args, out, context }: Run, id: string): Promise<void> {
  const opened = await readMemory(context, out)
  if (!opened) throw nothingYet(`no episode "${id}"`)
  const seen = episodeHistory(opened.memory, findEpisode(opened.memory, id))
  out.result({ ...jsonOf(seen) }, () => showEpisode(seen, out, { plot: args.plot, table: args.table === true }))
}

export function showEpisode(seen: EpisodeHistory, out: Out, how: { plot: boolean; table: boolean }): void {
  const short = (text: string, room = out.width): string => shorten(clean(text), Math.max(8, room), out.symbol("more"))
  const roomy = out.width >= 60
  const head = [
    `${roomy ? `${isoDay(seen.openedAt)} ` : ""}${clock(seen.openedAt)}-${seen.open ? "now" : clock(seen.lastAt)}`,
    ...(roomy ? [lasted(seen.lastAt - seen.openedAt)] : []),
    count(seen.messages, "message"),
    seen.client,
  ]
  out.line(`${out.paint("bold", seen.short)}  ${short(head.join("  "), out.width - seen.short.length - 2)}`)
  out.line(
    `${out.paint(verdictPaint(seen.verdict), seen.verdict)}  ${short(inPlainWords(seen.because), out.width - 10)}`,
  )
  if (how.plot && !how.table && !out.plain && seen.trajectory.length > 0) {
    const { lines, legend } = drawTrajectory(seen.trajectory, seen.messages, { width: out.width, ascii: out.ascii })
    out.line()
    for (const line of lines) out.line(line)
    for (const line of wrap(legend.split("  "), out.width)) out.line(out.paint("dim", line))
  }
  if (seen.trajectory.length === 0) out.line(short("nothing was heard that speaks for or against the work"))
  if (how.table || out.plain)
    out.table(
      [
        { name: "message", align: "right" },
        { name: "frustration", align: "right" },
        { name: "success", align: "right" },
        { name: "what" },
      ],
      seen.trajectory.map(p => [p.message, p.frustration.toFixed(2), p.success.toFixed(2), p.marks.join(" ") || null]),
    )
  if (out.plain) return
  out.line()
  for (const c of seen.checkpoints) {
    const score = c.score === null || c.verdict === "unjudged" ? "unjudged" : c.score.toFixed(2)
    const tokens = c.tokens === null ? "" : `, ${c.tokens.input + c.tokens.output} tokens`
    out.line(
      short(
        `${String(c.n).padStart(2)}  ${`${c.from}-${c.to}`.padEnd(8)} ${score.padEnd(8)}  ${CUT[c.trigger]}${tokens}`,
      ),
    )
    out.line(`    ${short(c.summary, out.width - 4)}`)
  }
  if (seen.expired > 0)
    out.line(out.paint("dim", short(`${seen.expired} checkpoints older than 30 days are gone; the log is not`)))
  for (const use of seen.used) {
    const signed =
      use.attribution === null ? "     " : `${use.attribution >= 0 ? "+" : ""}${use.attribution.toFixed(2)}`
    out.line(`${use.short.padEnd(9)} ${signed}  ${short(inPlainWords(use.because), out.width - 17)}`)
  }
  for (const trip of seen.tripped) {
    const said = `${trip.short} at ${trip.message}, ${tripFate(trip)}: ${trip.because}`
    out.line(`${out.paint("yellow", markSign("trip", out.ascii))} ${short(said, out.width - 2)}`)
  }
  out.line(out.paint("dim", short(`${count(seen.proposed, "proposal")}: mettle review ledger ${seen.short}`)))
}

/** Said to the agent, due but never said (no hook asked in time), or only written down. */
export const tripFate = (trip: { readonly made: string | null; readonly spoken: boolean }): string =>
  trip.made !== null ? "spoken" : trip.spoken ? "not said" : "shadow"

export const verdictPaint = (verdict: string): Paint =>
  verdict === "success" ? "green" : verdict === "failure" ? "red" : verdict === "mixed" ? "yellow" : "dim"

const CUT = {
  ...{ messages: "by count", boundary: "another task", commit: "commit" },
  ...{ outcome: "passed", pause: "pause", asked: "you asked", episode: "end" },
} as const

const jsonOf = <T extends HistoryRow>(row: T) => ({
  ...row,
  openedAt: new Date(row.openedAt).toISOString(),
  lastAt: new Date(row.lastAt).toISOString(),
})
const lasted = (ms: number): string =>
  ms < 60_000 ? "under a minute" : ms < 7_200_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`
const clock = (at: number): string => {
  const time = new Date(at)
  return `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`
}

/** Parts in as few lines as fit. */
function wrap(parts: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 2 + part.length <= width) lines[lines.length - 1] = `${last}  ${part}`
    else lines.push(part)
  }
  return lines
}
