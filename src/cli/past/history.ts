// mettle history: episodes in a row, or one with what was held, its stretches and cards. The plot has a table twin.

import { VERDICTS } from "../../core/model.ts"
import { count } from "../../core/say-number.ts"
import { followedWords } from "../../memory/checks/holds.ts"
import { findEpisode } from "../../memory/reading/episodes.ts"
import {
  type EpisodeHistory,
  episodeHistory,
  type HistoryRow,
  historyRow,
  readHistory,
} from "../../memory/reading/history.ts"
import { inPlainWords, whyJudged } from "../../memory/reading/plain-words.ts"
import { isoDay } from "../../memory/where-and-when.ts"
import { atMost, defineMettleCommand, FLAGS, flag, fromWhen, oneOf, type Running, word } from "../command.ts"
import { here, readMemory } from "../context.ts"
import { type Cell, clean, type Out, type Paint, wrapped } from "../print.ts"
import { ago, clock, iso } from "../say.ts"

const MOST = 20

const args = {
  episode: word("an episode's id or the start of it"),
  outcome: oneOf("verdict", VERDICTS),
  since: FLAGS.since,
  limit: FLAGS.limit,
  everywhere: flag("episodes of every repository"),
  table: flag(
    "every figure as a table: frustration (peak/end), cards, who judged; of one, its trajectory and checkpoints",
  ),
} as const
type Run = Running<typeof args>
type Shown = readonly [name: string, of: (row: HistoryRow) => Cell]

export const command = defineMettleCommand({
  name: "history",
  examples: [
    ["mettle history", "the last episodes here: how they began, how they went"],
    ["mettle history e-91c4a0", "one episode: what was held, its stretches, the cards it was given"],
    ["mettle history --outcome failure --since 7d", "only some"],
    ["mettle history e-91c4a0 --table", "the trajectory as a table, and every checkpoint"],
  ],
  args,
  run: running => (running.args.episode === undefined ? table(running) : one(running, running.args.episode)),
})

async function table(running: Run): Promise<void> {
  const { args, out, context } = running
  const limit = atMost(running, MOST)
  const memory = await readMemory(context, out)
  const found = readHistory(memory, {
    scope: args.everywhere ? undefined : here(context).scope,
    verdict: args.outcome,
    since: fromWhen(running),
  })
  const rows = found.slice(0, limit).map(episode => historyRow(memory, episode))
  out.result({ episodes: rows.map(jsonOf), total: found.length }, () => {
    if (rows.length === 0)
      return out.line("No episode yet. One begins with the first prompt to an agent that mettle is installed in.")
    const whole: readonly Shown[] = [
      ["frustration", row => `${row.peak.toFixed(2)}/${row.end.toFixed(2)}`],
      ["cards", row => row.cards],
      ["by", row => row.judgedBy],
    ]
    const columns: readonly Shown[] = [
      ["episode", row => row.short],
      ["when", row => (row.open ? "now" : ago(row.openedAt, context.now()))],
      ["outcome", row => ({ text: row.verdict, paint: verdictPaint(row.verdict) })],
      ...(args.table ? whole : []),
      ["what happened", happened],
      ["began with", row => clean(row.prompt ?? "(forgotten)")],
    ]
    out.table(
      columns.map(([name]) => ({ name })),
      rows.map(row => columns.map(([, of]) => of(row))),
    )
    out.more(rows.length, found.length)
    if (rows.length === found.length) out.note(`mettle history ${rows[0]!.short} shows one`)
  })
}

const happened = (row: HistoryRow): string =>
  [
    row.held > 0 ? `${row.held} held` : "",
    row.corrections > 0 ? count(row.corrections, "correction") : "",
    row.trips > 0 ? "trouble" : "",
  ]
    .filter(Boolean)
    .join(", ")

async function one({ args, out, context }: Run, id: string): Promise<void> {
  const memory = await readMemory(context, out)
  const seen = episodeHistory(memory, findEpisode(memory, id))
  out.result({ ...jsonOf(seen) }, () => showEpisode(seen, out, args.table === true))
}

