// What a shell call was: its command line out of the client's input, and which commands' status the exit code can not show.
import { parseCommand, type SimpleCommand } from "./command.ts"

const SHELL_TOOLS =
  /^(?:functions[._])?(?:bash|shell|sh|zsh|powershell|cmd|terminal|exec|exec_command|unified_exec|local_shell|shell_command|run_shell_command|run_terminal_cmd|run_terminal_command|run_in_terminal|runinterminal|execute_command|execute_bash|run_command|command|runcommand)$/i
export const isShellTool = (tool: string): boolean => SHELL_TOOLS.test(tool)

/** The command line inside a call's input: JSON with `command`, `cmd` or `script` (text or argv), or the line itself. */
export function commandLine(input: string | null): string {
  if (input === null) return ""
  const start = input.trimStart()
  if (!start.startsWith("{") && !start.startsWith("[")) return input
  const parsed = parse(start)
  const value = Array.isArray(parsed)
    ? parsed
    : isRecord(parsed)
      ? (parsed.command ?? parsed.cmd ?? parsed.script)
      : undefined
  if (typeof value === "string") return value
  if (!Array.isArray(value)) return parsed === undefined ? clippedCommand(start) : ""
  const argv = value.filter(part => typeof part === "string")
  if (argv.length >= 3 && /^-\w*c$/.test(argv[1] ?? "")) return argv[2] ?? ""
  return argv.map(arg => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)).join(" ")
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a clipped input is normal; see clippedCommand
  }
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
  return {
    line,
    commands,
    masked,
    handled,
    echoesStatus: /\$\?|\$\{?PIPESTATUS|\$\{?pipestatus|\$LASTEXITCODE/.test(line),
  }
}

/** The status lines a command line prints itself (`; echo "exit: $?"`): each non-zero one with the command it speaks of. */
export function echoedFailures(
  call: ShellCall,
  text: string,
): readonly { readonly command: SimpleCommand; readonly code: number }[] {
  if (!call.echoesStatus) return []
  const found: { command: SimpleCommand; code: number }[] = []
  call.commands.forEach((command, i) => {
    const before = call.commands[i - 1]
    if (before === undefined || (command.program !== "echo" && command.program !== "printf")) return
    const words = command.args.filter(arg => arg !== "-e" && arg !== "-n").join(" ")
    const at = words.search(/\$\?|\$\{?PIPESTATUS|\$\{?pipestatus|\$LASTEXITCODE/)
    if (at < 0) return
    const prefix = words
      .slice(0, at)
      .replace(/^(?:\\n)+/, "")
      .slice(0, 80)
    for (const line of text.split("\n")) {
      const rest = line.startsWith(prefix) ? line.slice(prefix.length) : null
      const code = rest === null ? null : /^(\d{1,3})\b/.exec(rest)
      if (code !== null && (prefix !== "" || /^\d{1,3}\s*$/.test(line)) && Number(code[1]) !== 0) {
        found.push({ command: before, code: Number(code[1]) })
        break
      }
    }
  })
  return found
}
