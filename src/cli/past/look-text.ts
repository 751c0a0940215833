// The look back on a terminal: short lists, each with its count, the one thing worth doing, and the command that follows.

import { count } from "../../core/say-number.ts"
import {
  type AgainLine,
  againText,
  countVerdict,
  groupWarnings,
  type LookReport,
  minutesOf,
  per100,
  WARNING_VERDICTS,
  whatNext,
  worthDoing,
} from "../../memory/past/look.ts"
import { clean, columnsOf, type Out, type Paint } from "../print.ts"

const MOST = 8
const QUOTES = 2
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")
/** "3 Nov"; UTC, so that the same report is the same everywhere. */
const dayText = (at: number): string => {
  const day = new Date(at)
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`
}

/** `most`: of every list; a page has room for all. */
export function sayLook(out: Out, report: LookReport, html: string | null, most = MOST): void {
  const dot = ` ${out.symbol("bullet")} `
  out.line(out.paint("bold", `mettle look${dot}${clean(report.repo)}${dot}last ${report.days} days`))
  out.line(
    [
      count(report.sessions, "session"),
      count(report.prompts, "prompt"),
      `${count(report.calls, "tool call")}, ${report.failed.toLocaleString("en-GB")} failed`,
      ...(report.masked > 0 ? [`${count(report.masked, "secret")} masked`] : []),
    ].join(dot),
  )
  out.line(out.paint("dim", "Read from past transcripts. Nothing was installed, stored or sent."))
  if (report.left > 0)
    out.line(out.paint("dim", `${count(report.left, "session")} left out: too many or too large; try fewer --days`))
  if (report.sessions === 0) {
    out.line()
    out.line("No past session of this repository was found.")
    out.line("mettle speaks up when you correct the agent, or a test fails and then passes.")
    out.line(`More: mettle look --days 365`)
  } else {
    sayKept(out, report, most)
    sayRepeats(out, report, most)
    sayCorrected(out, report, most)
    sayAgain(out, report, most)
    sayWarnings(out, report, most)
    sayOpen(out, report, most)
    const { kept, repeats, corrected, again, warnings, open } = report
    if ([kept, repeats, corrected, again, warnings, open].every(found => found.length === 0))
      out.line("\nNothing in them that lasts, came back or was left open.")
  }
  sayRules(out, report, most)
  sayRot(out, report, most)
  out.line()
  if (html !== null) {
    out.line(`Page written: ${clean(html)}`)
    out.line(out.paint("dim", "Your own words are in it: read it before you share it."))
  }
  const worth = worthDoing(report)
  if (worth !== null) out.line(out.fit(`Worth doing first: ${worth}`, Math.min(out.width, 100)))
  const [what, command] = whatNext(report)
  out.line(`${out.symbol("arrow")} ${what}: ${out.paint("bold", command)}`)
}

const head = (out: Out, title: string, note: string): void => {
  out.line()
  out.line(`${out.paint("bold", title)}${note === "" ? "" : `  ${out.paint("dim", note)}`}`)
}
/** A painted mark, text, and a remark at the right edge. */
function row(out: Out, mark: string, paint: Paint, text: string, right: string): void {
  const width = Math.min(out.width, 100)
  const room = Math.max(12, width - columnsOf(mark) - columnsOf(right) - 2)
  const shown = out.fit(text, room)
  const gap = " ".repeat(Math.max(2, width - columnsOf(mark) - columnsOf(shown) - columnsOf(right)))
  out.line(`${out.paint(paint, mark)}${shown}${gap}${out.paint("dim", clean(right))}`)
}
const under = (out: Out, text: string, indent = 6): void => {
  const room = Math.min(out.width, 100) - indent
  out.line(`${" ".repeat(indent)}${out.paint("dim", out.fit(text, room))}`)
}
const span = (from: number, to: number): string =>
  dayText(from) === dayText(to) ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
const rest = (out: Out, shown: number, all: number): void => {
  if (all > shown) out.line(out.paint("dim", `      and ${all - shown} more (--json or --html lists them)`))
}

function sayKept(out: Out, report: LookReport, most: number): void {
  const { kept } = report
  if (kept.length === 0) return
  head(out, "What would have been kept", count(kept.length, "card"))
  for (const card of kept.slice(0, most)) {
    row(out, "      ", "cyan", card.statement, `${card.kind.replace("_", " ")}, ${dayText(card.at)}`)
    if (clean(card.quote) !== clean(card.statement)) under(out, `"${card.quote}"`)
  }
  rest(out, most, kept.length)
}

function sayCorrected(out: Out, report: LookReport, most: number): void {
  const { corrected } = report
  const sessions = new Set(corrected.map(c => c.episode)).size
  const broken = report.brokenOff === 0 ? [] : [`${count(report.brokenOff, "prompt")} broken off`]
  const note = [`${count(corrected.length, "time")} in ${sessions} of ${count(report.sessions, "session")}`, ...broken]
  if (corrected.length + report.brokenOff === 0) return
  head(out, "Where you had to correct", note.join(", "))
  for (const said of corrected.slice(-most).reverse()) row(out, "      ", "cyan", said.quote, dayText(said.at))
  rest(out, most, corrected.length)
}

function sayOpen(out: Out, report: LookReport, most: number): void {
  const { open } = report
  if (open.length === 0) return
  head(out, "Left open", count(open.length, "thread"))
  for (const thread of open.slice(0, most))
    row(out, "      ", "cyan", thread.about, `${thread.what}, ${dayText(thread.at)}`)
  rest(out, most, open.length)
}

function sayRepeats(out: Out, report: LookReport, most: number): void {
  const { repeats } = report
  if (repeats.length === 0) return
  head(out, "You said it more than once", count(repeats.length, "instruction"))
  for (const repeat of repeats.slice(0, most)) {
    const times = `${repeat.said.length}×`.padStart(4)
    row(out, `${times}  `, "cyan", repeat.statement, span(repeat.firstAt, repeat.lastAt))
    const quotes = [...new Map(repeat.said.map(s => [clean(s.quote), s])).values()].slice(-QUOTES)
    for (const said of quotes) under(out, `${dayText(said.at)}: "${said.quote}"`)
  }
  rest(out, most, repeats.length)
}

function sayAgain(out: Out, report: LookReport, most: number): void {
  const { again } = report
  if (again.length === 0) return
  const spent = minutesOf(report)
  head(out, "Solved before, hit again", spent === 0 ? "" : `about ${count(spent, "minute")} spent again`)
  for (const back of again.slice(0, most)) {
    const times = `${back.again}×`.padStart(4)
    row(out, `${times}  `, "cyan", back.what, minutes(back))
    under(out, againText(back))
  }
  rest(out, most, again.length)
}
const minutes = (back: AgainLine): string => (back.minutes === 0 ? "< 1 min" : `${back.minutes} min`)

const PAINT: Readonly<Record<string, Paint>> = { right: "green", false: "red", "your word": "cyan", open: "dim" }
function sayWarnings(out: Out, report: LookReport, most: number): void {
  const { warnings } = report
  if (warnings.length === 0) return
  head(out, "What check would have said", `${count(warnings.length, "time")}, ${per100(report)} per 100 calls`)
  out.line(
    `  ${WARNING_VERDICTS.map(v => `${countVerdict(report, v)} ${out.paint(PAINT[v]!, v)}`).join(` ${out.symbol("bullet")} `)}`,
  )
  const groups = groupWarnings(report)
  for (const { statement, warnings: times, counts } of groups.slice(0, most)) {
    const last = times[times.length - 1]!
    const paint: Paint = counts.false > 0 ? "red" : counts.right > 0 ? "green" : "cyan"
    row(out, `${`${times.length}×`.padStart(4)}  `, paint, statement, dayText(last.at))
    const told = WARNING_VERDICTS.flatMap(v => (counts[v] > 0 ? [`${counts[v]} ${v}`] : [])).join(", ")
    const where = last.placement === "after_failure" ? "told at the failure" : last.held ? "held before" : "told before"
    under(out, `${told}; ${where}: ${last.action}`)
  }
  rest(out, most, groups.length)
  out.line(out.paint("dim", "  right: it then failed, or the agent then did what was told"))
  out.line(out.paint("dim", "  false: it went well without; your word: your own rule; open: neither seen"))
}

function sayRules(out: Out, report: LookReport, most: number): void {
  const { rules } = report
  if (rules.length === 0) return
  const broken = rules.filter(rule => rule.broken > 0).length
  head(out, "Rules a call can prove", `${count(rules.length, "line")}, ${broken} broken`)
  for (const rule of rules.slice(0, most)) {
    const times = rule.broken === 0 ? "kept" : `${rule.broken}×`.padStart(4)
    row(out, `${times}  `, rule.broken === 0 ? "green" : "red", rule.quote, `${rule.path}:${rule.line}`)
    if (rule.lastAt !== null) under(out, `broken in ${count(rule.episodes, "session")}, last ${dayText(rule.lastAt)}`)
  }
  rest(out, most, rules.length)
}

function sayRot(out: Out, report: LookReport, most: number): void {
  const { rot, files } = report
  const sizes = files.map(f => `${f.path} ${Math.max(1, Math.round(f.bytes / 1024))} KB`)
  head(out, "What rots in your rule files", rot.length === 0 ? "" : count(rot.length, "finding"))
  if (files.length === 0) {
    out.line("  No CLAUDE.md, AGENTS.md or rules folder was found.")
    return
  }
  under(out, sizes.join(", "), 2)
  if (rot.length === 0) out.line("  Nothing stands twice or against another rule, no dead path, no secret.")
  for (const found of rot.slice(0, most)) {
    const first = found.places[0]!
    const paint: Paint = found.what === "secret" || found.what === "contradiction" ? "red" : "yellow"
    row(out, `  ${found.what.padEnd(15)} `, paint, found.detail ?? first.quote, `${first.path}:${first.line}`)
    for (const other of found.places.slice(1, 3))
      row(out, " ".repeat(18), "dim", other.quote, `${other.path}:${other.line}`)
  }
  rest(out, most, rot.length)
}
