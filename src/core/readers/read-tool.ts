// Did this call work? The client's structural word first, then the readers for what a pipe hides, never free text on
// tools that show content (design 6, D14, D55). Pure; the same for live hooks, backfill and `mettle lab tool`.
import type { Salient } from "../model.ts"
import type { ToolMoment } from "../questions/detect.ts"
import { shellWord, toolWord } from "./client-word.ts"
import type { SimpleCommand } from "./command.ts"
import { classifyError, type ErrorType } from "./error-type.ts"
import { fingerprint, stripAnsi } from "./fingerprint.ts"
import { answersWithOne, onlyPrints } from "./plain-tools.ts"
import type { Mark, Reader } from "./reader.ts"
import { READERS } from "./registry.ts"
import { taskOf } from "./runner.ts"
import { echoedFailures, isShellTool, type ShellCall, shellCall } from "./shell-call.ts"
import { OWN_ERROR, SHELL_MARKS } from "./shells.ts"
import { CRASH_MARKS, OWN_WORD } from "./tracebacks.ts"

export type ReadingKind = "exit" | "client" | "reader" | "hidden" | "rejected" | "cancelled" | "unknown"
export interface ToolReading {
  readonly ok: boolean | null
  readonly kind: ReadingKind
  readonly salient: Salient | null
  readonly because: string
  readonly errorType: ErrorType | null
  readonly fingerprint: string | null
}
/** A user's own pattern, already compiled (patterns.ts). */
export interface ExtraMark {
  readonly id: string
  readonly says: "fail" | "ok"
  readonly matches: (text: string) => boolean
}
export interface ReadOptions {
  /** ids of built-in marks that are switched off */
  readonly off?: ReadonlySet<string>
  readonly extra?: readonly ExtraMark[]
}

const HEAD = 8_192
const TAIL = 24_576
const RUNNER_PREFIX = /^\[(?!error|warn|info|debug|success|notice)[a-z][\w:.@/-]{0,60}\] /gm
const TURBO_PREFIX = /^[@\w/.-]{1,60}:(?:test|lint|build|typecheck|type-check|check-types|check)[\w:-]{0,30}: /gm
const COMPOSE_PREFIX = /^[\w.-]{1,60}[ \t]{1,20}\| /gm
/** the work that says most about the result first */
const WEIGHT: readonly Salient[] = ["test", "typecheck", "build", "lint", "deploy", "push", "commit", "user"]

/** What is read of an output: its head and its tail, without colours and without the prefixes runners put on each line. */
export function readable(text: string): string {
  const clipped = text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text
  const plain = stripAnsi(clipped).replace(/\r\n?/g, "\n")
  return plain.replace(RUNNER_PREFIX, "").replace(TURBO_PREFIX, "").replace(COMPOSE_PREFIX, "")
}

function lineOf(mark: Mark, text: string): string | null {
  if (mark.lastOf === undefined) return mark.re.exec(text)?.[0] ?? null
  let last: string | null = null
  for (const match of text.matchAll(mark.lastOf)) last = match[0]
  return last !== null && mark.re.test(last) ? last : null
}

interface Found {
  readonly mark: string
  readonly salient: Salient | null
  readonly masked: boolean
}
interface Findings {
  readonly fails: readonly Found[]
  readonly passes: readonly Found[]
}

/** Reads every family that knows one of the commands. `all`: also where the exit code would have told. */
function findings(call: ShellCall, text: string, all: boolean, off: ReadonlySet<string>): Findings {
  const fails: Found[] = []
  const passes: Found[] = []
  const seen = new Map<string, { fail: Mark | null; ok: Mark | null }>()
  const read = (reader: Reader, direct: boolean): { fail: Mark | null; ok: Mark | null } => {
    const key = `${reader.name}${direct}`
    let result = seen.get(key)
    if (result === undefined) {
      const marks = reader.marks.filter(mark => !off.has(mark.id))
      const ok = marks.find(mark => mark.says === "ok" && lineOf(mark, text) !== null) ?? null
      const fail =
        marks.find(
          mark => mark.says === "fail" && !(mark.weak && (!direct || ok !== null)) && lineOf(mark, text) !== null,
        ) ?? null
      result = { fail, ok }
      seen.set(key, result)
    }
    return result
  }
  call.commands.forEach((command, i) => {
    const masked = call.masked[i] ?? false
    const task = taskOf(command)
    for (const reader of READERS) {
      const claim = reader.claims(command)
      if (claim === null && !(task !== undefined && reader.behindRunner)) continue
      const { fail, ok } = read(reader, claim !== null)
      const salient = claim?.salient ?? task ?? null
      if (fail !== null && (all || masked || reader.exitLies))
        fails.push({ mark: fail.id, salient: fail.salient ?? salient, masked: masked || (reader.exitLies ?? false) })
      else if (ok !== null) passes.push({ mark: ok.id, salient: ok.salient ?? salient, masked })
    }
  })
  return { fails, passes }
}

