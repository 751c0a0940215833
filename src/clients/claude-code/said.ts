// What Claude Code says of a prompt and of a call. A prompt: its name in hook and transcript, whether a person or a program
// gave it, the words as typed. Ground truth: recorded UserPromptSubmit payloads and the user records of the transcripts.
import { refusalWord } from "../../core/calls/client-word.ts"
import { isRecord, type Loose, list, record, str, textOf } from "../../core/loose.ts"
import type { ToolDoes } from "../../core/model.ts"
import { doesOf, type Tools } from "../client.ts"
import { brokenOff, type Call, type Ending, refused, turnName } from "../drafts.ts"

export const CLIENT = "claude-code"

export function promptName(id: string | null, text: string, at: number): string {
  const task = readNotification(text)?.task
  return task === undefined ? turnName(id, text, at) : `task:${task}`
}

/** A person, a program, or no word about it. */
export function entrypointPerson(entrypoint: string | null): boolean | null {
  if (entrypoint === null) return null
  if (/^(?:sdk|mcp|claude-code-github-action|github|headless|print|local-agent|remote_)/.test(entrypoint)) return false
  return /^(?:cli|claude-vscode|claude-desktop|claude-jetbrains|vscode|jetbrains|ide)$/.test(entrypoint) ? true : null
}
export function personOf(entry: Loose): boolean | null {
  const said = [str(entry.promptSource), str(record(entry.origin).kind), str(entry.turnOrigin)]
  if (said.some(word => word !== null && /^(?:sdk|print|headless)/.test(word))) return false
  return said.includes("typed") || said.includes("human") ? true : entrypointPerson(str(entry.entrypoint))
}

/** `<command-name>/x</command-name> … <command-args>y</command-args>` as it was typed: `/x y`. */
export function typedCommand(text: string): string | null {
  if (!text.startsWith("<command-")) return null
  const name = tagged(text, "command-name")
  if (name === null) return null
  return `${name.startsWith("/") ? "" : "/"}${name} ${tagged(text, "command-args") ?? ""}`.trim()
}
/** The words alone: the hook does not show pictures either. */
export const typed = (content: unknown): string =>
  (typeof content === "string"
    ? content
    : list(content)
        .map(block => str(record(block).text) ?? "")
        .join("\n")
  ).trim()

// How a Claude Code tool call ended. Ground truth: the recorded PostToolUse and PostToolUseFailure payloads and the
// transcripts. The event kind and structured fields speak first, then the client's own fixed prefixes; free
// text about errors is never read here.

const EXIT_PREFIX = /^(?:Error: )?Exit code (\d{1,3})(?:\n|$)/
/** The call never ran: a hook, a rule or a missing permission refused it. */
const DENIED =
  /^(?:<tool_use_error>)?(?:Error: )?(?:PreToolUse:\S{1,120} hook (?:blocking )?error|Claude requested permissions to |Permission to use \S{1,200} (?:with command .{1,2000} )?has been denied|Permission for this (?:tool use|action) (?:was|has been) denied|Hook PreToolUse:\S{1,120} denied)/
const MAX_PATCH_LINES = 400

/** PostToolUse: the call went through, unless a field says otherwise. */
export function responseEnding(does: ToolDoes, response: unknown): Ending {
  if (!isRecord(response)) return { ok: true, known: "event", output: textOf(response) }
  const output = responseText(response)
  if (response.interrupted === true) return brokenOff("client", output)
  if (str(response.backgroundTaskId) !== null || response.isAsync === true || response.status === "async_launched")
    return { ok: null, known: "client", output }
  if (response.isError === true || response.is_error === true) return { ok: false, known: "client", output }
  // `grep` that found nothing: the client counts it as a success and keeps its exit code to itself
  const answered = str(response.returnCodeInterpretation) !== null
  return { ok: true, known: "event", exitCode: does === "runs" && !answered ? 0 : null, output }
}

/** PostToolUseFailure, or an error result in the transcript. */
export function errorEnding(
  does: ToolDoes,
  error: string,
  interrupted: boolean,
  known: "event" | "transcript",
): Ending {
  const output = error
  if (interrupted) return brokenOff(known, output)
  if (DENIED.test(error.slice(0, 4_096))) return refused(known, output)
  const exit = does === "runs" ? EXIT_PREFIX.exec(error.slice(0, 40)) : null
  if (exit !== null) return { ok: false, known: "prefix", exitCode: Number(exit[1]), output }
  const word = refusalWord(error)
  if (word?.says === "rejected") return refused(known, output)
  if (word?.says === "cancelled")
    return { ok: null, known, cancelled: true, interrupted: word.because === "client:interrupted", output }
  return { ok: false, known, output }
}

