// The look back as one file to share: no script, no outside asset, a policy that allows neither. Light and dark, readable
// without colour, printable. All text is escaped; what to leave out was decided before (report.ts).

import type { Repeat } from "../../core/look/repeats.ts"
import type { Rot } from "../../core/look/rot.ts"
import type { WarningVerdict } from "../../core/look/verdicts.ts"
import {
  type AgainLine,
  againText,
  countVerdict,
  groupWarnings,
  HOW_JUDGED,
  type LookReport,
  minutesOf,
  per100,
  WARNING_VERDICTS,
  type WarningGroup,
  type WarningLine,
} from "../../memory/past/look.ts"
import { STYLE } from "./look-style.ts"

const MOST_REPEATS = 20
const MOST_AGAIN = 20
const MOST_WARNINGS = 40
const MOST_ROT = 40

const safe = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")
/** "3 Nov"; UTC, so that the same report is the same file everywhere. */
export const dayText = (at: number): string => {
  const day = new Date(at)
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`
}
const span = (from: number, to: number): string =>
  dayText(from) === dayText(to) ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en-GB")} ${n === 1 ? one : many}`
/** Ticked words as code. */
const marked = (text: string): string => safe(text).replace(/`([^`]{1,300})`/g, "<code>$1</code>")

export function lookPage(report: LookReport): string {
  const title = `What ${report.repo} already knew`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${safe(title)} · mettle look</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="brand">mettle look</p>
<h1>${safe(title)}</h1>
<p class="sub">${safe(subtitle(report))}</p>
</header>
${report.sessions === 0 ? empty(report) : figures(report)}
${report.sessions === 0 ? "" : [repeats(report), again(report), warnings(report)].join("\n")}
${rot(report)}
<footer>
<p><strong>Keep it from here on:</strong> <code class="do">npx mettle init</code></p>
<p>Made from past transcripts on one computer. Nothing was installed, stored or sent. ${safe(count(report.masked, "secret"))} masked in the transcripts; addresses and the home folder are left out. The quotes are the user's own words: read them before you pass this file on.</p>
</footer>
</main>
</body>
</html>
`
}

function subtitle(report: LookReport): string {
  const clients = Object.entries(report.clients)
    .map(([name, n]) => `${name} ${n}`)
    .join(", ")
  const when = report.firstAt === null || report.lastAt === null ? "" : ` · ${span(report.firstAt, report.lastAt)}`
  return `${count(report.sessions, "session")} in the last ${report.days} days${when}${clients === "" ? "" : ` · ${clients}`} · ${count(report.prompts, "prompt")} · ${count(report.calls, "tool call")}`
}

function figures(report: LookReport): string {
  const figure = (value: string, label: string, note: string): string =>
    `<div class="figure"><b>${safe(value)}</b><span>${safe(label)}</span><small>${safe(note)}</small></div>`
  const said = report.repeats.reduce((sum, r) => sum + r.said.length, 0)
  const again = report.again.reduce((sum, a) => sum + a.again, 0)
  const rate = per100(report)
  return `<section class="figures" aria-label="In short">
${figure(String(report.repeats.length), "instructions repeated", `said ${said} times in all`)}
${figure(String(again), "solved failures hit again", `about ${count(minutesOf(report), "minute")}`)}
${figure(String(report.warnings.length), "times check would have spoken", rate === null ? "" : `${rate} per 100 calls, ${countVerdict(report, "false")} of them wrong`)}
${figure(String(report.rot.length), "findings in rule files", count(report.files.length, "file"))}
</section>`
}

const section = (title: string, lead: string, body: string): string =>
  `<section><h2>${safe(title)}</h2><p class="lead">${safe(lead)}</p>${body}</section>`
const more = (shown: number, all: number): string => (all > shown ? `<p class="more">and ${all - shown} more</p>` : "")

function repeats(report: LookReport): string {
  const shown = report.repeats.slice(0, MOST_REPEATS)
  if (shown.length === 0) return section("Said more than once", "No instruction was repeated in these sessions.", "")
  return section(
    "Said more than once",
    "Instructions that had to be given again, in the user's own words.",
    `<ol class="repeats">${shown.map(r => repeat(r, report)).join("")}</ol>${more(shown.length, report.repeats.length)}`,
  )
}
function repeat(r: Repeat, report: LookReport): string {
  const quotes = [...r.said].reverse().slice(0, 6)
  return `<li><div class="row"><span class="n">${r.said.length}×</span><div class="what">${marked(r.statement)}</div>${dots(r, report)}<span class="when">${safe(span(r.firstAt, r.lastAt))}</span></div>
<details><summary>${safe(count(r.said.length, "time"))} in ${safe(count(r.episodes, "session"))} · ${safe(r.kind)}</summary>${quotes.map(s => `<blockquote>${safe(s.quote)}<cite>${safe(dayText(s.at))}</cite></blockquote>`).join("")}</details></li>`
}
/** One dot per saying on a line from the first to the last session. */
function dots(r: Repeat, report: LookReport): string {
  const from = report.firstAt ?? r.firstAt
  const width = Math.max(1, (report.lastAt ?? r.lastAt) - from)
  const at = (time: number): string => (4 + 112 * Math.min(1, Math.max(0, (time - from) / width))).toFixed(1)
  return `<svg class="dots" viewBox="0 0 120 12" role="img" aria-label="${safe(r.said.map(s => dayText(s.at)).join(", "))}"><line x1="4" x2="116" y1="6" y2="6"/>${r.said.map(s => `<circle cx="${at(s.at)}" cy="6" r="3.2"/>`).join("")}</svg>`
}

