// Exit codes that are an answer and no failure: a search found nothing, a probe found nothing there, a look-up knows no such
// thing, a check still waits. Which command of a line the code can be of, and whether that command answers so.
import type { SimpleCommand } from "./command.ts"
import { REFUSES, WRONG_FOLDER } from "./own-words.ts"
import { answersWithOne, probes } from "./plain-tools.ts"
import { subcommand } from "./reader.ts"
import { isOwnHeading, type ShellCall } from "./shell-call.ts"

const SEARCHES = /^(?:[efz]?grep|rg|ag|ack)$/
const SHOWS_FILES = /^(?:cat|bat|head|tail|wc|sed|awk|nl|less|du|file|md5sum|sha\d+sum)$/
const NEVER_FAILS = /^(?:echo|printf|true|:|sleep|wait|pwd|date)$/
/** behind a pipe they read what comes, and take it */
const FILTERS = /^(?:head|tail|sort|uniq|wc|cut|tr|cat|tee|column|nl|rev|tac|fold|sed|awk)$/
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
  if (program === "git")
    return /^(?:rev-parse|show-ref|config|ls-remote|cat-file|merge-base|symbolic-ref|describe|check-ref-format)$/.test(
      subcommand(command),
    )
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
    const filters = command.joiner === "|" && FILTERS.test(command.program)
    if (call.commands[i + 1]?.joiner !== "|" && !filters && !NEVER_FAILS.test(command.program)) found.push(command)
    if (command.joiner !== "|" && command.joiner !== "&&") break
  }
  return found
}

/** The command whose answer the exit code is; null when it says that something failed. */
export function answeredBy(call: ShellCall, code: number, text: string): SimpleCommand | null {
  const printed = text
    .split("\n")
    .filter(line => line.trim() !== "" && !/^(?:Error: )?Exit code:? \d+$/.test(line) && !isOwnHeading(call, line))
  if (printed.some(line => WRONG_FOLDER.test(line) || (REFUSES.test(line) && !KNOWS_NONE.test(line)))) return null
  const possible = suspects(call)
  const answering = possible.find(command => answers(command, code, printed)) ?? null
  // one that failed before it would have said so, unless it was silenced
  return possible.every(command => !command.silenced || answers(command, code, printed)) ? answering : null
}