/** A `tool_result` of the transcript with the structured result that stands beside it. */
export function transcriptEnding(does: ToolDoes, block: Loose, entry: Loose): Ending {
  const text = textOf(block.content)
  const beside = entry.toolUseResult
  if (block.is_error === true) {
    const end = errorEnding(does, text ?? str(beside) ?? "", false, "transcript")
    return entry.toolDenialKind === undefined || end.rejected || end.cancelled
      ? end
      : { ...end, ok: null, rejected: true }
  }
  return isRecord(beside) ? responseEnding(does, beside) : { ok: true, known: "transcript", output: text }
}

/** What is worth keeping of a response: what it printed or changed, never a whole file twice. */
function responseText(response: Loose): string | null {
  const { stdout, stderr } = response
  if (typeof stdout === "string" || typeof stderr === "string") {
    const answer = str(response.returnCodeInterpretation)
    return [str(stdout), str(stderr), answer].filter(part => part !== null).join("\n")
  }
  const file = record(response.file)
  if (typeof file.content === "string") return file.content
  const patch = list(response.structuredPatch).flatMap(hunk => list(record(hunk).lines))
  if (patch.length > 0)
    return patch
      .filter(line => typeof line === "string")
      .slice(0, MAX_PATCH_LINES)
      .join("\n")
  if (str(response.filePath) !== null) return str(response.type) ?? "written"
  return textOf(response) ?? str(response.result) ?? str(response.message) ?? null
}

/** Commit, push, merge as the client itself noticed them in a shell command. */
export function gitChanges(response: unknown): readonly {
  readonly change: "commit" | "amend" | "push" | "merge"
  readonly sha: string | null
  readonly branch: string | null
}[] {
  const git = record(record(response).gitOperation)
  const changes = []
  for (const kind of ["commit", "push", "merge"] as const) {
    if (!isRecord(git[kind])) continue
    const said = record(git[kind])
    const change = kind === "commit" && str(said.kind)?.startsWith("amend") ? ("amend" as const) : kind
    changes.push({ change, sha: str(said.sha), branch: str(said.branch) })
  }
  return changes
}

/** What stands in the first `<name>…</name>`; null when it says nothing. */
function tagged(text: string, name: string): string | null {
  const start = text.indexOf(`<${name}>`)
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start)
  return end < 0 ? null : str(text.slice(start + name.length + 2, end).trim())
}

interface Notification {
  readonly task: string
  readonly call: string | null
  readonly command: boolean
  readonly ending: Ending
}
/** `<task-notification>`: a background task reports how it ended. */
export function readNotification(prompt: string): Notification | null {
  if (!prompt.startsWith("<task-notification>")) return null
  const field = (name: string): string | null => tagged(prompt, name)
  const task = field("task-id")
  const status = field("status")
  if (task === null || status === null) return null
  const summary = field("summary") ?? ""
  const code =
    /\(exit code (\d{1,3})\)\s*$/.exec(summary.slice(-60)) ?? /\bexit code (\d{1,3})\s*$/.exec(summary.slice(-60))
  const exitCode = code === null ? null : Number(code[1])
  const output = field("result") ?? (summary === "" ? null : summary)
  const stopped = /^(?:killed|stopped|cancelled|canceled)$/.test(status)
  const ok = exitCode !== null ? exitCode === 0 : status === "completed" ? true : status === "failed" ? false : null
  return {
    task,
    call: field("tool-use-id"),
    command: summary.startsWith("Background command"),
    ending: stopped
      ? { ok: null, known: "client", cancelled: true, output }
      : { ok, known: exitCode === null ? "client" : "prefix", exitCode, output },
  }
}

// The tools of Claude Code, as its payloads and transcripts name them; others that speak its form use the same names.

export const TOOLS: Tools = {
  runs: ["Bash", "PowerShell"],
  edits: ["Edit", "Write", "MultiEdit", "NotebookEdit"],
  reads: ["Read", "NotebookRead", "TaskList", "TaskGet", "TodoRead"],
  searches: ["Grep", "Glob", "LS", "ToolSearch"],
  fetches: ["WebFetch", "WebSearch"],
  delegates: ["Task", "Agent"],
  awaits: ["TaskOutput", "BashOutput"],
  plans: ["ExitPlanMode", "TodoWrite"],
  asks: ["AskUserQuestion"],
}
export const does = doesOf(TOOLS)

/** A task in the background that only its notification tells of: a command, or an agent. */
export const taskCall = (call: string, command: boolean): Call =>
  command ? { call, tool: "Bash", does: "runs", input: null } : { call, tool: "Agent", does: "delegates", input: null }
