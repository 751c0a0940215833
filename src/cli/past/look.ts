// mettle look: what past sessions of this repository show, before anything is installed. Reads transcripts, rule files and what
// was put away since; stores, sends and asks nothing. Short lists, each with its count, the one thing worth doing, and what follows.
import { resolve } from "node:path"
import { count } from "../../core/say-number.ts"
import {
  againText,
  countVerdict,
  groupWarnings,
  type LookReport,
  look,
  minutesOf,
  per100,
  WARNING_VERDICTS,
  whatNext,
  worthDoing,
} from "../../memory/past/look.ts"
import { unseenEpisodes } from "../../memory/past/unseen.ts"
import { defineMettleCommand, FLAGS, number, type Running } from "../command.ts"
import { readMemory } from "../context.ts"
import { clean, columnsOf, type Out, type Paint } from "../print.ts"
import { iso } from "../say.ts"

const args = { days: number("how far back (default 30)"), client: FLAGS.client } as const

export const command = defineMettleCommand({
  name: "look",
  examples: [
    ["mettle look", "the last 30 days of this repository; installs and stores nothing"],
    ["mettle look --days 90", "further back"],
    ["mettle look --json", "everything, for a program"],
  ],
  args,
  run: async running => {
    const report = await lookAt(running)
    running.out.result(jsonOf(report), () => sayLook(running.out, report))
  },
})

