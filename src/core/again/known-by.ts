// By what commands and failures are known when they come back. A command as a name: one line, bounded, without what only pipes or shows,
// and what two lines have in common beyond it. Steps that cannot have helped: they look, list, wait or keep books, by closed lists. A
// failure by what was printed, line by line, without the numbers that change from run to run; no list of errors and no language.
import { normalise, parseCommand, SHOWS, type SimpleCommand } from "../calls/command.ts"
import { readFailure, stripAnsi } from "../calls/failure.ts"
import { gitWords } from "../calls/git-operations.ts"
import { looksImperative } from "../propose/imperative.ts"
import { overlap } from "../words/similar.ts"
import { normaliseStatement } from "../words/statement.ts"
import { wordSet } from "../words/word-list.ts"

const MAX_COMMAND = 110
const MAX_ERROR = 120
/** A command as a name: one line, bounded, long quoted arguments (commit messages, prompts) left out. */
export function commandName(command: string): string {
  const line = command
    .split("\n")[0]!
    .replace(/^(?:cd\s+\S+\s*&&\s*)+/, "")
    .replace(/("|')(?:(?!\1).){24,}\1/g, "$1…$1")
    .replace(/\s*\|\s*(?:tail|head|tee|cat|less|grep)\b.*$/, "")
    .replace(/\s*2>&1\s*$/, "")
    .replaceAll("`", "'")
    .trim()
  return normaliseStatement(line, MAX_COMMAND)
}
/** The name, when it says everything: a command of several lines, or one whose words were left out, has none. */
export function exactName(command: string): string | null {
  if (command.trim().includes("\n")) return null
  const name = commandName(command)
  return name === "" || name.includes("…") ? null : name
}
/** Who says it, where an agent's shell was handed the line: nobody should be told to run `eval`. */
const SAID_BY = /^\(eval\):(?:\w+:)?\d+:\s*/
/** The line of an error worth quoting; null when it reads like an order or is empty. */
export function errorName(line: string | null): string | null {
  if (line === null) return null
  const one = normaliseStatement(line.replace(SAID_BY, "").replaceAll("`", "'").replaceAll('"', "'"), MAX_ERROR)
  return one.length < 4 || looksImperative(one) ? null : one
}

const OF_THE_SHELL = wordSet("export cd source . alias unalias set unset ulimit umask shopt")
/** It changes nothing but the shell it runs in, and each call has a shell of its own. */
export const changesShell = (line: string): boolean => {
  const commands = parseCommand(line)
  return commands.length > 0 && commands.every(({ program }) => program === "" || OF_THE_SHELL.has(program))
}

/** `mise trust && mise run fmt` after `mise run fmt`: what was put before the command that failed; null when it is not there. */
export function stepsBefore(failed: string, passed: string): readonly string[] | null {
  const [before, after] = [parseCommand(failed), parseCommand(passed).filter(c => c.program !== "cd")]
  const only = before.filter(c => c.program !== "cd")
  if (only.length !== 1 || after.length < 2) return null
  const at = after.findIndex(c => normalise(c) === normalise(only[0]!))
  if (at <= 0 || after.slice(1, at + 1).some(c => c.joiner !== "&&" && c.joiner !== ";")) return null
  return after.slice(0, at).map(c => commandName(normalise(c)))
}

/** `npm test` and `pnpm test`, `x` and `A=1 x`: one program for another, or other surroundings; every other word alike. */
export function sameWords(a: string, b: string): boolean {
  const [x, y] = [parseCommand(a).filter(c => c.program !== "cd"), parseCommand(b).filter(c => c.program !== "cd")]
  const [one, other] = [x[0], y[0]]
  if (x.length !== 1 || y.length !== 1 || !one || !other || one.args.join(" ") !== other.args.join(" ")) return false
  return one.program !== other.program
    ? one.args.length > 0
    : one.env.length + one.wrappers.length > 0 || other.env.length + other.wrappers.length > 0
}

const FETCHES = wordSet("curl http wget")
/** The word after the program that makes any program only show. */
const SHOWING = wordSet(
  "status list ls ps show log logs diff info get describe version help outdated view inspect top stats events images why search doctor env tree blame config remote whoami history ll check-ignore rev-parse reflog cat-file ls-files ls-tree ls-remote --help --version -h -v -V",
)
/** Git keeps books of the work; it does not change what is run, unless it fetches. */
const BOOKS = wordSet(
  "add commit push tag branch stash switch checkout fetch merge rebase reset restore rm mv worktree format-patch blame grep describe",
)

export function isIdle(line: string, failed: string): boolean {
  const ofGit = parseCommand(failed).some(c => c.program === "git")
  const parts = parseCommand(line)
  return parts.every(part => shows(part) || (!ofGit && keepsBooks(part)))
}

export function shows({ program, args }: SimpleCommand): boolean {
  if (program === "" || SHOWS.has(program) || FETCHES.has(program)) return true
  if (program === "sed") return !args.some(arg => /^-\w*i|^--in-place/.test(arg))
  if (args.some(arg => arg === "--help" || arg === "--version")) return true
  const word = args.find(arg => !arg.startsWith("-") || args.length === 1)
  // `config set`, `config use-context` change something
  return word !== undefined && SHOWING.has(word) && !args.some(arg => /^(?:set|use|add|unset|rm)(?:$|-)/.test(arg))
}

const keepsBooks = (command: SimpleCommand): boolean =>
  command.program === "git" && BOOKS.has(gitWords(command)[0] ?? "")

// Are two failures of one command the same? Paths and names count: another test that is red is another failure.

const LONGEST_READ = 32_768
const LONGEST_LINE = 300
/** from the front and from the end: what is long repeats itself in the middle */
const MOST_LINES = 40
const WORDLESS = /^[^\p{L}]*$/u
/** Half of the lines alike: a stack that grew by a frame is the same failure, another assertion is not. */
const ALIKE = 0.5

export function failureMarks(output: string): ReadonlySet<string> {
  const lines = stripAnsi(output.slice(0, LONGEST_READ))
    .split("\n")
    .map(line =>
      line
        .slice(0, LONGEST_LINE)
        .replace(/0x[0-9a-f]+|\b[0-9a-f]{7,40}\b|\d+(?:[.:,]\d+)*(?:ns|µs|ms|s|m)?/gi, "#")
        .replace(/\s+/g, " ")
        .trim()
        .toLowerCase(),
    )
    .filter(line => !WORDLESS.test(line))
  return new Set(lines.length <= 2 * MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), ...lines.slice(-MOST_LINES)])
}

export function sameFailure(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === 0 || b.size === 0 ? a.size === b.size : overlap(a, b) >= ALIKE
}

/** The same reason again, whatever it was about; of a red test or a finding mostly the same output: one test may be red for many. */
export function failedAlike(a: string, b: string): boolean {
  const [x, y] = [readFailure(a), readFailure(b)]
  const reason = x.cause !== "content" && x.key !== null && x.key === y.key
  return reason || sameFailure(failureMarks(a), failureMarks(b))
}

/** What a failure is known by whatever was called: its reason, or of a red test or a finding its place; null when its words could be
 * anybody's. */
export function failureName(output: string): string | null {
  const { cause, key, place } = readFailure(output)
  return cause === "content" ? place : key
}
