// A failure by the line that tells it: what it is about and what it is known by. It is about the way the command was called, its
// surroundings (a service, a package, a variable, a permission), or the content it worked on (a red test, a finding); only the first two
// can be prevented by another command or a step before it. Known by that line without paths, numbers, hashes and times: two runs that
// fail for the same reason share it. Linear: work is per token, input is bounded.
import { hash } from "node:crypto"
import { hashId } from "../ids.ts"
import { each, wordList, wordSet, wordsSaid } from "../words/word-list.ts"

export interface Failure {
  readonly cause: "invocation" | "surroundings" | "content"
  /** the telling line, as a span of the output */
  readonly start: number
  readonly end: number
  /** equal for equal failures; null when the line could be anybody's */
  readonly key: string | null
  /** the line is a finding of a named rule ("… (nilerr)", "… no-unused-vars"): the same rule elsewhere is the same lesson */
  readonly finding: boolean
  /** as `key`, but paths and names of tests count too: the same place failed in the same way */
  readonly place: string | null
}

const LONGEST_READ = 32_768
const LONGEST_LINE = 400
const MOST_LINES = 600

/** The shell, a runner or a program refuses the words it was given, or finds nothing by them to work on. */
const INVOCATION = wordList(
  `command not found, not recognized as an internal or external command, ${each("unknown, unknown shorthand", "flag, option, command, subcommand, argument, task, target, script")}, ${each("unrecognized, unrecognised", "option, argument, command, flag, options, arguments, commands, flags")}, invalid option, illegal option, ${each("no such", "command, option, subcommand, task, script")}, missing script, no task … found, is not a … command, no rule to make target, unexpected argument, flag provided but not defined, could not determine executable, named files must, build constraints exclude all, ${each("no tests, no test files", "found … code 1")}, no tests ran, no projects matched, matched no packages, no inputs were found, no files matching`,
)

