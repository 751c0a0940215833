// Failures that the output tells in its own form, whoever wrote it: all files a command was to read are missing, a service
// answered with an error body, a script's closing verdict.
import { isRecord, type Loose, parse } from "../loose.ts"
import { wordSet } from "../words/word-list.ts"
import type { SimpleCommand } from "./command.ts"
import { onlyPrints, runsInline } from "./plain-tools.ts"
import { runsScript } from "./runner.ts"
import type { ShellCall } from "./shell-call.ts"

const READS_FILES = wordSet(
  "grep egrep fgrep zgrep rg cat bat head tail sed awk wc nl jq yq diff less more source cut sort",
)
const PATTERN_FIRST = wordSet("grep egrep fgrep zgrep rg sed awk jq yq")
const NO_FILE = /No such file or directory|os error 2\)/

/** options whose next word is no file */
const TAKES_VALUE =
  /^(?:(?:head|tail) -[nc]|(?:[efz]?grep|rg) -[efABCmtg]|(?:sed|awk|jq) -[ef]|awk -[Fv]|cut -[dfc]|sort -[kt])$/
/** The files a command was told to read. */
function filesOf(command: SimpleCommand): readonly string[] {
  const words: string[] = []
  let given = false
  for (let i = 0; i < command.args.length; i++) {
    const arg = command.args[i] as string
    if (/^(?:-e|-f|--regexp|--file)$/.test(arg)) given = true
    if (TAKES_VALUE.test(`${command.program} ${arg}`)) i++
    else if (!arg.startsWith("-")) words.push(arg)
  }
  return PATTERN_FIRST.has(command.program) && !given ? words.slice(1) : words
}
/** A command that was to read files found none of them. */
export function readNothing(call: ShellCall, lines: readonly string[]): SimpleCommand | null {
  const missing = lines.filter(line => NO_FILE.test(line))
  if (missing.length === 0) return null
  const absent = (command: SimpleCommand): boolean => {
    const files = READS_FILES.has(command.program) ? filesOf(command) : []
    const said = missing.filter(line => line.startsWith(`${command.program}:`))
    return files.length > 0 && files.every(file => said.some(line => line.includes(file)))
  }
  return call.commands.find((command, i) => !call.handled[i] && absent(command)) ?? null
}

const ASKS_A_SERVICE = wordSet("curl wget http https xh gh glab aws az gcloud")
/** null: no body, or not one alone */
function bodyOf(text: string): Loose | null {
  const start = text.indexOf("{")
  return start < 0 || text.length > 20_000 ? null : parse(text.slice(start, text.lastIndexOf("}") + 1))
}
/** A service's answer that is an error: a 4xx or 5xx in its own field, or an `error` that says something. */
export function errorBody(call: ShellCall, text: string): boolean {
  const asks = call.commands.some(command => ASKS_A_SERVICE.has(command.program))
  if (!asks)
    return call.commands.some(command => !onlyPrints(command)) && /(?:^|\})gh: .{1,200}\(HTTP [45]\d\d\)/m.test(text)
  if (/^\s*[[{]/.test(text) === false) return false
  const body = bodyOf(text)
  if (body === null) return false
  const status = Number(body.status ?? body.statusCode ?? body.code)
  if (status >= 400 && status < 600) return true
  const { error } = body
  return (typeof error === "string" && error !== "") || (isRecord(error) && Object.keys(error).length > 0)
}

const VERDICT =
  /^\W{0,6}(?:[\w -]{0,30}\b)?(?:result|verdict|outcome|conclusion|status)\s{0,2}[:=]\W{0,6}(?:fail|failed|failure|error|broken)\b/i
const ENDS_FAILED = /^(?:\S{0,60}\s){0,4}?\W{0,4}(?:FAILED|FAIL|FAILURE|FAILURES)\b(?!\s*[:=]?\s*0\b)/
const COUNTED = /(?:^|[\s(|,:])[1-9]\d{0,5} (?:failed|failures?|failing)\b/
const NONE_FAILED = /\b(?:0|no) (?:failed|failures?|failing|errors?)\b/i
/** What a program says of its own work at the very end. */
export function closingVerdict(call: ShellCall, lines: readonly string[]): boolean {
  const acting = call.commands.filter((command, i) => !onlyPrints(command) && (call.masked[i] || runsScript(command)))
  if (acting.length === 0) return false
  const tells = (line: string): boolean =>
    VERDICT.test(line) || (!acting.every(runsInline) && (ENDS_FAILED.test(line) || COUNTED.test(line)))
  return lines.slice(-4).some(line => tells(line) && !NONE_FAILED.test(line))
}

// What a tool or a shell says of itself in one line, whoever it is: refusals, missing folders, a program's own last word.

/** One line of a plain tool's own refusal. */
export const OWN_ERROR =
  /^(?:\/\S{1,100}\/)?[a-z][\w+.-]{0,30}: {1,2}(?:Error is not recoverable|cannot |can't |could not |unable to |invalid |unrecognized |illegal |unknown |missing |no such|.{1,300}: (?:No such file or directory|Permission denied|Is a directory|Not a directory|Operation not permitted|Directory not empty|File exists|command not found|not found|No such process|Read-only file system))/i
/** The first line with which a tool that shows text refuses to. */
export const REFUSES =
  /^(?:fatal: |usage: |Usage: |error: (?:unknown|invalid|ambiguous|pathspec)|[a-z][\w+.-]{0,30}: (?:error: |illegal option|invalid option|unrecognized option|unknown option|invalid |unknown ))/
/** The shell could not enter the folder the rest was meant for. */
export const WRONG_FOLDER =
  /^(?:\S{1,120}: (?:line \d+: )?cd: .{1,300}: (?:No such file|Not a directory)|\S{1,40}:cd:\d+: (?:no such file|not a directory))/
/** A program's own last word on itself. Tried on its first and last lines only. */
export const OWN_WORD =
  /^(?:\S{1,60}: )?(?:(?:Fatal |Unexpected |Internal |Uncaught )?(?:Error|ERROR|error|FATAL|Fatal|fatal|panic|Panic)(?: \[\w+\])?[:!] |ERROR |\[ERROR\] |✗ |✖ |❌ ?|Usage error|exit status [1-9])/
