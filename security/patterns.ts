// Threat 11: regular expressions that take for ever. A user's patterns are refused or linear; our own, every literal of the
// sources and every reader of text as a whole, are timed on bait by how the time grows from n to 2n, not by the clock alone.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readPrompt } from "../src/clients/author.ts"
import { fingerprint } from "../src/core/calls/failure.ts"
import { readTool } from "../src/core/calls/read-tool.ts"
import { compilePatterns } from "../src/core/patterns.ts"
import { proposeFromDoc } from "../src/core/propose/from-doc.ts"
import { DEFAULT_IGNORES } from "../src/core/redact/ignore.ts"
import { namesIgnored } from "../src/core/redact/named-files.ts"
import { redact } from "../src/core/redact/redact.ts"
import { readFeedback } from "../src/core/words/feedback/read-feedback.ts"
import { proposeFromPrompt } from "../src/core/words/wishes/from-prompt.ts"
import { builtInHear } from "../src/meaning/ear.ts"
import { call } from "../test/core/calls/moment.ts"
import type { Family } from "./family.ts"

const ATOMS: readonly string[] = [
  ...[
    " ",
    "\t",
    "\n",
    "a",
    "A",
    "0",
    "-",
    "_",
    ".",
    "/",
    "\\",
    "=",
    ":",
    ";",
    ",",
    "<",
    ">",
    "(",
    "[",
    "{",
    '"',
    "'",
    "`",
    "#",
    "*",
    "+",
    "@",
    "%",
    "$",
    "&",
    "|",
    "!",
    "~",
    "é",
    "\u200b",
  ],
  ...[
    "a ",
    " a",
    "a.",
    "a/",
    "a=",
    "a:",
    "- ",
    "1.",
    "aA",
    "a-",
    "a\n",
    " \n",
    "\r\n",
    "<a ",
    "</",
    "<!--",
    "```",
    "``",
    "''",
    '""',
    "\\\\",
    "\\n",
    "https://",
    "://a",
    "a@a.",
    "--",
    "==",
    "key=",
    "password: ",
    "token ",
    "always ",
    "never ",
    "I prefer ",
    "at x (",
    "Error: ",
    "ey",
    "-----BEGIN ",
    "%20",
    "&#",
    "\u001b[",
    "0x",
    "::",
    "=>",
    "&&",
    "||",
    "$(",
    "{{",
  ],
]
const ENDS: readonly string[] = ["", "\u0000!", "\n", "x", '"']
const QUADRATIC = 3.2
/** One literal alone may be quadratic on text that its callers keep short; none may be worse. */
const CUBIC = 5.5
const LEAST_MS = 50

/** Milliseconds that this process computed: what others do meanwhile does not count. */
function spent(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}
/** Of the quickest of three runs. */
const timed = (work: () => unknown): number => Math.min(spent(work), spent(work), spent(work))
/** Grows faster than its input, by a time that matters. Looked at again when it seems so: another process may have been busy. */
function grows(work: (n: number) => unknown, n: number, limit: number = QUADRATIC): string | null {
  for (let tries = 0; ; tries++) {
    const whole = timed(() => work(2 * n))
    if (whole < LEAST_MS) return null
    const half = timed(() => work(n))
    if (whole / half < limit) return null
    if (tries === 2) return `${half.toFixed(1)} ms for ${n}, ${whole.toFixed(1)} ms for ${2 * n}`
  }
}

const tried = (re: RegExp, text: string): boolean => {
  re.lastIndex = 0
  return re.test(text)
}

const LITERAL =
  /(?<=(?:^|[=(,:[!&|?{};\s]))\/(?![*/\s])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=\s*(?:[.,;)\]}\n:?&|]|$))/gm