/** Something the command needs is not there, not reachable or not allowed. */
const SURROUNDINGS = wordList(
  "econnrefused, connection refused, could not connect to, cannot connect to, eaddrinuse, address already in use, no module named, environment variable, missing env, missing required env, eacces, permission denied, not trusted, not logged in, authentication required, authentication failed, is the docker daemon running, unsupported engine, database … does not exist, relation … does not exist, no such table, is not installed, executable file not found, no space left on device, heap out of memory, no such file or directory, enoent",
)
const NEEDS =
  /\bcannot find (?:module|package) ['"](?![./])|\b[A-Z][A-Z0-9]{1,40}_[A-Z0-9_]{1,40} (?:is|was|must be|not)\b/i

const TELLING = wordList(
  "error, exception, fatal, panic, panicked, fail, failed, failure, failures, denied, not found, cannot, could not, undefined, unexpected, invalid, conflict, timed out, refused, rejected, unable",
)
const NAMED_ERROR = /Error\b|Exception\b|\bE\d{3,4}\b|\bTS\d{4}\b/
/** Lines that frame an error rather than name it. */
const FRAME =
  /^(?:error: )?exit code:? \d+|^traceback \(most recent call last\)|^={3,}|^-{3,}\W*$|^\s*$|^\[[\w:.-]+\] \$ |^\s*\^+\s*$|^# \S+|^(?:node:internal|\s*at )|^wall time:|^output:$|^\$ /i
/** Source code quoted by a compiler or a linter speaks of errors all the time. */
const CODE = /[{};(]\s*$|:=|=>|\breturn\b/
/** The name of one test, or one mark of a runner: it stands for itself whatever it is called. */
const ONE_TEST = /^\s*(?:--- FAIL:|[✕✗×●] )/
/** A file or the name of a test: where it failed. */
const NAMED = /[\w-]\.[a-z]{1,5}\b|[/\\]\w|\bfail\S* \S*\w{6}/i
/** A runner's word that something passed, or only began. */
const WENT_WELL =
  /^\s*(?:--- (?:PASS|SKIP):|=== (?:RUN|PAUSE|CONT|NAME)\b|ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS\b|[✓✔√] )/
/** How linters end a finding: golangci-lint, ruff and pylint in brackets, eslint with the rule's name. */
const FINDING =
  /\((?!cached|no test)[a-z][a-z0-9-]{2,30}\)$|\[[a-z][a-z-]{2,40}\]$|\s{2}(?:@?[a-z][\w-]{1,30}\/)?[a-z]+(?:-[a-z]+){1,6}$/
/** Words every failure has. */
const GENERIC = wordSet(
  "error errors fail failed failure failures fails task exit exited code status test tests testing build builds lint run running command commands the and for with from this that was were not has have fatal exception warning expected got found file files does exist exists directory such line lines path package could cannot can unable see output run again",
)

const informative = (line: string): number =>
  line.split(/[^\p{L}\p{N}_-]+/u).filter(word => word.length >= 3 && !GENERIC.has(word) && /\p{L}{2}/u.test(word))
    .length

const ANSI = /\u001b\[[0-9;?]*[A-Za-z]/g
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

/** The line that tells the failure, as a span of the output; null when no line says anything. */
function tellingLine(output: string) {
  let best: { readonly rank: number; readonly start: number; readonly end: number } | null = null
  let offset = 0
  for (const raw of output.slice(0, LONGEST_READ).split("\n", MOST_LINES)) {
    const start = offset
    offset += raw.length + 1
    const rank = rankOf(stripAnsi(raw.slice(0, LONGEST_LINE)))
    if (rank > (best?.rank ?? 0)) best = { rank, start, end: start + Math.min(raw.length, LONGEST_LINE) }
    if (rank >= INVOCATION_RANK) break
  }
  return best
}
const normalised = (line: string): string => normaliseLine(line.replace(/^<tool_use_error>/, ""))

/** The line that tells it, normalised; "" when there is none. */
export function errorLine(output: string): string {
  const line = tellingLine(output)
  return line === null ? "" : normalised(output.slice(line.start, line.end))
}
export function fingerprint(output: string): string {
  const line = errorLine(output)
  return line === "" ? "" : hash("sha256", line, "hex").slice(0, 16)
}

/** Where the failing line stands and what it is about. */
export function readFailure(output: string): Failure {
  const best = tellingLine(output) ?? { rank: 0, start: 0, end: Math.min(output.length, 200) }
  const line = output.slice(best.start, best.end)
  const normal = normalised(line)
  const told = normal.replace(/<[a-z]+>/g, " ")
  const enough = informative(told) >= (best.rank >= SURROUNDINGS_RANK ? 1 : 2)
  const exact = stripAnsi(line)
    .replace(/0x[0-9a-f]+|\d+(?:\.\d+)?(?:ms|s|m)?/gi, "#")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
  return {
    cause: best.rank >= INVOCATION_RANK ? "invocation" : best.rank >= SURROUNDINGS_RANK ? "surroundings" : "content",
    start: best.start,
    end: best.end,
    finding: FINDING.test(line.trimEnd().slice(-60)),
    key: enough ? hashId("failure", normal) : null,
    place:
      best.rank >= 2 && NAMED.test(exact) && (informative(told) >= 1 || ONE_TEST.test(line))
        ? hashId("failure-place", exact)
        : null,
  }
}
const INVOCATION_RANK = 5
const SURROUNDINGS_RANK = 4
/** A line that says why beats one that says that; of equals the first. */
function rankOf(line: string): number {
  if (FRAME.test(line) || WENT_WELL.test(line)) return 0
  const words = wordsSaid(line)
  if (INVOCATION.has(words)) return INVOCATION_RANK
  if (SURROUNDINGS.has(words) || NEEDS.test(line)) return SURROUNDINGS_RANK
  if (!(TELLING.has(words) || NAMED_ERROR.test(line)) || CODE.test(line)) return 1
  return informative(normaliseLine(line).replace(/<[a-z]+>/g, " ")) >= 2 ? 3 : 2
}
