// What is found in one output: marks of the families that know a command, and, where none does, the shell's and the program's own
// words; and what it tells in its own form, whoever wrote it: all files a command was to read are missing, a service answered with an
// error body, a script's closing verdict. It finds; read-tool.ts decides.

import { isRecord, type Loose, parse } from "../loose.ts"
import type { Salient } from "../model.ts"
import { onceFor } from "../once.ts"
import { wordSet } from "../words/word-list.ts"
import { runsScript, taskOf } from "./claims.ts"
import { asksForHelp, onlyPrints, probes, runsInline, type SimpleCommand } from "./command.ts"
import { CRASH_MARKS, type Family, type Mark, SHELL_MARKS, TOOL_FAMILIES } from "./family.ts"
import type { ShellCall } from "./shell-call.ts"

/** the work that says most about the result first */
const WEIGHT: readonly Salient[] = ["test", "typecheck", "build", "lint", "deploy", "push", "commit", "user"]
/** What a command is to the families, the claims one per family in their order. */
const known = onceFor((command: SimpleCommand) => ({
  task: taskOf(command),
  claims: TOOL_FAMILIES.map(family => family.claims(command)),
  runsScript: runsScript(command),
}))

function lineOf(mark: Mark, text: string): string | null {
  if (mark.lastOf === undefined) return mark.re.exec(text)?.[0] ?? null
  let last: string | null = null
  for (const match of text.matchAll(mark.lastOf)) last = match[0]
  return last !== null && mark.re.test(last) ? last : null
}

/** A summary whose words stand in the command itself was written by its author, not by the tool. */
const isEcho = (command: string, line: string | null): boolean => line === null || command.includes(line.trim())

interface Found {
  readonly mark: string
  readonly salient: Salient | null
  readonly masked: boolean
  readonly weak?: boolean
}

/** Reads every family that knows one of the commands. `all`: also where the exit code would have told. */
export function findings(call: ShellCall, text: string, all: boolean, off: ReadonlySet<string>) {
  const fails: Found[] = []
  const passes: Found[] = []
  const seen = new Map<string, { readonly fail: Mark | undefined; readonly ok: Mark | undefined }>()
  const read = ({ name, marks }: Family, direct: boolean, work: Salient | null) => {
    const known = seen.get(`${name} ${direct} ${work}`)
    if (known !== undefined) return known
    const counted = marks.filter(({ id, only }) => (only === undefined || only === work) && !off.has(id))
    const ok = counted.find(mark => mark.says === "ok" && !isEcho(call.line, lineOf(mark, text)))
    const read = (mark: Mark): boolean => mark.says === "fail" && !(mark.weak && (!direct || ok !== undefined))
    const result = { ok, fail: counted.find(mark => read(mark) && lineOf(mark, text) !== null) }
    seen.set(`${name} ${direct} ${work}`, result)
    return result
  }
  call.commands.forEach((command, i) => {
    const masked = call.masked[i] ?? false
    const { task, claims, runsScript: script } = known(command)
    for (const [n, family] of TOOL_FAMILIES.entries()) {
      const claim = claims[n] ?? null
      if (claim === null && !(family.behindRunner && (task !== undefined || script))) continue
      const salient = claim?.salient ?? task ?? null
      const { fail, ok } = read(family, claim !== null, salient)
      if (fail !== undefined && (all || masked || family.exitLies))
        fails.push({
          ...{ mark: fail.id, salient: fail.salient ?? salient },
          ...{ masked: masked || family.exitLies, weak: fail.weak ?? false },
        })
      else if (ok !== undefined) passes.push({ mark: ok.id, salient: ok.salient ?? salient, masked })
    }
  })
  // a general word such as "Error:" is not held against a summary that says all is well
  return { fails: passes.length > 0 ? fails.filter(fail => !fail.weak) : fails, passes }
}

const claimed = (command: SimpleCommand): boolean => {
  const { task, claims } = known(command)
  return task !== undefined || claims.some(claim => claim !== null)
}