type Run = Running<typeof args>
async function lookAt({ args, out, context }: Run): Promise<LookReport> {
  const bars = { reading: out.progress("reading"), living: out.progress("looking back") }
  const { isHeard, seeHooks } = await import("../upkeep/status-seen.ts")
  const seen = seeHooks(context, null)
  const report = await look({
    known: await readMemory(context, out),
    installed: seen.agents.some(agent => isHeard(seen, agent)),
    folder: resolve(context.io.cwd, args.repo ?? "."),
    home: context.home,
    env: context.io.env,
    days: args.days ?? 30,
    unseen: unseenEpisodes(context.basePaths().state),
    client: args.client ?? null,
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

const jsonOf = (report: LookReport): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(report, (name, value) =>
      typeof value === "number" && /^(?:at|firstAt|lastAt)$/.test(name) ? iso(value) : value,
    ),
  )

/** A painted mark, text, a remark at the right edge; and what stands below. */
type Row = readonly [mark: string, paint: Paint, text: string, right: string, ...below: readonly string[]]
interface List {
  readonly title: string
  readonly note: string
  readonly rows: readonly Row[]
  /** lines before and after the rows */
  readonly before?: readonly string[]
  readonly after?: readonly string[]
}

const MOST = 8
const QUOTES = 2
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")
/** "3 Nov"; UTC, so that the same report is the same everywhere. */
const dayText = (at: number): string => {
  const day = new Date(at)
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`
}
const many = (list: readonly unknown[], word: string): string => (list.length === 0 ? "" : count(list.length, word))
const times = (n: number): string => `${n}×`.padStart(4)

function sayLook(out: Out, report: LookReport): void {
  const dot = ` ${out.symbol("bullet")} `
  const dim = (text: string) => out.line(out.paint("dim", text))
  out.line(
    out.paint(
      "bold",
      `mettle look${dot}${clean(report.repo)}${dot}last ${report.days === 1 ? "day" : `${report.days} days`}`,
    ),
  )
  out.line(
    [
      count(report.sessions, "session"),
      count(report.prompts, "prompt"),
      `${count(report.calls, "tool call")}, ${report.failed.toLocaleString("en-GB")} failed`,
      ...(report.masked > 0 ? [`${count(report.masked, "secret")} masked`] : []),
    ].join(dot),
  )
  dim("Read from past transcripts. Nothing was installed, stored or sent.")
  if (report.left > 0) dim(`${count(report.left, "session")} left out: too many or too large; try fewer --days`)
  const past = report.sessions === 0 ? [] : pastLists(report, out)
  const found = [...past, provable(report)].filter(({ note, rows }) => rows.length > 0 || note)
  if (report.sessions === 0) {
    out.line("\nNo past session of this repository was found.")
    out.line("mettle speaks up when you correct the agent, or a test fails and then passes.")
    out.line("More: mettle look --days 365")
  } else if (found.length === 0) out.line("\nNothing in them that lasts, came back or was left open.")
  for (const list of found) print(out, list)
  out.line()
  const worth = worthDoing(report)
  if (worth !== null) out.line(out.fit(`Worth doing first: ${worth}`, Math.min(out.width, 100)))
  const [what, command] = whatNext(report)
  out.line(`${out.symbol("arrow")} ${what}: ${out.paint("bold", command)}`)
}

function print(out: Out, { title, note, rows, before = [], after = [] }: List): void {
  const width = Math.min(out.width, 100)
  out.line()
  out.line(`${out.paint("bold", title)}${note === "" ? "" : `  ${out.paint("dim", note)}`}`)
  for (const line of before) out.line(line)
  for (const [mark, paint, text, right, ...below] of rows.slice(0, MOST)) {
    const shown = out.fit(text, Math.max(12, width - columnsOf(mark) - columnsOf(right) - 2))
    const gap = " ".repeat(Math.max(2, width - columnsOf(mark) - columnsOf(shown) - columnsOf(right)))
    out.line(`${out.paint(paint, mark)}${shown}${gap}${out.paint("dim", clean(right))}`)
    for (const line of below) out.line(`      ${out.paint("dim", out.fit(line, width - 6))}`)
  }
  if (rows.length > MOST) out.line(out.paint("dim", `      and ${rows.length - MOST} more (--json lists them)`))
  for (const line of after) out.line(out.paint("dim", line))
}

const PAINT: Readonly<Record<string, Paint>> = { right: "green", false: "red", "your word": "cyan", open: "dim" }
const PLACED = { after_failure: "told at the failure", held: "held before", before_tool: "told at the call" } as const

function pastLists(report: LookReport, out: Out): readonly List[] {
  const { kept, repeats, corrected, again, warnings, open } = report
  const plain = (text: string, right: string, ...below: readonly string[]): Row => [
    "      ",
    "cyan",
    text,
    right,
    ...below,
  ]
  const sessions = new Set(corrected.map(c => c.episode)).size
  const broken = report.brokenOff === 0 ? "" : `, ${count(report.brokenOff, "prompt")} broken off`
  const span = (from: number, to: number): string =>
    dayText(from) === dayText(to) ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
  const spent = minutesOf(report)
  return [
    {
      title: "What would have been kept",
      note: many(kept, "card"),
      rows: kept.map(({ statement, kind, at, quote }) => {
        const said = clean(quote) === clean(statement) ? [] : [`"${quote}"`]
        return plain(statement, `${kind.replace("_", " ")}, ${dayText(at)}`, ...said)
      }),
    },
    {
      title: "You said it more than once",
      note: many(repeats, "instruction"),
      rows: repeats.map(({ said, statement, firstAt, lastAt }): Row => {
        const quotes = [...new Map(said.map(s => [clean(s.quote), s])).values()].slice(-QUOTES)
        const below = quotes.map(one => `${dayText(one.at)}: "${one.quote}"`)
        return [`${times(said.length)}  `, "cyan", statement, span(firstAt, lastAt), ...below]
      }),
    },
    {
      title: "Where you had to correct",
      note:
        corrected.length + report.brokenOff === 0
          ? ""
          : `${count(corrected.length, "time")} in ${sessions} of ${count(report.sessions, "session")}${broken}`,
      rows: corrected.toReversed().map(({ quote, at }) => plain(quote, dayText(at))),
    },
    {
      title: "Solved before, hit again",
      note: spent === 0 ? "" : `about ${count(spent, "minute")} spent again`,
      rows: again.map((back): Row => {
        const took = back.minutes === 0 ? "< 1 min" : `${back.minutes} min`
        return [`${times(back.again)}  `, "cyan", back.what, took, againText(back)]
      }),
    },
    {
      title: "What check would have said",
      note: warnings.length === 0 ? "" : `${count(warnings.length, "time")}, ${per100(report)} per 100 calls`,
      before: [
        `  ${WARNING_VERDICTS.map(v => `${countVerdict(report, v)} ${out.paint(PAINT[v]!, v)}`).join(` ${out.symbol("bullet")} `)}`,
      ],
      rows: groupWarnings(report).map(({ statement, warnings: all, counts }): Row => {
        const last = all.at(-1)!
        const told = WARNING_VERDICTS.flatMap(v => (counts[v] > 0 ? [`${counts[v]} ${v}`] : [])).join(", ")
        const where = PLACED[last.placement === "before_tool" && last.held ? "held" : last.placement]
        const paint = counts.false > 0 ? "red" : counts.right > 0 ? "green" : "cyan"
        const below = `${told}; ${where}: ${last.action}`
        return [`${times(all.length)}  `, paint, statement, dayText(last.at), below]
      }),
      after: [
        "  right: it then failed, or the agent then did what was told",
        "  false: it went well without, or a test found a fault",
        "  your word: your own rule; open: neither seen",
      ],
    },
    {
      title: "Left open",
      note: many(open, "thread"),
      rows: open.map(({ about, what, at }) => plain(about, `${what}, ${dayText(at)}`)),
    },
  ]
}

function provable({ rules }: LookReport): List {
  const broken = rules.filter(rule => rule.broken > 0).length
  return {
    title: "Rules a call can prove",
    note: rules.length === 0 ? "" : `${count(rules.length, "line")}, ${broken} broken`,
    rows: rules.map(({ quote, path, line, broken, episodes, seen, lastAt }): Row => {
      const below = lastAt === null ? [] : [`broken in ${count(episodes, "session")}, last ${dayText(lastAt)}`]
      const [mark, paint]: [string, Paint] =
        seen === 0 ? ["not seen yet", "dim"] : broken === 0 ? ["kept", "green"] : [times(broken), "red"]
      return [`${mark}  `, paint, quote, `${path}:${line}`, ...below]
    }),
  }
}
