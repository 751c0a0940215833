// git and the hooks it runs. Content commands (log, show, diff) print other people's words: only git's own refusal counts.
import { type Reader, subcommand } from "./reader.ts"

const gitSub = (args: readonly string[]): string => {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string
    if (/^(?:-C|-c|--git-dir|--work-tree)$/.test(arg)) i++
    else if (!arg.startsWith("-")) return arg
  }
  return ""
}
export const git: Reader = {
  name: "git",
  behindRunner: false,
  claims(command) {
    if (command.program === "gh") {
      const sub = command.args.slice(0, 2).join(" ")
      return sub === "release create" || sub === "pr merge" ? { salient: sub === "pr merge" ? "push" : "deploy" } : null
    }
    if (command.program !== "git") return null
    const sub = gitSub(command.args) || subcommand(command)
    if (sub === "commit") return { salient: command.args.includes("--dry-run") ? null : "commit" }
    if (sub === "push") return { salient: command.args.includes("--dry-run") ? null : "push" }
    return /^(?:log|show|diff|blame|grep|cat-file|reflog|shortlog|whatchanged|format-patch|ls-files|status)$/.test(sub)
      ? null
      : { salient: null }
  },
  marks: [
    { id: "git/fatal", says: "fail", re: /^fatal: /m },
    {
      id: "git/error",
      says: "fail",
      re: /^error: (?:pathspec|failed to push|Your local changes|The following untracked|cannot |could not |unable to |patch failed|you need to|commit is not possible|Merging is not|src refspec|RPC failed|unknown (?:option|switch)|branch |.{1,80} is not (?:something|a))/m,
    },
    { id: "git/rejected", says: "fail", re: /^ ! \[(?:remote )?rejected\]/m, salient: "push" },
    { id: "git/conflict", says: "fail", re: /^(?:CONFLICT \(|Automatic merge failed|error: could not apply )/m },
    {
      id: "git/hook",
      says: "fail",
      re: /^(?:husky - \S+ (?:hook exited|script failed)|lefthook: .{0,60}fail|pre-\w{1,20} hook (?:declined|failed)| ! \[remote rejected\] .{0,200}hook declined)/m,
      salient: "commit",
    },
    {
      id: "git/nothing",
      says: "fail",
      weak: true,
      only: "commit",
      re: /^(?:nothing to commit|no changes added to commit|nothing added to commit)/m,
      salient: "commit",
    },
    { id: "git/unknown", says: "fail", re: /^git: '[^'\n]{1,60}' is not a git command/m },
    { id: "git/committed", says: "ok", re: /^\[[^\]\n]{1,120} [0-9a-f]{7,40}\] /m, salient: "commit" },
    {
      id: "git/pushed",
      says: "ok",
      re: /^ {1,3}[*+ ]?\s?(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\[new (?:branch|tag)\])\s/m,
      salient: "push",
    },
  ],
}
