// What a shell itself says: command not found, no permission, bad syntax, killed. Read for every command line.
// `OWN_ERROR` is a plain tool refusing its own arguments (`cat: x: No such file or directory`).
import type { Mark } from "./reader.ts"

const SPEAKER = "(?:(?:/(?:usr/)?bin/)?(?:ba|z|da|k|fi)?sh|\\(eval\\)|-bash|[\\w./-]{1,120}\\.(?:sh|bash|zsh))"
export const SHELL_MARKS: readonly Mark[] = [
  {
    id: "shell/not-found",
    says: "fail",
    re: new RegExp(
      `^${SPEAKER}(?::[a-z]{1,20})?(?::(?: line)? ?\\d+)?:(?: [a-z]{1,20}:)? (?:command not found: \\S|\\S{1,200}: (?:command )?not found|no such file or directory: )`,
      "m",
    ),
  },
  { id: "shell/fish-not-found", says: "fail", re: /^fish: Unknown command:? /m },
  {
    id: "shell/no-file",
    says: "fail",
    re: new RegExp(
      `^${SPEAKER}(?::[a-z]{1,20})?(?::(?: line)? ?\\d+)?:(?: [a-z]{1,20}:)? \\S{1,300}: (?:No such file or directory|Permission denied|Is a directory|cannot execute|bad interpreter)`,
      "mi",
    ),
  },
  {
    id: "shell/permission",
    says: "fail",
    re: new RegExp(`^${SPEAKER}(?::[a-z]{1,20})?(?::(?: line)? ?\\d+)?:(?: [a-z]{1,20}:)? permission denied:`, "m"),
  },
  {
    id: "shell/syntax",
    says: "fail",
    re: new RegExp(
      `^${SPEAKER}(?::[a-z]{1,20})?(?:: -c)?(?::(?: line)? ?\\d+)?:(?: [a-z]{1,20}:)? (?:syntax error|unexpected EOF|parse error|unmatched |bad substitution|unbound variable|no matches found)|^(?:zsh|\\(eval\\)).{0,20}: (?:parse error|unmatched|bad pattern)`,
      "m",
    ),
  },
  {
    id: "shell/crash",
    says: "fail",
    re: /^(?:\S{1,200}: line \d+: +\d+ )?(?:Segmentation fault|Bus error|Aborted|Killed|Illegal instruction|Floating point exception)(?: |:|\s*\(core dumped\)|\s*$)/m,
  },
  {
    id: "shell/powershell",
    says: "fail",
    re: /^\S{1,200} : The term '[^'\n]{1,200}' is not recognized|^'[^'\n]{1,200}' is not recognized as an internal or external command/m,
  },
]
/** One line of a plain tool's own refusal. */
export const OWN_ERROR =
  /^(?:\/\S{1,100}\/)?[a-z][\w+.-]{0,30}: {1,2}(?:Error is not recoverable|cannot |can't |could not |unable to |invalid |unrecognized |illegal |unknown |missing |no such|.{1,300}: (?:No such file or directory|Permission denied|Is a directory|Not a directory|Operation not permitted|Directory not empty|File exists|command not found|not found|No such process|Read-only file system))/i
/** The first line with which a tool that shows text refuses to. */
export const REFUSES =
  /^(?:fatal: |usage: |Usage: |error: (?:unknown|invalid|ambiguous|pathspec)|[a-z][\w+.-]{0,30}: (?:error: |illegal option|invalid option|unrecognized option|unknown option|invalid |unknown ))/
/** The shell could not enter the folder the rest was meant for. */
export const WRONG_FOLDER =
  /^(?:\S{1,120}: (?:line \d+: )?cd: .{1,300}: (?:No such file|Not a directory)|\S{1,40}:cd:\d+: (?:no such file|not a directory))/