function ownPatterns(): readonly { readonly source: string; readonly re: RegExp }[] {
  const root = join(process.cwd(), "src")
  const found = new Map<string, { source: string; re: RegExp }>()
  for (const name of readdirSync(root, { recursive: true }) as string[]) {
    if (!name.endsWith(".ts") || name.startsWith("dashboard")) continue
    for (const [, source, flags] of readFileSync(join(root, name), "utf8").matchAll(LITERAL))
      try {
        found.set(`${source}/${flags}`, {
          source: `${name}: /${source}/${flags}`,
          re: new RegExp(source!, flags!.replace("g", "")),
        })
      } catch {
        // A slash that divides.
      }
  }
  return [...found.values()]
}
/** Bait for one pattern: the general atoms, and pieces of what it itself speaks of. */
function baitFor(source: string): readonly string[] {
  const words = source.match(/[A-Za-z]{2,}|[^\\()[\]{}|?*+^$\w]/g) ?? []
  return [
    ...new Set([
      ...ATOMS,
      ...words.slice(0, 12),
      ...words.slice(0, 8).map(word => `${word} `),
      words.slice(0, 3).join(""),
    ]),
  ].filter(word => word !== "")
}

const EVIL: readonly string[] = [
  "(a+)+$",
  "(a|aa)+$",
  "(.*a){20}",
  "(a*)*b",
  "([a-zA-Z]+)*$",
  "(\\w+\\s?)*$",
  "(?=a+)a*$",
  "(a+)\\1$",
  "(x+x+)+y",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(?:\\S+\\s*){1,500}undo",
  "a{1,99999}",
  "((a{1,99}){1,99}){1,99}",
  "(?<!a)b",
  "[",
  "(",
  "*",
  "\\",
  "a".repeat(300),
  "(.*)(.*)(.*)(.*)(.*)x",
  "(\\d+)+\\D",
  "(?:a?){50}a{50}",
  "(ab|a|b)*c",
  "",
]

export const patterns: Family = {
  name: "patterns",
  threats: [11],
  title: "regular expressions: a user's, and every one of our own",
  run: async () => {
    const failures: string[] = []
    let attempts = 0
    let refused = 0
    for (const [i, pattern] of EVIL.entries()) {
      attempts++
      const made = compilePatterns([{ id: `p${i}`, pattern, says: "fail" }])
      refused += made.refused.length
      for (const { matches } of made.patterns)
        for (const atom of ["a", "aA", "x", "a ", "1"]) {
          const text = atom.repeat(20_000)
          const ms = timed(() => matches(`${text}!`))
          if (ms > 250) failures.push(`a user's ${pattern} takes ${Math.round(ms)} ms`)
        }
    }
    const own = ownPatterns()
    for (const { source, re } of own)
      for (const atom of baitFor(re.source)) {
        attempts++
        const end = ENDS[(atom.length + re.source.length) % ENDS.length]!
        const text = (n: number) => atom.repeat(Math.ceil(n / atom.length)) + end
        if (spent(() => tried(re, text(1_000))) < 10) continue
        const slow = grows(n => tried(re, text(n)), 1_000, CUBIC)
        if (slow !== null) failures.push(`${source} on ${JSON.stringify(atom)}: ${slow}`)
      }
    const readers: Readonly<Record<string, (text: string) => unknown>> = {
      redact: text => redact(text),
      author: text => readPrompt(text, { ours: () => false }),
      prompt: text => proposeFromPrompt(builtInHear, { text, agentTail: null, author: "user", interactive: true }),
      document: text => proposeFromDoc("AGENTS.md", text),
      feedback: text =>
        readFeedback({ text, prev: "fix it", agentTail: text, tools: null, nTools: null, interrupted: null }, null),
      fingerprint: text => fingerprint(text),
      output: text => readTool(call({ command: "pytest", text })),
      command: text => readTool(call({ command: text, text: "" })),
      ignored: text => namesIgnored("runs", `cat .env* ${text} ${text}x`, DEFAULT_IGNORES),
    }
    for (const [name, read] of Object.entries(readers))
      for (const atom of ATOMS) {
        attempts++
        const text = (n: number) => atom.repeat(Math.ceil(n / atom.length))
        if (spent(() => read(text(16_000))) < 40) continue
        const slow = grows(n => read(text(n)), 16_000)
        if (slow !== null) failures.push(`${name} on ${JSON.stringify(atom)}: ${slow}`)
      }
    return {
      attempts,
      figures: {
        "user patterns": EVIL.length,
        refused,
        "own patterns": own.length,
        readers: Object.keys(readers).length,
        slow: failures.length,
      },
      failures,
    }
  },
}
