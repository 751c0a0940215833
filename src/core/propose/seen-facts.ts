// Facts that stand in what a tool printed or a document says: a script of a manifest, an address a server reported, how
// something is run. Word for word, a value in each, never an order. Whether the value was of use is the
// proposer's question; whether the card comes in is the gate's.

import { normaliseStatement, topicKey } from "../words/statement.ts"
import { visible } from "../words/whose/visible.ts"
import { wordList, wordsSaid } from "../words/word-list.ts"
import { looksImperative, speaksForUser, unsafeToRepeat } from "./imperative.ts"

/** How the topic of such a fact begins: equal topics speak of one value, so another value is a contradiction. */
export const VALUE_OF = "value of "

export interface SeenFact {
  readonly statement: string
  /** the cited words, as offsets into the text as given */
  readonly start: number
  readonly end: number
  readonly topic: string
  /** what a later call has to have used: a command line, or a port */
  readonly value: { readonly command: string } | { readonly script: string } | { readonly port: string }
}

const LONGEST_READ = 60_000
const LONGEST = 160
const MOST_LINES = 1500
const MANIFEST = /(?:^|\/)package\.json$/
const PROSE =
  /(?:^|\/)(?:readme|contributing|development|developing|hacking|install|setup|getting-started)(?:\.(?:md|mdx|rst|txt|adoc))?$|(?:^|\/)docs?\/[^/]{1,80}\.(?:md|mdx|rst|txt)$/i
/** Files whose words may become facts. */
export const isFactFile = (path: string): boolean => MANIFEST.test(path) || PROSE.test(path)

/** `path` is relative to the repository; null: printed by a program. */
export function factsIn(text: string, path: string | null, program: string): readonly SeenFact[] {
  const read = text.slice(0, LONGEST_READ)
  const found = path === null ? addresses(read, program) : MANIFEST.test(path) ? scripts(read, path) : prose(read, path)
  return found.filter(fact => !orders(fact.statement) && !tampered(text.slice(fact.start, fact.end)))
}

/** Words that speak to somebody, for somebody or about what ought to be are no fact, whatever they claim. */
const NORMATIVE = wordList(
  "you, your, i, we, our, us, must, should, shall, always, never, please, only, need to, have to, require, required, agent, agents, assistant, assistants, ai, llm, llms, claude, copilot, user, users, owner, owners, maintainer, maintainers, team, everyone, prefer, prefers, remember, ignore",
)
const orders = (statement: string): boolean =>
  looksImperative(statement) ||
  speaksForUser(statement) ||
  unsafeToRepeat(statement) ||
  NORMATIVE.has(wordsSaid(statement.replace(/`[^`]*`/g, " ")))
const tampered = (words: string): boolean => visible(words).hidden.length > 0

/** "    12→text", "12\ttext": how clients number the lines of a file they show. */
const NUMBER = /^\s{0,8}\d{1,6}(?:→|\t|\s*\|\s)/
function* linesOf(text: string): Generator<{ readonly start: number; readonly line: string }> {
  let start = 0
  for (const raw of text.split("\n", MOST_LINES)) {
    const lead = NUMBER.exec(raw)?.[0].length ?? 0
    yield { start: start + lead, line: raw.slice(lead).replace(/\r$/, "") }
    start += raw.length + 1
  }
}

const SCRIPT_LINE = /^(\s*)"([\w:.-]{1,40})"\s*:\s*"((?:[^"\\]|\\.){1,120})"/
/** Scripts of a manifest: the object is parsed, so that a line elsewhere that looks like one is none. */
function scripts(text: string, path: string): readonly SeenFact[] {
  const lines = [...linesOf(text)]
  const parsed = parse(lines.map(l => l.line).join("\n"))
  if (parsed === null) return []
  const out: SeenFact[] = []
  for (const { start, line } of lines) {
    const m = SCRIPT_LINE.exec(line)
    if (m === null || parsed[m[2]!] === undefined || JSON.stringify(parsed[m[2]!]) !== `"${m[3]}"`) continue
    const from = start + m[1]!.length
    const words = line.slice(m[1]!.length, m[0].length)
    if (out.some(fact => fact.topic.endsWith(` ${m[2]}`))) continue
    const topic = `${VALUE_OF}${path} script ${m[2]}`
    const statement = normaliseStatement(`${path}: ${words}`)
    out.push({ statement, start: from, end: from + words.length, topic, value: { script: m[2]! } })
  }
  return out
}
function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const manifest: unknown = JSON.parse(text)
    const found = typeof manifest === "object" && manifest !== null && "scripts" in manifest ? manifest.scripts : null
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : null
  } catch {
    return null // shown in part: where a line belongs cannot be known
  }
}

const STATES =
  /^(?:the |all )?[\p{L}][\p{L}\p{N} _/-]{1,40}? (?:run|runs|is run|are run|starts?|is started|are started|builds?|is built|are built|listens?|is served|are served|is available|is formatted|are formatted|is linted|are linted|is generated|are generated|is tested|are tested|defaults?) (?:with|on|at|by|via|using|through|from|to) /u
const TICKED = /`([^`\n]{2,80})`/
const PORT = /\bport (\d{2,5})\b|\b(?:localhost|127\.0\.0\.1):(\d{2,5})\b/i
const LINK = /https?:\/\/(?!localhost\b|127\.0\.0\.1\b|0\.0\.0\.0\b|\[::1\])/i

function prose(text: string, path: string): readonly SeenFact[] {
  const out: SeenFact[] = []
  let fenced = false
  for (const { start, line } of linesOf(text)) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
    if (fenced || /^\s*(?:>|#|<|\|)/.test(line)) continue
    const lead = /^\s*(?:[-*+]|\d{1,3}[.)])?\s*/.exec(line)![0].length
    const body = line.slice(lead).trimEnd()
    // one sentence, alone on its line: what stands beside it could turn it round
    if (body.length > LONGEST || /[.!?]\s+\S/.test(body) || LINK.test(body) || !STATES.test(body)) continue
    const words = body.replace(/[.!]$/, "")
    const command = TICKED.exec(words)?.[1]
    const port = PORT.exec(words)
    if (command === undefined && port === null) continue
    const subject = words.replace(TICKED, " ").replace(/\d+/g, " ")
    out.push({
      statement: normaliseStatement(`${path}: ${words}`),
      start: start + lead,
      end: start + lead + words.length,
      topic: `${VALUE_OF}${path} ${topicKey(subject)}`,
      value: command === undefined ? { port: (port![1] ?? port![2])! } : { command },
    })
  }
  return out
}

const ADDRESS =
  /\b(?:listening|running|ready|available|serving|started|local|up)\b[^\n]{0,40}?(?:\bport (\d{2,5})\b|https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]):(\d{2,5})\b)/i
/** "Local: http://localhost:5173/", "listening on port 3000": a program's own word about itself. */
function addresses(text: string, program: string): readonly SeenFact[] {
  if (program === "") return []
  for (const { start, line } of linesOf(text)) {
    const body = line.trim()
    const m = body.length > LONGEST || LINK.test(body) || /[.!?]\s+\S/.test(body) ? null : ADDRESS.exec(body)
    if (m === null) continue
    const from = start + line.indexOf(body)
    const statement = normaliseStatement(body.replace(/^[^\p{L}\p{N}]+/u, ""))
    const topic = `${VALUE_OF}address ${normaliseStatement(program, 60)}`
    return [{ statement, start: from, end: from + body.length, topic, value: { port: (m[1] ?? m[2])! } }]
  }
  return []
}