const claimed = (command: SimpleCommand): boolean =>
  taskOf(command) !== undefined || READERS.some(reader => reader.claims(command) !== null)

/** Failures of programs without a reader: the shell's own words, a crash, or the program's first or last word. */
function plainFailure(call: ShellCall, text: string, all: boolean, off: ReadonlySet<string>): Found | null {
  const lines = text.split("\n").filter(line => line.trim() !== "")
  if (lines.length === 0) return null
  const subjects = call.commands
    .map((command, i) => ({ command, masked: call.masked[i] ?? false, handled: call.handled[i] ?? false }))
    .filter(s => all || s.masked)
  const acting = subjects.filter(s => !onlyPrints(s.command))
  if (subjects.length === 0) return null
  const masked = subjects.every(s => s.masked)
  const hit = (marks: readonly Mark[]): Mark | undefined => marks.find(mark => !off.has(mark.id) && mark.re.test(text))
  if (acting.length > 0 || lines.length <= 3) {
    const shell = hit(SHELL_MARKS)
    if (shell !== undefined) return { mark: shell.id, salient: null, masked }
  }
  const unread = acting.filter(s => !claimed(s.command))
  if (unread.length > 0) {
    const crash = hit(CRASH_MARKS)
    if (crash !== undefined) return { mark: crash.id, salient: null, masked }
    const edges = [lines[0], lines[1], ...lines.slice(-3)]
    if (
      unread.some(s => !s.handled) &&
      !off.has("plain/own-word") &&
      edges.some(line => line !== undefined && OWN_WORD.test(line.trimStart()))
    )
      return { mark: "plain/own-word", salient: null, masked }
  }
  if (
    !off.has("plain/own-error") &&
    subjects.some(s => !s.handled) &&
    lines.slice(0, 50).every(line => OWN_ERROR.test(line))
  )
    return { mark: "plain/own-error", salient: null, masked }
  return null
}

/** The most telling kind of work a command line does. */
export function salientOf(commands: readonly SimpleCommand[]): Salient | null {
  let best: Salient | null = null
  for (const command of commands) {
    const kinds = [taskOf(command) ?? null, ...READERS.map(reader => reader.claims(command)?.salient ?? null)]
    for (const kind of kinds)
      if (kind !== null && (best === null || WEIGHT.indexOf(kind) < WEIGHT.indexOf(best))) best = kind
  }
  return best
}

const passed = (kind: ReadingKind, salient: Salient | null, because: string): ToolReading => ({
  ok: true,
  kind,
  salient,
  because,
  errorType: null,
  fingerprint: null,
})
const failed = (
  kind: ReadingKind,
  salient: Salient | null,
  because: string,
  text: string,
  timedOut = false,
): ToolReading => ({
  ok: false,
  kind,
  salient,
  because,
  errorType: timedOut ? "timeout" : classifyError(text) === "unknown" ? "tool_failure" : classifyError(text),
  fingerprint: fingerprint(text) || null,
})
const aside = (
  kind: "rejected" | "cancelled" | "unknown",
  because: string,
  salient: Salient | null = null,
): ToolReading => ({
  ok: null,
  kind,
  salient,
  because,
  errorType: null,
  fingerprint: null,
})
const NOTHING_OFF: ReadonlySet<string> = new Set()

export function readTool(moment: ToolMoment, options: ReadOptions = {}): ToolReading {
  if (moment.rejected) return aside("rejected", "client:rejected")
  if (moment.cancelled) return aside("cancelled", "client:cancelled")
  const apart = moment.stdout !== null || moment.stderr !== null
  const text = moment.text ?? [moment.stdout, moment.stderr].filter(part => part !== null && part !== "").join("\n")
  if (moment.interrupted) return aside("cancelled", "client:interrupted")
  return isShellTool(moment.tool)
    ? readShell(moment, text, apart && moment.text === null, options)
    : readOther(moment, text)
}