function again(report: LookReport): string {
  const shown = report.again.slice(0, MOST_AGAIN)
  if (shown.length === 0)
    return section("Solved before, hit again", "No failure that was solved came back in a later session.", "") // prettier-ignore
  const most = Math.max(1, ...shown.map(a => a.minutes))
  const row = (a: AgainLine): string =>
    `<tr><td class="num">${a.again}</td><td><code>${safe(a.what)}</code><div class="line">${safe(againText(a))}</div></td><td class="num">${a.minutes === 0 ? "&lt; 1" : a.minutes}<div class="bar"><i style="width:${Math.round((100 * a.minutes) / most)}%"></i></div></td><td class="when">${safe(span(a.firstAt, a.lastAt))}</td></tr>`
  return section(
    "Solved before, hit again",
    "Failures that had been solved in an earlier session, and the minutes until they passed again (silences over ten minutes are cut).",
    `<div class="scroll"><table><thead><tr><th class="num">again</th><th>what</th><th class="num">minutes</th><th>when</th></tr></thead><tbody>${shown.map(row).join("")}</tbody></table></div>${more(shown.length, report.again.length)}`,
  )
}

const CLASS: Readonly<Record<string, string>> = { right: "good", false: "bad", "your word": "word", open: "open" }
function warnings(report: LookReport): string {
  const groups = groupWarnings(report)
  const shown = groups.slice(0, MOST_WARNINGS)
  const rate = per100(report)
  if (shown.length === 0)
    return section(
      "What check would have said",
      "Nothing: no call was about to repeat a known failure or break a stated rule.",
      "",
    )
  const pill = (verdict: WarningVerdict, n: number): string =>
    `<span class="pill ${CLASS[verdict]}">${n} ${safe(verdict)}</span>`
  const row = (g: WarningGroup): string => {
    const counts = WARNING_VERDICTS.flatMap(v => (g.counts[v] > 0 ? [pill(v, g.counts[v])] : [])).join(" ")
    const first = g.warnings[0]!
    const last = g.warnings[g.warnings.length - 1]!
    return `<li><div class="what">${marked(g.statement)}</div><div class="note">${counts} <span class="when">${safe(span(first.at, last.at))} · ${placed(last)}</span> at <code>${safe(last.action.split("\n")[0]!.slice(0, 160))}</code></div></li>`
  }
  return section(
    "What check would have said",
    `${count(report.warnings.length, "time")} in ${count(report.calls, "call")}${rate === null ? "" : ` (${rate} per 100)`}. ${HOW_JUDGED}`,
    `<p>${WARNING_VERDICTS.map(v => pill(v, countVerdict(report, v))).join(" ")}</p><ul class="warnings">${shown.map(row).join("")}</ul>${more(shown.length, groups.length)}`,
  )
}
const placed = (w: WarningLine): string =>
  w.placement === "after_failure" ? "told at the failure" : w.held ? "held before" : "told before"

function rot(report: LookReport): string {
  if (report.files.length === 0) return section("Rule files", "No CLAUDE.md, AGENTS.md or rules folder was found.", "")
  const shown = report.rot.slice(0, MOST_ROT)
  const files = report.files.map(f => `<code>${safe(f.path)}</code> ${Math.max(1, Math.round(f.bytes / 1024))} KB`)
  const lead =
    shown.length === 0
      ? "Nothing stands twice, nothing contradicts, every named path is there, no secret was found."
      : "What agents load at every start, and what is wrong with it." // prettier-ignore
  const row = (r: Rot): string =>
    `<li><span class="pill ${r.what === "secret" || r.what === "contradiction" ? "bad" : "open"}">${safe(r.what)}</span>${r.detail === null ? "" : ` <code>${safe(r.detail)}</code>`}${r.places.map(p => `<div class="place"><code>${safe(p.path)}:${p.line}</code> ${marked(p.quote)}</div>`).join("")}</li>`
  return section(
    "What rots in the rule files",
    lead,
    `<p class="files">${files.join(" · ")}</p><ul class="warnings">${shown.map(row).join("")}</ul>${more(shown.length, report.rot.length)}`,
  )
}

const empty = (report: LookReport): string =>
  `<section><p class="lead">No past session of this repository was found in the last ${report.days} days. mettle speaks up when you correct the agent, or when a test fails and then passes.</p></section>`
