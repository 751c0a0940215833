// What a shell call was: its command line out of the client's input, and which commands' status the exit code can not show.
import { isRecord, parsed } from "../loose.ts"
import { answersWithOne, parseCommand, type SimpleCommand } from "./command.ts"

/** The command line inside a call's input: JSON with `command`, `cmd` or `script` (text or argv), or the line itself. */
export function commandLine(input: string | null): string {
  if (input === null) return ""
  const start = input.trimStart()
  if (!start.startsWith("{") && !start.startsWith("[")) return input
  // A clipped input is normal; see clippedCommand.
  const given: unknown = parsed(start)
  const value = Array.isArray(given)
    ? given
    : isRecord(given)
      ? (given.command ?? given.cmd ?? given.script)
      : undefined
  if (typeof value === "string") return value
  if (!Array.isArray(value)) return given === undefined ? clippedCommand(start) : ""
  const argv = value.filter(part => typeof part === "string")
  if (argv.length >= 3 && /^-\w*c$/.test(argv[1] ?? "")) return argv[2] ?? ""
  return argv.map(arg => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)).join(" ")
}
/** `{"command": "go te…` cut off by whoever stored it. */
function clippedCommand(text: string): string {
  const match = /"(?:command|cmd|script)"\s*:\s*"/.exec(text.slice(0, 2_000))
  if (match === null) return ""
  const rest = text.slice(match.index + match[0].length)
  let end = 0
  while (end < rest.length && rest[end] !== '"') end += rest[end] === "\\" ? 2 : 1
  return rest
    .slice(0, end)
    .replace(/\\n/g, "\n")
    .replace(/\\t/g, "\t")
    .replace(/\\(["\\/])/g, "$1")
}

const STATUS = /\$\?|\$\{?PIPESTATUS|\$\{?pipestatus|\$LASTEXITCODE/
export interface ShellCall {
  readonly line: string
  readonly commands: readonly SimpleCommand[]
  /** per command: a failure of it would not reach the exit code */
  readonly masked: readonly boolean[]
  /** per command: the author wrote what to do when it fails (`x || y`) */
  readonly handled: readonly boolean[]
  readonly echoesStatus: boolean
}

export function shellCall(input: string | null): ShellCall {
  const line = commandLine(input)
  const commands = parseCommand(line)
  const pipefail = /\bpipefail\b/.test(line)
  const strict = commands.some(c => c.program === "set" && c.args.some(arg => /^-\w*e/.test(arg)))
  const masked: boolean[] = []
  const handled: boolean[] = []
  let later = false // a later ; or || or & decides the status
  let fallback = false // the next and-or part is a fallback
  for (let i = commands.length - 1; i >= 0; i--) {
    const next = commands[i + 1]?.joiner
    if (next === "||" || next === "&" || (next === ";" && !strict)) later = true
    if (next === "||") fallback = true
    else if (next === ";" || next === "&") fallback = false
    masked[i] = later || (next === "|" && !pipefail)
    handled[i] = fallback
  }
  return { line, commands, masked, handled, echoesStatus: STATUS.test(line) }
}

/** The status lines a command line prints itself (`; echo "exit: $?"`, `; rc=$?; echo rc=$rc`): each that is not 0. */
export function echoedFailures(call: ShellCall, text: string) {
  const found: { readonly command: SimpleCommand; readonly code: number }[] = []
  if (!call.echoesStatus) return found
  const kept = new Map<string, SimpleCommand>() // variable → the command whose status it holds
  let subject: SimpleCommand | undefined
  for (const command of call.commands) {
    const holder = command.env.find(assignment => /^\w+=\$\?$/.test(assignment))
    if (command.program === "" && holder !== undefined) {
      if (subject !== undefined) kept.set(holder.slice(0, holder.indexOf("=")), subject)
      continue
    }
    if (command.program !== "echo" && command.program !== "printf") {
      subject = command
      continue
    }
    const words = command.args.filter(arg => arg !== "-e" && arg !== "-n").join(" ")
    const direct = words.search(STATUS)
    const variable = direct >= 0 ? null : /\$\{?(\w+)\}?/.exec(words)
    const spoken = direct >= 0 ? subject : kept.get(variable?.[1] ?? "")
    if (spoken === undefined) continue
    const code = printedCode(words.slice(0, direct >= 0 ? direct : variable?.index), text)
    if (code !== null && code !== 0) found.push({ command: spoken, code })
  }
  return found
}
function printedCode(before: string, text: string): number | null {
  const prefix = before.replace(/^(?:\\n)+/, "").slice(0, 80)
  for (const line of text.split("\n")) {
    const code = line.startsWith(prefix) ? /^(\d{1,3})\b/.exec(line.slice(prefix.length)) : null
    if (code !== null && (prefix !== "" || /^\d{1,3}\s*$/.test(line))) return Number(code[1])
  }
  return null
}

/** `x || echo "BUILD FAILED"`: the author's own verdict, printed. A search that finds nothing has none. */
export function printedVerdict(call: ShellCall, text: string): string | null {
  const lines = new Set(text.split("\n").map(line => line.trim()))
  let before: SimpleCommand | null = null
  for (const command of call.commands) {
    if (command.joiner === "||" && command.program === "echo" && before !== null && !answersWithOne(before)) {
      const words = command.args
        .filter(arg => !/^-[en]$/.test(arg))
        .join(" ")
        .trim()
      const fails = /\b(?:fail(?:ed|s|ure)?|broken)\b|^error\b/i.test(words) && !/\b(?:no|not|0|without)\b/i.test(words)
      if (fails && lines.has(words)) return words
    }
    before = command
  }
  return null
}

const countsComplaints = (command: SimpleCommand | undefined): boolean =>
  command !== undefined &&
  /^(?:[efz]?grep|rg)$/.test(command.program) &&
  command.args.some(arg => /error|fail/i.test(arg)) &&
  !command.args.some(arg => /^-\w*v/.test(arg))
/** `tsc | grep -c error`: a count of complaints as the whole output. */
export function countedComplaints(call: ShellCall, text: string): number {
  const last = call.commands[call.commands.length - 1]
  if (last?.joiner !== "|" || !/^\d{1,6}$/.test(text.trim())) return 0
  const byGrep = countsComplaints(last) && last.args.some(arg => /^-\w*c|^--count/.test(arg))
  const byLines = last.program === "wc" && countsComplaints(call.commands[call.commands.length - 2])
  return byGrep || byLines ? Number(text.trim()) : 0
}

/** Started in the background: the call returned, the work did not. */
export const inBackground = (input: string | null, text: string): boolean =>
  /"run_in_background"\s*:\s*true/.test((input ?? "").slice(0, 20_000)) ||
  /^(?:Command running in background|Command was (?:manually )?(?:moved to|backgrounded))/.test(text)

/** A line that the command line's own `echo` printed: a heading between the outputs, not a part of them. */
export const isOwnHeading = (call: ShellCall, line: string): boolean =>
  call.commands.some(command => {
    if (command.program !== "echo" && command.program !== "printf") return false
    const words = command.args.filter(arg => !/^-[en]+$/.test(arg)).join(" ")
    const pieces = words.split(/\$\{?\w+\}?|\$\([^)]*\)|\\n|%\w/).filter(piece => piece.trim() !== "")
    let at = 0
    for (const piece of pieces) {
      const found = line.indexOf(piece, at)
      if (found < 0 || (at === 0 && found > 2)) return false
      at = found + piece.length
    }
    return pieces.length > 0
  })