function readShell(moment: ToolMoment, text: string, apart: boolean, options: ReadOptions): ToolReading {
  const off = options.off ?? NOTHING_OFF
  const call = shellCall(moment.input)
  const word = apart ? null : shellWord(text, call.echoesStatus)
  if (word?.says === "rejected" || word?.says === "cancelled") return aside(word.says, word.because)
  const salient = salientOf(call.commands)
  const code = moment.exitCode ?? (word?.says === "exit" ? word.code : null)
  const read = readable(text)
  if (code !== null && code !== 0) {
    const last = call.commands[call.commands.length - 1]
    const fails = findings(call, read, true, off).fails
    if (
      code === 1 &&
      last !== undefined &&
      answersWithOne(last) &&
      fails.length === 0 &&
      plainFailure(call, read, true, off) === null
    )
      return passed("exit", salient, `exit 1 of ${last.program} is an answer`)
    const timedOut = code === 124 || /^(?:Exit code \d+\n)?Command timed out/m.test(text.slice(0, 400))
    return failed(
      "exit",
      fails[0]?.salient ?? salient,
      `exit ${code}${fails[0] === undefined ? "" : ` ${fails[0].mark}`}`,
      text,
      timedOut,
    )
  }
  if (word?.says === "failed") return failed("client", salient, word.because, text)
  if (moment.ok === false) return failed("client", salient, "client:failed", text)
  const saidZero = code === 0 || moment.ok === true || apart
  for (const mark of options.extra ?? [])
    if (mark.matches(read))
      return mark.says === "ok"
        ? passed("reader", salient, mark.id)
        : failed(saidZero ? "hidden" : "reader", salient, mark.id, text)
  const { fails, passes } = findings(call, read, !saidZero, off)
  const first = fails[0]
  if (first !== undefined)
    return failed(saidZero || first.masked ? "hidden" : "reader", first.salient ?? salient, first.mark, text)
  const echoed = echoedFailures(call, read).find(e => !(e.code === 1 && answersWithOne(e.command)))
  if (echoed !== undefined) return failed("hidden", salient, `echoed exit ${echoed.code}`, text)
  if (passes.length === 0) {
    const plain = plainFailure(call, read, !saidZero, off)
    if (plain !== null)
      return failed(saidZero || plain.masked ? "hidden" : "reader", plain.salient ?? salient, plain.mark, text)
  }
  if (saidZero)
    return passed(code === 0 || apart ? "exit" : "client", passes[0]?.salient ?? salient, passes[0]?.mark ?? "exit 0")
  const pass = passes[0]
  return pass === undefined
    ? aside("unknown", "no exit code and no mark", salient)
    : passed("reader", pass.salient ?? salient, pass.mark)
}

/** Tools whose result is somebody else's text: only a fixed refusal of the client counts. */
const SHOWS_CONTENT =
  /^(?:Read|Grep|Glob|LS|NotebookRead|WebFetch|WebSearch|Task|Agent|TaskOutput|BashOutput|TaskList|TaskGet|TodoRead|ToolSearch|view|read|read_file|read_many_files|list|list_dir|list_directory|glob|grep|grep_search|search_files|codebase_search|file_search|web_search|web_fetch|google_web_search)$/i
const BACKGROUND = /^(?:TaskOutput|BashOutput|write_stdin)$/i

function readOther(moment: ToolMoment, text: string): ToolReading {
  const word = toolWord(text, SHOWS_CONTENT.test(moment.tool))
  if (word?.says === "rejected" || word?.says === "cancelled") return aside(word.says, word.because)
  if (moment.ok === false || (moment.exitCode !== null && moment.exitCode !== 0))
    return failed("client", null, "client:failed", text)
  if (moment.ok === null && word?.says === "failed") return failed("client", null, word.because, text)
  if (BACKGROUND.test(moment.tool)) {
    const code = /<exit_code>(-?\d+)<\/exit_code>/.exec(text.slice(0, 4_096))
    if (code !== null && Number(code[1]) !== 0) return failed("hidden", null, `background exit ${code[1]}`, text)
  }
  if (/^API Error: \d{3}\b/.test(text)) return failed("hidden", null, "client:api-error", text)
  if (moment.ok === true || word?.says === "passed" || text !== "")
    return passed("client", null, word?.because ?? "client:no-error")
  return moment.text === null ? aside("unknown", "no result seen") : passed("client", null, "client:empty")
}
