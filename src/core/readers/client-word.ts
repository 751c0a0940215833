// What the client itself says about a call, in its own fixed words around the output: exit code prefix, error tag, refusal,
// interrupt. Ground truth: the result formats of Claude Code, Codex, Gemini, OpenCode, Cursor, OpenHands.
type ClientWord =
  | { readonly says: "rejected" | "cancelled"; readonly because: string }
  | { readonly says: "failed" | "passed"; readonly because: string }
  | { readonly says: "exit"; readonly code: number; readonly because: string }
  | null

const HEAD = 600
const TAIL = 400

const REJECTED =
  /^(?:<tool_use_error>)?(?:Error: )?(?:The user doesn't want to (?:proceed with this tool use|take this action)|The tool use was rejected|User (?:rejected|declined|denied|refused|cancelled) (?:the |this |to )?|(?:Tool|Command|Edit|Operation) (?:call )?(?:was )?(?:rejected|denied|declined) by (?:the )?user|The user (?:rejected|declined|denied|refused)|The agent proposed a plan that was rejected|User chose to |rejected by user|exec command rejected by user|patch rejected by user)/i
const CANCELLED =
  /^(?:<tool_use_error>)?(?:Error: )?(?:(?:Exit code \d+\n)?\[Request interrupted|Streaming fallback|Interrupted by user|\[?(?:Tool execution|Operation|Command) (?:was )?(?:aborted|cancelled|interrupted)|Tool execution aborted|aborted by user|command was aborted|User (?:aborted|interrupted))/i
const EXIT_HEAD =
  /^(?:<error>|Error: )?(?:Exit code:? (-?\d+)\b|Command failed with exit code (\d+)|Process exited with code (-?\d+)|<returncode>(-?\d+)<\/returncode>|(?:Chunk ID: \S{1,80}\n)?Wall time: [^\n]{1,60}\nProcess exited with code (-?\d+))/i
const EXIT_TAIL =
  /(?:^|\n)\(?\[?(?:Exit Code: (-?\d+)|The command completed with exit code (-?\d+)\.?\]?|Command finished with exit code (-?\d+)\]?|\[?exit code: (-?\d+)\]?|<exit_code>(-?\d+)<\/exit_code>|<(?:shellId: \S{1,40} )?(?:exited|completed) with exit code (-?\d+)>)\)?[^\n]{0,60}\s*$/i
const EXIT_GEMINI = /\nExit Code: (-?\d+)(?:\n|$)/
const EXIT_JSON = /"exit_?[cC]ode"\s*:\s*(-?\d+)/
const TIMED_OUT = /^(?:Error: )?(?:Command timed out after|command timed out|Timeout: command)/i
const FAILED_TAG = /^<(?:tool_use_error|tool_error|error)>/
/** Refusals that a client prints in place of a result; anchored, so that content that quotes them does not count. */
const FAILED_HEAD =
  /^(?:Error: )?(?:InputValidationError\b|E[A-Z]{3,12}: [a-z ]{4,60}|spawn \S{1,300} E[A-Z]+|Permission to use .{1,2000} has been denied|Claude requested permissions to |Tool permission |Agent type '[^']{1,200}' not found|No such tool available|Unknown (?:tool|skill)\b|Tool '?[\w.-]{1,80}'? (?:not found|does not exist)|MCP error -?\d+|MCP server .{1,80} (?:not connected|error)|Request failed with status code [45]\d\d|Failed to (?:read|write|edit|fetch|apply|parse|open|connect)|File (?:does not exist|not found)|File content \([^)]{1,60}\) exceeds maximum|File has (?:not been read yet|been modified|been unexpectedly)|String to replace not found|Found \d+ matches of the string|No changes to make|Path does not exist|old_?[sS]tring (?:not found|and new_?[sS]tring)|apply_patch verification failed|Invalid (?:URL|params|arguments|tool|patch|pages|input)|Unable to (?:fetch|verify|read)|Domain .{1,120} is not allowed|getaddrinfo |socket hang up|(?:read|write) E[A-Z]+|unable to get local issuer|self[- ]signed certificate|certificate has expired|Claude Code is unable to fetch|Permission for this action has been denied|connect E[A-Z]+|Error (?:executing|running|calling) (?:tool|command)|The (?:tool|command) (?:execution )?failed|Tool execution failed|Hook \S{1,80} denied|\S{1,60} hook (?:blocking )?error|This tool requires|Could not find (?:file|old)|Cannot read |PDF is too large|Image (?:was )?too large|Notebook file|Task .{0,80} not found|No (?:task|shell) found with ID|Shell \S{1,60} (?:not found|is not running)|Ripgrep search timed out|maxContentLength size of|timeout of \d+ms exceeded|Request (?:timed out|aborted))/
const FAILED_PLAIN = /^(?:Error|ERROR):\s/
const PASSED_HEAD =
  /^(?:The file .{1,400} has been (?:updated|created|edited)|File created successfully|Success\. Updated the following files|Todos have been modified|Updated task|Applied .{0,20}edit|Edit applied successfully|Wrote file successfully|Successfully (?:created|modified|overwrote|edited|replaced|wrote))/

const firstNumber = (match: RegExpExecArray): number | null => {
  for (let i = 1; i < match.length; i++) if (match[i] !== undefined) return Number(match[i])
  return null
}

/** The client's word on a shell's result. `echoesStatus`: the command prints a status itself (`echo "exit code: $?"`), so a closing line is not the client's. */
export function shellWord(text: string, echoesStatus: boolean): ClientWord {
  const head = text.slice(0, HEAD)
  const refusal = refusalWord(head)
  if (refusal !== null) return refusal
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
  if (
    /^(?:Permission for this action has been denied|Permission to use .{1,2000} has been denied|Claude requested permissions to |InputValidationError\b|Hook \S{1,80} denied|\S{1,60} hook (?:blocking )?error)/.test(
      text.slice(0, 4_096),
    )
  )
    return { says: "failed", because: "client:refused-by-rule" }
  return null
}

/** Not the user's doing: a call beside it failed and the client dropped this one. */
const DROPPED = /^(?:<tool_use_error>)?(?:Error: )?(?:Sibling tool call errored|Cancelled: parallel tool call)/
function refusalWord(head: string): ClientWord {
  if (DROPPED.test(head)) return { says: "cancelled", because: "client:dropped" }
  if (REJECTED.test(head)) return { says: "rejected", because: "client:user-refused" }
  if (CANCELLED.test(head)) return { says: "cancelled", because: "client:interrupted" }
  return null
}

/** The client's word on the result of any other tool. `readsContent`: what follows may be a file's own text. */
export function toolWord(text: string, readsContent: boolean): ClientWord {
  const head = text.slice(0, HEAD)
  const refusal = refusalWord(head)
  if (refusal !== null) return refusal
  if (FAILED_TAG.test(head)) return { says: "failed", because: "client:error-tag" }
  if (PASSED_HEAD.test(head)) return { says: "passed", because: "client:done" }
  if (FAILED_HEAD.test(text.slice(0, 4_096)) && text.length < 6_000)
    return { says: "failed", because: "client:refusal" }
  if (!readsContent && FAILED_PLAIN.test(head)) return { says: "failed", because: "client:error-line" }
  return null
}
