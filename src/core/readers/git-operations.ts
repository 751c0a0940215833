// The changes of history a command line makes: commit, amend, push, revert, merge. Reads the command, never the output.
import { parseCommand, type SimpleCommand } from "./command.ts"

const GIT_OPERATIONS = ["commit", "amend", "push", "revert", "discard", "merge"] as const
export type GitOperation = (typeof GIT_OPERATIONS)[number]

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

export function gitOperationOf(command: SimpleCommand): GitOperation | null {
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
