// Did this call work? The client's structural word first, then the marks of its output for what a pipe hides, never free text on
// tools that show content (D14, D55). Pure; the same for live hooks, backfill and `mettle lab tool`.

import { isLooking, type Salient, type ToolDoes } from "../model.ts"
import type { ToolMoment } from "../questions/happened.ts"
import { wordSet } from "../words/word-list.ts"
import { refusalWord, shellWord, toolWord } from "./client-word.ts"
import { answersWithOne, probes, type SimpleCommand, subcommand } from "./command.ts"
import { classifyError, type ErrorType } from "./error-type.ts"
import { fingerprint, stripAnsi } from "./failure.ts"
import {
  closingVerdict,
  errorBody,
  findings,
  plainFailure,
  REFUSES,
  readNothing,
  salientOf,
  WRONG_FOLDER,
} from "./findings.ts"
import {
  countedComplaints,
  echoedFailures,
  inBackground,
  isOwnHeading,
  printedVerdict,
  type ShellCall,
  shellCall,
} from "./shell-call.ts"

/** an API's "no such thing" is the answer of a look-up, and answeredBy knows which calls are one */
const LOOKED_UP: ReadonlySet<string> = new Set(["gh/http"])

type ReadingKind = "exit" | "client" | "reader" | "hidden" | "rejected" | "cancelled" | "unknown"
interface ToolReading {
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
interface ReadOptions {
  /** ids of built-in marks that are switched off */
  readonly off?: ReadonlySet<string>
  readonly extra?: readonly ExtraMark[]
}

const HEAD = 8_192
const TAIL = 24_576
const LONGEST_LINE = 1_000
const RUNNER_PREFIX = /^\[(?!error|warn|info|debug|success|notice)[a-z][\w:.@/-]{0,60}\] /gm
const TURBO_PREFIX = /^[@\w/.-]{1,60}:(?:test|lint|build|typecheck|type-check|check-types|check)[\w:-]{0,30}: /gm
const COMPOSE_PREFIX = /^[\w.-]{1,60}[ \t]{1,20}\| /gm

/** What is read of an output: its head and its tail, without colours and without the prefixes runners put on each line. */
function readable(text: string): string {
  const clipped = text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text
  // no blank lines and no endless ones: `^\s*` then stays within a line, so every mark is linear
  const plain = (clipped.includes("\r") ? clipped.replace(/\r\n?/g, "\n") : clipped)
    .split("\n")
    .filter(line => line.trim() !== "" && !line.startsWith("Shell cwd was reset to "))
    .map(line => (line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line))
    .join("\n")
  return stripAnsi(plain).replace(RUNNER_PREFIX, "").replace(TURBO_PREFIX, "").replace(COMPOSE_PREFIX, "")
}

const told = (ok: boolean | null, kind: ReadingKind, salient: Salient | null, because: string): ToolReading => {
  return { ok, kind, salient, because, errorType: null, fingerprint: null }
}
const passed = (kind: ReadingKind, salient: Salient | null, because: string): ToolReading =>
  told(true, kind, salient, because)
const aside = (kind: ReadingKind, because: string, salient: Salient | null = null): ToolReading =>
  told(null, kind, salient, because)
function failed(kind: ReadingKind, salient: Salient | null, because: string, text: string, late = false): ToolReading {
  const type = classifyError(text)
  const errorType = late ? "timeout" : type === "unknown" ? "tool_failure" : type
  return { ...told(false, kind, salient, because), errorType, fingerprint: fingerprint(text) || null }
}
const NOTHING_OFF: ReadonlySet<string> = new Set()

/** All that a call printed, as one text: what rules that look at words read. */
export const outputOf = (moment: ToolMoment): string =>
  moment.text ?? [moment.stdout, moment.stderr].filter(part => part !== null && part !== "").join("\n")

/** Refused, stopped or dropped: a word about the plan, not about the tool. null: it ran. */
export function stopped(moment: ToolMoment): ToolReading | null {
  if (moment.rejected) return aside("rejected", "client:rejected")
  if (moment.cancelled) return aside("cancelled", "client:cancelled")
  if (moment.interrupted) return aside("cancelled", "client:interrupted")
  const word = toldApart(moment) ? null : refusalWord(outputOf(moment))
  return word && aside(word.says, word.because)
}

/** A shell whose output and error output are its own, with no word of the client around them. */
const toldApart = (moment: ToolMoment): boolean =>
  moment.does === "runs" && moment.text === null && (moment.stdout !== null || moment.stderr !== null)

export const readTool = (moment: ToolMoment, options: ReadOptions = {}): ToolReading =>
  stopped(moment) ??
  (moment.does === "runs"
    ? readShell(moment, outputOf(moment), toldApart(moment), options)
    : readOther(moment, outputOf(moment)))

/** What the output tells of a failure in its own form. */
function toldFailure(call: ShellCall, text: string): string | null {
  const lines = text.split("\n")
  if (readNothing(call, lines) !== null) return "plain/read-nothing"
  if (errorBody(call, text)) return "plain/error-body"
  return closingVerdict(call, lines) ? "plain/closing-verdict" : null
}

function readShell(moment: ToolMoment, text: string, apart: boolean, options: ReadOptions): ToolReading {
  const off = options.off ?? NOTHING_OFF
  const call = shellCall(moment.input)
  const word = apart ? null : shellWord(text, call.echoesStatus)
  const salient = salientOf(call.commands)
  const code = moment.exitCode ?? (word?.says === "exit" ? word.code : null)
  const read = readable(text)
  if (code !== null && code !== 0) return readExit(call, code, text, off)
  if (word?.says === "failed") return failed("client", salient, word.because, text)
  if (moment.ok === false) return failed("client", salient, "client:failed", text)
  if (inBackground(moment.input, text)) return aside("unknown", "started in the background")
  const saidZero = code === 0 || moment.ok === true || apart
  for (const mark of options.extra ?? [])
    if (mark.matches(read))
      return mark.says === "ok"
        ? passed("reader", salient, mark.id)
        : failed(saidZero ? "hidden" : "reader", salient, mark.id, text)
  const body = read
    .split("\n")
    .filter(line => !isOwnHeading(call, line))
    .join("\n")
  const { fails, passes } = findings(call, body, !saidZero, off)
  // behind `a && b | tail` both read the same lines: the piped one is the one that could fail unseen
  const first = fails.find(fail => fail.masked) ?? fails[0]
  if (first !== undefined)
    return failed(saidZero || first.masked ? "hidden" : "reader", first.salient ?? salient, first.mark, text)
  const echoed = echoedFailures(call, read).find(e => !(e.code === 1 && answersWithOne(e.command)))
  if (echoed !== undefined) return failed("hidden", salient, `echoed exit ${echoed.code}`, text)
  if (printedVerdict(call, read) !== null && !off.has("plain/verdict"))
    return failed("hidden", salient, "plain/verdict", text)
  if (salient !== null && countedComplaints(call, read) > 0 && !off.has("plain/count"))
    return failed("hidden", salient, "plain/count", text)
  if (passes.length === 0) {
    const plain = plainFailure(call, body, !saidZero, off)
    if (plain !== null)
      return failed(saidZero || plain.masked ? "hidden" : "reader", plain.salient ?? salient, plain.mark, text)
  }
  const tells = toldFailure(call, body)
  if (tells !== null && !off.has(tells)) return failed("hidden", salient, tells, text)
  if (saidZero) {
    // `pytest || true` exits 0 whatever the tests did: without a summary of theirs nothing is known of them
    const seen = salientOf(call.commands.filter((_, i) => !call.handled[i]))
    return passed(code === 0 || apart ? "exit" : "client", passes[0]?.salient ?? seen, passes[0]?.mark ?? "exit 0")
  }
  const pass = passes[0]
  return pass === undefined
    ? aside("unknown", "no exit code and no mark", salient)
    : passed("reader", pass.salient ?? salient, pass.mark)
}

/** An exit code that says no: a failure, unless it is the command's way to answer. */
function readExit(call: ShellCall, code: number, text: string, off: ReadonlySet<string>): ToolReading {
  const salient = salientOf(call.commands)
  const read = readable(text)
  const fails = findings(call, read, true, off).fails
  const answer = fails.every(fail => LOOKED_UP.has(fail.mark)) ? answeredBy(call, code, read) : null
  if (answer !== null && !plainFailure(call, read, true, off)?.mark.startsWith("crash/"))
    return passed("exit", salient, `exit ${code} of ${answer.program} is an answer`)
  const timedOut = code === 124 || /^(?:Exit code \d+\n)?Command timed out/m.test(text.slice(0, 400))
  const why = `exit ${code}${fails[0] === undefined ? "" : ` ${fails[0].mark}`}`
  return failed("exit", fails[0]?.salient ?? salient, why, text, timedOut)
}

/** Tools whose result is somebody else's text: only a fixed refusal of the client counts. */
const showsContent = (does: ToolDoes): boolean => isLooking(does) || does === "delegates" || does === "awaits"

function readOther(moment: ToolMoment, text: string): ToolReading {
  const word = toolWord(text, showsContent(moment.does))
  if (moment.ok === false || (moment.exitCode !== null && moment.exitCode !== 0))
    return failed("client", null, "client:failed", text)
  if (moment.ok === null && word?.says === "failed") return failed("client", null, word.because, text)
  if (moment.does === "awaits" || !showsContent(moment.does)) {
    const said = shellWord(text, false)
    const code =
      said?.says === "exit" ? said.code : Number(/<exit_code>(-?\d+)<\/exit_code>/.exec(text.slice(0, 4_096))?.[1] ?? 0)
    if (code !== 0) return failed("hidden", null, `background exit ${code}`, text)
  }
  if (/^API Error: \d{3}\b/.test(text)) return failed("hidden", null, "client:api-error", text)
  if (moment.ok === true || word?.says === "passed" || text !== "")
    return passed("client", null, word?.because ?? "client:no-error")
  return moment.text === null ? aside("unknown", "no result seen") : passed("client", null, "client:empty")
}

// Exit codes that are an answer and no failure: a search found nothing, a probe found nothing there, a look-up knows no such
// thing, a check still waits. Which command of a line the code can be of, and whether that command answers so.

const SEARCHES = /^(?:[efz]?grep|rg|ag|ack)$/
const SHOWS_FILES = /^(?:cat|bat|head|tail|wc|sed|awk|nl|less|du|file|md5sum|sha\d+sum)$/
const NEVER_FAILS = wordSet("echo printf true : sleep wait pwd date")
/** behind a pipe they read what comes, and take it */
const GIT_LOOKS_UP = wordSet(
  "rev-parse show-ref config ls-remote cat-file merge-base symbolic-ref describe check-ref-format",
)
const FILTERS = wordSet("head tail sort uniq wc cut tr cat tee column nl rev tac fold sed awk")
const MISSING =
  /: No such file or directory|No such file or directory$|os error 2\)|cannot access |cannot find the path/
