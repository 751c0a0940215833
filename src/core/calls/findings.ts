// What is found in one output: marks of the families that know a command, and, where none does, the shell's and
// the program's own words. It finds; read-tool.ts decides.
import type { Salient } from "../model.ts"
import type { Claim } from "./claims.ts"
import type { SimpleCommand } from "./command.ts"
import { CRASH_MARKS, type Family, type Mark, SHELL_MARKS, TOOL_FAMILIES } from "./family.ts"
import { asksForHelp, onlyPrints, probes, runsInline } from "./plain-tools.ts"
import { runsScript, taskOf } from "./runner.ts"
import type { ShellCall } from "./shell-call.ts"
import { OWN_ERROR, OWN_WORD, REFUSES, WRONG_FOLDER } from "./told-failure.ts"

/** the work that says most about the result first */
const WEIGHT: readonly Salient[] = ["test", "typecheck", "build", "lint", "deploy", "push", "commit", "user"]
/** What a command is to the families: asked several times of the same command, which never changes. */
interface Known {
  readonly task: Salient | null | undefined
  /** one per family, in their order */
  readonly claims: readonly (Claim | null)[]
  readonly runsScript: boolean
}
const KNOWN = new WeakMap<SimpleCommand, Known>()
function known(command: SimpleCommand): Known {
  let found = KNOWN.get(command)
  if (found === undefined) {
    found = {
      task: taskOf(command),
      claims: TOOL_FAMILIES.map(family => family.claims(command)),
      runsScript: runsScript(command),
    }
    KNOWN.set(command, found)
  }
  return found
}

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
interface Findings {
  readonly fails: readonly Found[]
  readonly passes: readonly Found[]
}

/** Reads every family that knows one of the commands. `all`: also where the exit code would have told. */
export function findings(call: ShellCall, text: string, all: boolean, off: ReadonlySet<string>): Findings {
  const fails: Found[] = []
  const passes: Found[] = []
  const seen = new Map<string, { fail: Mark | null; ok: Mark | null }>()
  const read = (family: Family, direct: boolean, work: Salient | null): { fail: Mark | null; ok: Mark | null } => {
    const key = `${family.name} ${direct} ${work}`
    let result = seen.get(key)
    if (result === undefined) {
      const counts = (mark: Mark): boolean => (mark.only === undefined || mark.only === work) && !off.has(mark.id)
      const ok =
        family.marks.find(mark => mark.says === "ok" && counts(mark) && !isEcho(call.line, lineOf(mark, text))) ?? null
      const fail =
        family.marks.find(
          mark =>
            mark.says === "fail" &&
            counts(mark) &&
            !(mark.weak && (!direct || ok !== null)) &&
            lineOf(mark, text) !== null,
        ) ?? null
      result = { fail, ok }
      seen.set(key, result)
    }
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
      if (fail !== null && (all || masked || family.exitLies))
        fails.push({
          mark: fail.id,
          salient: fail.salient ?? salient,
          masked: masked || family.exitLies,
          weak: fail.weak ?? false,
        })
      else if (ok !== null) passes.push({ mark: ok.id, salient: ok.salient ?? salient, masked })
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