export function showEpisode(seen: EpisodeHistory, out: Out, asTable: boolean): void {
  showHead(seen, out)
  if (asTable || out.plain) trajectoryTable(seen, out)
  // A line that never moved tells less than the words below.
  else if (seen.trajectory.some(point => point.bad !== null)) showPlot(seen, out)
  if (out.plain) return
  out.line()
  for (const hold of seen.holds)
    told(
      out,
      `held ${hold.action ?? "(forgotten)"}, by "${hold.statement ?? "(forgotten)"}": ${followedWords(hold)}`,
      hold.short,
    )
  for (const { message, words } of seen.corrected.slice(0, CORRECTED))
    told(out, `you corrected it at ${message}: "${words ?? "(forgotten)"}"`)
  // One stretch is the whole, and stands above.
  for (const one of seen.stretches.length > 1 ? seen.stretches : [])
    told(out, `${one.from}-${one.to} ${one.verdict}: ${one.about}; ${whyJudged(one)}`)
  if (asTable) checkpointLines(seen, out)
  for (const use of seen.used.filter(({ card }) => !seen.holds.some(hold => hold.card === card))) {
    const signed = use.attribution === null ? "" : `${use.attribution >= 0 ? "+" : ""}${use.attribution.toFixed(2)} `
    told(out, `${signed}given "${use.statement ?? "(forgotten)"}": ${inPlainWords(use.because)}`, use.short)
  }
  for (const trip of seen.tripped)
    told(out, `${markSign("trip", out.ascii)} at ${trip.message}, ${tripFate(trip)}: ${trip.because}`, trip.short)
  if (seen.proposed > 0)
    out.line(out.paint("dim", out.fit(`${count(seen.proposed, "proposal")}: mettle review ledger ${seen.short}`)))
}

/** Words, and what opens them at the end of the line. */
function told(out: Out, text: string, id = "", painted = (line: string): string => line): void {
  const room = out.width - (id === "" ? 0 : id.length + 2)
  const [first = "", ...rest] = wrapped(out.fit(text, LONGEST), room, "  ").map(line => out.fit(line, room))
  out.line(id === "" ? painted(first) : `${first}  ${out.paint("dim", id)}`)
  for (const more of rest) out.line(more)
}

function showHead(seen: EpisodeHistory, out: Out): void {
  out.line(out.paint("bold", out.fit(seen.prompt ?? "(its words were forgotten)")))
  const verdict = out.paint(verdictPaint(seen.verdict), seen.verdict)
  told(out, `${seen.verdict}: ${whyJudged(seen)}`, "", line => line.replace(seen.verdict, verdict))
  const head = [
    seen.short,
    `${isoDay(seen.openedAt)} ${clock(seen.openedAt)}-${seen.open ? "now" : clock(seen.lastAt)}`,
    lasted(seen.lastAt - seen.openedAt),
    count(seen.messages, "message"),
    ...(seen.corrections > 0 ? [count(seen.corrections, "correction")] : []),
    seen.client,
  ]
  out.line(out.paint("dim", out.fit(head.join("  "))))
}

function showPlot(seen: EpisodeHistory, out: Out): void {
  const held = seen.holds.map(({ message }) => ({ message, marks: ["hold"] }))
  const { lines, legend } = drawTrajectory(seen.trajectory, held, seen.messages, out)
  for (const line of ["", ...lines]) out.line(line)
  for (const line of wrapped(legend, out.width, "", "  ")) out.line(out.paint("dim", line))
}

const CORRECTED = 5
/** of one line's words */
const LONGEST = 320

const trajectoryTable = (seen: EpisodeHistory, out: Out): void =>
  out.table(
    [
      { name: "message", align: "right" },
      { name: "frustration", align: "right" },
      { name: "success", align: "right" },
      { name: "what" },
    ],
    seen.trajectory.map(p => [p.message, p.frustration.toFixed(2), p.success.toFixed(2), p.marks.join(" ") || null]),
  )

function checkpointLines(seen: EpisodeHistory, out: Out): void {
  for (const c of seen.checkpoints) {
    const score = c.score === null || c.verdict === "unjudged" ? "unjudged" : c.score.toFixed(2)
    const tokens = c.tokens === null ? "" : `, ${c.tokens.input + c.tokens.output} tokens`
    const span = `${c.from}-${c.to}`.padEnd(7)
    out.line(out.fit(`checkpoint ${c.n}  ${span} ${score}, ${CUT[c.trigger]}${tokens}: ${c.summary}`))
  }
  if (seen.expired > 0)
    out.line(out.paint("dim", out.fit(`${seen.expired} checkpoints older than 30 days are gone; the log is not`)))
}