/** nothing of that name is known: the answer of a look-up */
const KNOWS_NONE =
  /\b(?:no (?:open )?(?:pull requests?|issues?|releases?|runs?|checks?)(?: were)? (?:found|reported)|not found|no such|does not exist|could not resolve to|E404|HTTP 404|release not found|no results?)\b/i

const asksVersion = (command: SimpleCommand): boolean =>
  command.args.length > 0 && command.args.every(arg => /^(?:--?version|-[vV]|version|--help|-h)$/.test(arg))

/** Reads from a service or a registry without changing anything there. */
function looksUp(command: SimpleCommand): boolean {
  const { program, args } = command
  const [first = "", second = ""] = args.filter(arg => !arg.startsWith("-"))
  if (program === "gh" && first === "api")
    return !args.some(arg => /^(?:-X|--method|-f|-F|--field|--raw-field|--input)(?:=|$)/.test(arg))
  if (program === "gh" || program === "glab") return /^(?:view|list|status|checks|diff)$/.test(second)
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) return /^(?:view|info|show|ls|list|why)$/.test(first)
  if (/^(?:pip3?|uv|brew|apt|dpkg|gem|cargo|docker|podman|conda)$/.test(program))
    return /^(?:show|info|list|search|inspect|policy|-s|-l)$/.test(args[0] === "pip" ? second : (args[0] ?? ""))
  if (program === "git") return GIT_LOOKS_UP.has(subcommand(command))
  return /^(?:p?kill|killall|lsof|launchctl|systemctl|jq)$/.test(program)
}

