// How a thread reads to the agent: a record with its source, never a task. What does not fit into the budget goes, the least
// telling line first.
import { shortId } from "../ids.ts"
import { ago, oneLine, tokens } from "../pack/render.ts"
import type { Thread } from "./thread.ts"
import { LEFT_HEAD } from "./words.ts"

export const LEFT_TOKENS = 120
/** characters of a quote, the longest that fits */
const WORDS = [90, 60, 40] as const
const WHOLE = 6
const FILES = 4

/** Quotes are cut shorter before a line goes: what is open says more than how it was asked. */
export function renderLeft(thread: Thread, now: number): string {
  for (let lines = WHOLE; lines >= 2; lines--)
    for (const words of WORDS) {
      const text = [LEFT_HEAD, ...linesOf(thread, now, words).slice(0, lines)].join("\n").toWellFormed()
      if (tokens(text) <= LEFT_TOKENS) return text
    }
  return ""
}

/** The most telling first: what it was, what is red, what waits for an answer; git shows the rest anyway. */
function linesOf(thread: Thread, now: number, words: number): string[] {
  const quoted = (text: string): string => `“${short(text, words)}”`
  const { about, asked, red, uncommitted, putOff, question } = thread
  const where = thread.branch === null ? "" : ` on ${short(thread.branch, 40)}`
  const topic = about === null ? "" : `: ${quoted(about.words)}`
  const last = asked === null || asked.event === about?.event ? "" : `, last asked ${quoted(asked.words)}`
  const lines = [
    `- ${ago(thread.lastAt, now)}${where} [${shortId("e", thread.episode)}]${topic}${last}${thread.brokenOff ? " (broken off)" : ""}`,
  ]
  if (red !== null)
    lines.push(`- \`${short(red.command, 60)}\` failed when last run (red since ${ago(red.since, now)})`)
  if (question !== null) lines.push(`- the agent asked, unanswered: ${quoted(question.words)}`)
  if (putOff !== null) lines.push(`- the user put off: ${quoted(putOff.words)}`)
  if (uncommitted.length > 0) lines.push(`- changed, not committed: ${named(uncommitted)}`)
  const others = thread.files.filter(file => !uncommitted.includes(file))
  if (others.length > 0) lines.push(`- it changed ${named(others)}`)
  return lines
}

function named(paths: readonly string[]): string {
  const some = paths.slice(-FILES).map(path => short(tailOf(path), 60))
  return `${some.join(", ")}${paths.length > some.length ? ` and ${paths.length - some.length} more` : ""}`
}
const short = (text: string, most: number): string => {
  const line = oneLine(text)
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed().trimEnd()}…`
}
/** The last two parts of a path name it well enough. */
const tailOf = (path: string): string => path.split(/[\\/]/).slice(-2).join("/")