/** Failures of programs of no family: the shell's own words, a crash, or the program's first or last word. */
export function plainFailure(call: ShellCall, text: string, all: boolean, off: ReadonlySet<string>): Found | null {
  const lines = text.split("\n").filter(line => line.trim() !== "")
  if (lines.length === 0) return null
  const subjects = call.commands
    .map((command, i) => ({ command, masked: call.masked[i] ?? false, handled: call.handled[i] ?? false }))
    .filter(s => all || s.masked)
  const acting = subjects.filter(s => !onlyPrints(s.command))
  if (subjects.length === 0) return null
  const masked = subjects.every(s => s.masked)
  const hit = (marks: readonly Mark[]): Mark | undefined =>
    marks.find(mark => !off.has(mark.id) && lineOf(mark, text) !== null)
  if (!off.has("shell/cd") && WRONG_FOLDER.test(lines[0] ?? "")) return { mark: "shell/cd", salient: null, masked }
  // looking whether something is there is not a failure when it is not
  if (masked && subjects.every(s => probes(s.command) || s.command.joiner === "|")) return null
  if (acting.length > 0 || lines.length <= 3) {
    const shell = hit(SHELL_MARKS)
    if (shell !== undefined) return { mark: shell.id, salient: null, masked }
  }
  const unread = acting.filter(s => !claimed(s.command))
  if (unread.length > 0) {
    const crash = hit(CRASH_MARKS)
    if (crash !== undefined) return { mark: crash.id, salient: null, masked }
  }
  if (subjects.every(s => s.handled)) return null // the author wrote what to do when it fails
  const edges = unread.length > 0 ? [lines[0], lines[1], ...lines.slice(-3)] : [lines[0], lines[lines.length - 1]]
  if (
    acting.some(s => !runsInline(s.command)) &&
    !off.has("plain/own-word") &&
    edges.some(line => OWN_WORD.test((line ?? "").trimStart()))
  )
    return { mark: "plain/own-word", salient: null, masked }
  if (!off.has("plain/refuses") && !asksForHelp(call.line) && REFUSES.test(lines[0] ?? ""))
    return { mark: "plain/refuses", salient: null, masked }
  const looked = (line: string): boolean => call.commands.some(c => probes(c) && line.startsWith(`${c.program}:`))
  const ownLine = (line: string): boolean =>
    unread.some(s => line.startsWith(`${s.command.program}:`)) && OWN_ERROR.test(line)
  if (!off.has("plain/own-error") && lines.some(ownLine)) return { mark: "plain/own-error", salient: null, masked }
  if (!off.has("plain/own-error") && lines.slice(0, 50).every(line => OWN_ERROR.test(line) && !looked(line)))
    return { mark: "plain/own-error", salient: null, masked }
  return null
}

/** The most telling kind of work a command line does. */
export function salientOf(commands: readonly SimpleCommand[]): Salient | null {
  let best: Salient | null = null
  for (const command of commands) {
    const { task, claims } = known(command)
    for (const kind of [task ?? null, ...claims.map(claim => claim?.salient ?? null)])
      if (kind !== null && (best === null || WEIGHT.indexOf(kind) < WEIGHT.indexOf(best))) best = kind
  }
  return best
}

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
const OWN_ERROR =
  /^(?:\/\S{1,100}\/)?[a-z][\w+.-]{0,30}: {1,2}(?:Error is not recoverable|cannot |can't |could not |unable to |invalid |unrecognized |illegal |unknown |missing |no such|.{1,300}: (?:No such file or directory|Permission denied|Is a directory|Not a directory|Operation not permitted|Directory not empty|File exists|command not found|not found|No such process|Read-only file system))/i
/** The first line with which a tool that shows text refuses to. */
export const REFUSES =
  /^(?:fatal: |usage: |Usage: |error: (?:unknown|invalid|ambiguous|pathspec)|[a-z][\w+.-]{0,30}: (?:error: |illegal option|invalid option|unrecognized option|unknown option|invalid |unknown ))/
/** The shell could not enter the folder the rest was meant for. */
export const WRONG_FOLDER =
  /^(?:\S{1,120}: (?:line \d+: )?cd: .{1,300}: (?:No such file|Not a directory)|\S{1,40}:cd:\d+: (?:no such file|not a directory))/
/** A program's own last word on itself. Tried on its first and last lines only. */
const OWN_WORD =
  /^(?:\S{1,60}: )?(?:(?:Fatal |Unexpected |Internal |Uncaught )?(?:Error|ERROR|error|FATAL|Fatal|fatal|panic|Panic)(?: \[\w+\])?[:!] |ERROR |\[ERROR\] |✗ |✖ |❌ ?|Usage error|exit status [1-9])/