/** Whether `code` of this command is what it was asked, given what was printed. */
function answers(command: SimpleCommand, code: number, printed: readonly string[]): boolean {
  const found = printed.some(line => !MISSING.test(line))
  const missed = printed.some(line => line.startsWith(`${command.program}:`) && MISSING.test(line))
  if (code === 1 && answersWithOne(command)) return true
  if (SEARCHES.test(command.program)) return code === 2 && (command.silenced || found)
  if (probes(command) && command.program !== "rm") return code <= 2 && (missed || command.silenced)
  if (SHOWS_FILES.test(command.program)) return code <= 2 && found
  if (code === 127) return asksVersion(command)
  if (code === 8) return command.program === "gh" && subcommand(command) === "pr"
  return (
    code <= 2 &&
    looksUp(command) &&
    ((code === 1 && printed.length === 0) || printed.some(line => KNOWS_NONE.test(line)))
  )
}

/** The commands of a line that can have given its exit code. */
function suspects(call: ShellCall): readonly SimpleCommand[] {
  const found: SimpleCommand[] = []
  for (let i = call.commands.length - 1; i >= 0; i--) {
    const command = call.commands[i] as SimpleCommand
    const filters = command.joiner === "|" && FILTERS.has(command.program)
    if (call.commands[i + 1]?.joiner !== "|" && !filters && !NEVER_FAILS.has(command.program)) found.push(command)
    if (command.joiner !== "|" && command.joiner !== "&&") break
  }
  return found
}

/** The command whose answer the exit code is; null when it says that something failed. */
function answeredBy(call: ShellCall, code: number, text: string): SimpleCommand | null {
  const printed = text
    .split("\n")
    .filter(line => line.trim() !== "" && !/^(?:Error: )?Exit code:? \d+$/.test(line) && !isOwnHeading(call, line))
  if (printed.some(line => WRONG_FOLDER.test(line) || (REFUSES.test(line) && !KNOWS_NONE.test(line)))) return null
  const possible = suspects(call)
  const answering = possible.find(command => answers(command, code, printed)) ?? null
  // one that failed before it would have said so, unless it was silenced
  return possible.every(command => !command.silenced || answers(command, code, printed)) ? answering : null
}
