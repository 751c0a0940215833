// The changes of history a command line makes: commit, amend, push, revert, merge. Reads the command, never the output.
import { parseCommand, type SimpleCommand } from "./command.ts"

export type GitOperation = "commit" | "amend" | "push" | "revert" | "discard" | "merge"

/** The subcommand and what follows it, without git's own options before it. */
export function gitWords(command: SimpleCommand): string[] {
  const out: string[] = []
  for (let i = 0; i < command.args.length; i++) {
    const arg = command.args[i] as string
    if (out.length === 0 && /^(?:-C|-c|--git-dir|--work-tree)$/.test(arg)) i++
    else if (out.length > 0 || !arg.startsWith("-")) out.push(arg)
  }
  return out
}

function gitOperationOf(command: SimpleCommand): GitOperation | null {
  if (command.program === "gh") return command.args[0] === "pr" && command.args[1] === "merge" ? "merge" : null
  if (command.program !== "git") return null
  const [sub, ...args] = gitWords(command)
  if (args.includes("--dry-run") || args.includes("--abort") || args.includes("--help")) return null
  if (sub === "commit") return args.includes("--amend") ? "amend" : "commit"
  if (sub === "push" || sub === "merge" || sub === "revert") return sub
  if (sub === "reset") return args.includes("--hard") ? "discard" : null
  if (sub === "restore") return args.includes("--staged") && !args.includes("--worktree") ? null : "discard"
  if (sub === "checkout") return args.includes("--") || args[0] === "." ? "discard" : null
  return null
}

export const gitOperations = (line: string): readonly GitOperation[] =>
  parseCommand(line).flatMap(command => gitOperationOf(command) ?? [])

// Which commits a command line made, took back or dropped, as far as the line and git's own report name them. Free of
// text: ids and counts only. Ranges, and reverts that were not committed, are left alone.

export interface GitMarks {
  /** commits made, in order, as short or full ids */
  readonly made: readonly string[]
  /** commits taken back by a commit of their own: ids */
  readonly reverted: readonly string[]
  /** and places: 0 is the newest commit, 1 the one before it */
  readonly revertedBack: readonly number[]
  /** newest commits thrown away, and the id that history was put back to */
  readonly dropped: number
  readonly droppedTo: string | null
}

const ID = /^[0-9a-f]{7,40}$/
const BACK = /^HEAD(?:~(\d{1,2})|(\^{1,9}))?$/
/** git commit, revert, cherry-pick and merge say it in one form */
const REPORT = /^\[[^\]\n]{1,120} ([0-9a-f]{7,40})\] /gm
const WINDOW = 20_000

const back = (target: string): number | null => {
  const found = BACK.exec(target)
  return found ? (found[1] === undefined ? (found[2]?.length ?? 0) : Number(found[1])) : null
}
const targets = (command: SimpleCommand): readonly string[] =>
  gitWords(command)
    .slice(1)
    .filter(word => !word.startsWith("-"))

export function gitMarks(line: string, output: string | null): GitMarks {
  const report =
    output === null ? "" : output.length > WINDOW ? output.slice(0, WINDOW) + output.slice(-WINDOW) : output
  const made = [...report.matchAll(REPORT)].map(match => match[1]!)
  const reverted: string[] = []
  const revertedBack: number[] = []
  let dropped = 0
  let droppedTo: string | null = null
  for (const command of parseCommand(line)) {
    const operation = gitOperationOf(command)
    if (operation === "revert" && !command.args.some(arg => /^(?:-n|--no-commit|--quit|--continue|--skip)$/.test(arg)))
      for (const target of targets(command)) {
        const place = back(target)
        if (ID.test(target)) reverted.push(target)
        else if (place !== null) revertedBack.push(place)
      }
    if (operation === "discard" && gitWords(command)[0] === "reset") {
      const [target] = targets(command)
      const place = target === undefined ? 0 : back(target)
      if (place !== null) dropped += place
      else if (target !== undefined && ID.test(target)) droppedTo = target
    }
  }
  return { made, reverted, revertedBack, dropped, droppedTo }
}
