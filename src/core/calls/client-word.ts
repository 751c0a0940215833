// What the client itself says about a call, in its own fixed words around the output: exit code prefix, error tag, refusal,
// interrupt. Ground truth: the result formats of Claude Code, Codex, Gemini, OpenCode, Cursor, OpenHands.
import { once } from "../once.ts"

interface Stopped {
  readonly says: "rejected" | "cancelled"
  readonly because: string
}
type ClientWord =
  | { readonly says: "failed" | "passed"; readonly because: string }
  | { readonly says: "exit"; readonly code: number; readonly because: string }
  | null

const HEAD = 600
const TAIL = 400

/** A tag or a word that some clients put before their own. */
const withoutTag = (text: string): string => text.replace(/^(?:<tool_use_error>)?(?:Error: )?/i, "")
const REJECTED = fixedWords(
  `
  The user doesn't want to (proceed with this tool use|take this action)
  The tool use was rejected
  (The user|User) (rejected|declined|denied|refused)
  User (cancelled|chose to)
  (Tool|Tool call|Command) (|was )rejected by
  (Edit|Operation) rejected by
  (Command|Operation) denied by
  The agent proposed a plan that was rejected
  (|exec command |patch )rejected by user`,
  true,
)
const CANCELLED = fixedWords(
  `
  [Request interrupted
  Streaming fallback
  Interrupted by user
  (Tool execution|Operation|Command) (|was )(aborted|cancelled)
  (Tool execution|Operation|Command|Command was) interrupted
  [(Tool execution|Operation|Command)
  aborted by user
  User (aborted|interrupted)`,
  true,
)
const EXIT_HEAD =
  /^(?:<error>|Error: )?(?:Exit code:? (-?\d+)\b|Command failed with exit code (\d+)|Process exited with code (-?\d+)|<returncode>(-?\d+)<\/returncode>|(?:Chunk ID: \S{1,80}\n)?Wall time: [^\n]{1,60}\nProcess exited with code (-?\d+))/i
const EXIT_TAIL =
  /(?:^|\n)\(?\[?(?:Exit Code: (-?\d+)|The command completed with exit code (-?\d+)\.?\]?|Command finished with exit code (-?\d+)\]?|\[?exit code: (-?\d+)\]?|<exit_code>(-?\d+)<\/exit_code>|<(?:shellId: \S{1,40} )?(?:exited|completed) with exit code (-?\d+)>)\)?[^\n]{0,60}\s*$/i
const EXIT_GEMINI = /\nExit Code: (-?\d+)(?:\n|$)/
const EXIT_JSON = /"exit_?[cC]ode"\s*:\s*(-?\d+)/
const TIMED_OUT = /^(?:Error: )?(?:Command timed out after|command timed out|Timeout: command)/i
const FAILED_TAG = /^<(?:tool_use_error|tool_error|error)>/
/** Refusals by a rule or a hook, whatever the tool. */
const RULED_OUT = `
  Permission for this action has been denied
  Permission to use … has been denied
  Claude requested permissions to
  InputValidationError
  Hook … denied`
const REFUSED_BY_RULE = fixedWords(RULED_OUT)
const HOOK_ERROR = /^\S{1,60} hook (?:blocking )?error/
/** Refusals that a client prints in place of a result; anchored, so that content that quotes them does not count. */
const FAILED_HEAD = fixedWords(`${RULED_OUT}
  (spawn …|connect|read|write) E
  getaddrinfo
  socket hang up
  (self-signed|self signed) certificate
  certificate has expired
  unable to get local issuer
  Tool permission
  (Agent type|Tool|Task|Shell) … not found
  (No such tool available|Unknown tool|Unknown skill)
  Tool … does not exist
  MCP error
  MCP server … (not connected|error)
  Request (failed with status code 4|failed with status code 5|timed out|aborted)
  Failed to (read|write|edit|fetch|apply|parse|open|connect)
  (File|Path) does not exist
  File not found
  File content (…) exceeds maximum
  File has (not been read yet|been modified|been unexpectedly)
  String to replace not found
  Found … matches of the string
  No changes to make
  (old_string|oldString) not found
  (old_string and new_string|oldString and newString)
  apply_patch verification failed
  Invalid (URL|params|arguments|tool|patch|pages|input)
  Unable to (fetch|verify|read)
  Domain … is not allowed
  Claude Code is unable to fetch
  Error (executing|running) (tool|command)
  Error calling tool
  (The tool|The tool execution|The command|Tool execution) failed
  This tool requires
  Could not find (file|old)
  Cannot read
  (PDF is|Image was|Image) too large
  Notebook file
  No (task|shell) found with ID
  Shell … is not running
  Ripgrep search timed out
  maxContentLength size of
  timeout of …ms exceeded`)
