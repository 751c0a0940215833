// The identity of an error: its first telling line with paths, numbers, hashes and times removed, and a hash of that.
// Two runs that fail for the same reason share it. Linear: work is per token, input is bounded.
import { hash } from "node:crypto"
import type { ToolMoment } from "../questions/detect.ts"

const LONGEST_READ = 32_768
const LONGEST_LINE = 400
const MOST_LINES = 600

const ANSI = /\u001b\[[0-9;?]*[A-Za-z]/g
/** Lines that frame an error rather than name it. */
const FRAME =
  /^(?:error: )?exit code:? \d+|^traceback \(most recent call last\)|^={3,}|^-{3,}|^\s*$|^\[[\w:.-]+\] \$ |^\s*\^+\s*$|^# \S+|^(?:node:internal|\s*at )|^wall time:|^output:$|^\$ /i
const TELLING =
  /\b(?:error|exception|fatal|panic(?:ked)?|fail(?:ed|ure|ures)?|denied|not found|no such file|cannot|could not|undefined|unexpected|invalid|conflict|timed out|refused|rejected|unable)\b|Error\b|Exception\b|\bE\d{3,4}\b|\bTS\d{4}\b/i

export const stripAnsi = (text: string): string => (text.includes("\u001b") ? text.replace(ANSI, "") : text)

function normaliseToken(token: string): string {
  if (token.length > 1 && /[/\\]/.test(token) && /[\w~.]/.test(token)) return "<path>"
  if (
    /^[\w-][\w.-]*\.[A-Za-z]{1,5}(?::\d+)+:?$|^[\w-]+\.(?:go|ts|tsx|js|jsx|mjs|cjs|py|rs|java|rb|c|cc|cpp|h|cs|kt|swift|php|json|ya?ml|toml|md|sh):?$/.test(
      token,
    )
  )
    return "<path>"
  if (/^[0-9a-f]{7,64}$/i.test(token) && /\d/.test(token)) return "<n>"
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/i.test(token)) return "<n>"
  return /\d/.test(token)
    ? token.replace(/0x[0-9a-f]+/gi, "<n>").replace(/\d+(?:[.:,]\d+)*(?:ns|µs|ms|s|m|h|[KMG]i?B)?/g, "<n>")
    : token
}

/** The line with everything that changes from run to run removed. */
export function normaliseLine(line: string): string {
  return stripAnsi(line.slice(0, LONGEST_LINE * 2))
    .replace(/\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[\d.,]*(?:Z|[+-]\d\d:?\d\d)?/g, "<time>")
    .split(/([\s"'`()[\]{}<>,;=]+)/)
    .map((part, i) => (i % 2 === 1 ? part : normaliseToken(part)))
    .join("")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .slice(0, LONGEST_LINE)
}

/** The first line that names the error, normalised; "" when there is none. */
export function errorLine(text: string): string {
  const lines = stripAnsi(text.slice(0, LONGEST_READ)).split("\n", MOST_LINES)
  let first = ""
  for (const line of lines) {
    const bare = line.slice(0, LONGEST_LINE).replace(/^<tool_use_error>/, "")
    if (FRAME.test(bare)) continue
    if (TELLING.test(bare)) return normaliseLine(bare)
    if (first === "") first = bare
  }
  return normaliseLine(first)
}

export function fingerprint(text: string): string {
  const line = errorLine(text)
  return line === "" ? "" : hash("sha256", line, "hex").slice(0, 16)
}

// All that a call printed, as one text: what rules that look at words read.

export const outputOf = (moment: ToolMoment): string =>
  moment.text ?? [moment.stdout, moment.stderr].filter(part => part !== null && part !== "").join("\n")