/** Said to the agent, due but never said (no hook asked in time), or only written down. */
export const tripFate = (trip: { readonly made: string | null; readonly spoken: boolean }): string =>
  trip.made !== null ? "said to the agent" : trip.spoken ? "not said" : "only noted"

const verdictPaint = (verdict: string): Paint =>
  verdict === "success" ? "green" : verdict === "failure" ? "red" : verdict === "mixed" ? "yellow" : "dim"

const CUT = {
  ...{ messages: "by count", boundary: "another task", commit: "commit" },
  ...{ outcome: "passed", pause: "pause", asked: "you asked", episode: "end" },
} as const

const jsonOf = <T extends HistoryRow>(row: T) => ({
  ...row,
  openedAt: iso(row.openedAt),
  lastAt: iso(row.lastAt),
})
const lasted = (ms: number): string =>
  ms < 60_000 ? "under a minute" : ms < 7_200_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`

// The trajectory drawn with characters: a row of bars each for frustration and success over the messages, marks below them. 24 to 100
// columns, Unicode or ASCII; the same facts stand in the table of --table.

const LABEL = "frustration ".length
const BARS = ["▁▂▃▄▅▆▇█", "_.-~=+*#"] as const
const MARKS: Readonly<Record<string, readonly [unicode: string, ascii: string, meaning: string]>> = {
  pack: ["P", "P", "pack"],
  fail: ["✗", "x", "failed"],
  pass: ["✓", "v", "passed"],
  correction: ["c", "c", "correction"],
  again: ["a", "a", "asked again"],
  praise: ["+", "+", "praise"],
  commit: ["●", "o", "commit"],
  interrupt: ["‖", "i", "broken off"],
  trip: ["!", "!", "noticed trouble"],
  hold: ["H", "H", "held"],
}
const markSign = (mark: string, ascii: boolean): string => MARKS[mark]?.[ascii ? 1 : 0] ?? "?"

type Marked = Pick<EpisodeHistory["trajectory"][number], "message"> & { readonly marks: readonly string[] }
/** `also`: what is marked besides and moved nothing. */
export function drawTrajectory(
  points: readonly (Marked & { readonly frustration: number; readonly success: number })[],
  also: readonly Marked[],
  messages: number,
  { width, ascii }: { readonly width: number; readonly ascii: boolean },
) {
  const columns = Math.min(Math.max(24, Math.min(width, 100)) - LABEL, messages)
  const columnOf = (message: number): number =>
    messages <= 1 ? 0 : Math.round(((Math.min(message, messages) - 1) / (messages - 1)) * (columns - 1))
  const bars = BARS[ascii ? 1 : 0]
  const row = (of: "frustration" | "success", start: number): string => {
    let value = start
    const cells = Array.from({ length: columns }, (_, column) => {
      value = points.findLast(point => columnOf(point.message) === column)?.[of] ?? value
      return bars[Math.round(Math.max(0, Math.min(1, value)) * (bars.length - 1))]
    })
    return of.padEnd(LABEL) + cells.join("")
  }
  // What falls on the same place goes one row down.
  const below = Array.from({ length: 3 }, () => Array<string>(columns).fill(" "))
  const marked = [...points, ...also]
  for (const { message, marks } of marked)
    for (const sign of marks.map(mark => markSign(mark, ascii))) {
      const column = columnOf(message)
      const free = below.find(cells => cells[column] === " " || cells[column] === sign)
      if (free) free[column] = sign
    }
  const axis = messages > 1 ? `1${String(messages).padStart(columns - 1)}` : "1"
  const under = [[axis], ...below].map(cells => (" ".repeat(LABEL) + cells.join("")).trimEnd())
  const present = Object.keys(MARKS).filter(mark => marked.some(point => point.marks.includes(mark)))
  return {
    lines: [row("frustration", 0), row("success", 0.5), ...under.filter(line => line !== "")],
    legend: present.map(mark => `${markSign(mark, ascii)} ${MARKS[mark]![2]}`).join("  "),
  }
}