const ERRNO = /^E[A-Z]{3,12}: [a-z ]{4,60}/
const refuses = (text: string): boolean => {
  const said = text.replace(/^Error: /, "")
  return FAILED_HEAD(said) || HOOK_ERROR.test(said) || ERRNO.test(said)
}
const FAILED_PLAIN = /^(?:Error|ERROR):\s/
const PASSED_HEAD = fixedWords(`
  The file … has been (updated|created|edited)
  File created successfully
  Success. Updated the following files
  Todos have been modified
  Updated task
  Applied … edit
  Applied edit
  Edit applied successfully
  Wrote file successfully
  Successfully (created|modified|overwrote|edited|replaced|wrote)`)

const firstNumber = (match: RegExpExecArray): number | null => {
  for (let i = 1; i < match.length; i++) if (match[i] !== undefined) return Number(match[i])
  return null
}

/** The client's word on a shell's result. `echoesStatus`: the command prints a status itself (`echo "exit code: $?"`), so a closing line is not the client's. */
export function shellWord(text: string, echoesStatus: boolean): ClientWord {
  const head = text.slice(0, HEAD)
  if (TIMED_OUT.test(head)) return { says: "exit", code: 124, because: "client:timed-out" }
  const prefix = (echoesStatus ? /^(?:Error: )?Exit code (\d+)(?:\n|$)/ : EXIT_HEAD).exec(head)
  if (prefix !== null) return { says: "exit", code: firstNumber(prefix) ?? 1, because: "client:exit-prefix" }
  const json = head.startsWith("{") ? (EXIT_JSON.exec(text.slice(-TAIL)) ?? EXIT_JSON.exec(head)) : null
  if (json !== null) return { says: "exit", code: Number(json[1]), because: "client:exit-field" }
  const suffix = echoesStatus ? null : EXIT_TAIL.exec(text.slice(-TAIL))
  const code = suffix === null ? null : firstNumber(suffix)
  if (code !== null) return { says: "exit", code, because: "client:exit-suffix" }
  const gemini = /^(?:Command|Output|Stdout): /.test(head) ? EXIT_GEMINI.exec(text.slice(-TAIL)) : null
  if (gemini !== null) return { says: "exit", code: Number(gemini[1]), because: "client:exit-line" }
  if (FAILED_TAG.test(head)) return { says: "failed", because: "client:error-tag" }
  if (REFUSED_BY_RULE(text) || HOOK_ERROR.test(text)) return { says: "failed", because: "client:refused-by-rule" }
  return null
}

/** Not the user's doing: a call beside it failed and the client dropped this one. */
const DROPPED = fixedWords("Sibling tool call errored\nCancelled: parallel tool call")
/** The client's word that a call was refused, stopped or dropped. */
export function refusalWord(text: string): Stopped | null {
  const said = withoutTag(text.slice(0, HEAD))
  if (DROPPED(said)) return { says: "cancelled", because: "client:dropped" }
  if (REJECTED(said)) return { says: "rejected", because: "client:user-refused" }
  if (CANCELLED(said.replace(/^Exit code \d+\n/, ""))) return { says: "cancelled", because: "client:interrupted" }
  return null
}

/** The client's word on the result of any other tool. `readsContent`: what follows may be a file's own text. */
export function toolWord(text: string, readsContent: boolean): ClientWord {
  const head = text.slice(0, HEAD)
  if (FAILED_TAG.test(head)) return { says: "failed", because: "client:error-tag" }
  if (PASSED_HEAD(head)) return { says: "passed", because: "client:done" }
  if (refuses(text) && text.length < 6_000) return { says: "failed", because: "client:refusal" }
  if (!readsContent && FAILED_PLAIN.test(head)) return { says: "failed", because: "client:error-line" }
  return null
}

// Fixed words with which a program begins what it prints, as they stand; "…" is whatever it fills in on that line, "(a|b)" one of them.

const LONGEST = 4_096
/** One form a line. Does a text begin with one of them? `fold`: in whatever case. */
function fixedWords(forms: string, fold = false): (text: string) => boolean {
  const one = (form: string): string =>
    form
      .trim()
      .replace(/[.*+?^${}[\]\\]/g, "\\$&")
      .replace(/\(([^()|]*)\)/g, "\\($1\\)")
      .replaceAll("…", "[^\\n]*?")
  const any = once(() => new RegExp(`^(?:${forms.trim().split("\n").map(one).join("|")})`, fold ? "i" : ""))
  return text => any().test(text.slice(0, LONGEST))
}
