// Steps that cannot have helped: they look, list, wait or keep books. Closed lists of programs and words that only show; what
// helps is whatever is left, and is on no list.

import { parseCommand, type SimpleCommand } from "../calls/command.ts"
import { gitWords } from "../calls/git-operations.ts"
import { SHOWS } from "../calls/plain-tools.ts"
import { wordSet } from "../words/word-list.ts"

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
