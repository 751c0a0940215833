// Codex rollouts: exit codes live only here, under the id the hooks use. Ground truth: the recorded rollout and the peek
// at PostToolUse. Serves the hook (one call, one turn) and past sessions line by line.

import { refusalWord, toolWord } from "../../core/calls/client-word.ts"
import type { Draft } from "../../core/events/draft.ts"
import { isRecord, json, type Loose, num, parse, record, records, str, textOf, time } from "../../core/loose.ts"
import { readPrompt } from "../author.ts"
import { doesOf, type Heard, type Tools, type World } from "../client.ts"
import {
  brokenOff,
  type Call,
  type Drafts,
  drafts,
  type Ending,
  exited,
  NO_TOKENS,
  pastSession,
  refused,
  turnName,
} from "../drafts.ts"

export const CLIENT = "codex"
/** As its hooks and rollouts name them. */
export const TOOLS: Tools = {
  runs: ["Bash", "shell", "exec_command", "shell_command", "local_shell", "unified_exec"],
  edits: ["apply_patch"],
  reads: ["view_image"],
  fetches: ["web_search"],
  plans: ["update_plan"],
  asks: ["request_user_input"],
}
export const does = doesOf(TOOLS)

/** `exec` and servers have nobody in front of them; the terminal and the editor do. */
function sourcePerson(value: unknown): boolean | null {
  const source = str(value)
  if (source === null) return isRecord(value) ? false : null
  if (/^(?:exec|codex_exec|mcp|sdk|codex_sdk|subagent|automation)/.test(source)) return false
  return /^(?:cli|tui|vscode|codex_cli_rs|codex-tui|codex_vscode|user)/.test(source) ? true : null
}

const SHELLS = /^(?:exec_command|shell|shell_command|local_shell|local_shell_call|unified_exec|container\.exec)$/
const EXIT =
  /^(?:Chunk ID: \S{1,80}\n)?(?:Exit code: (-?\d{1,10})\n)?Wall time: [^\n]{1,60}(?:\nProcess exited with code (-?\d{1,10}))?/
const RUNNING = /^(?:Chunk ID: \S{1,80}\n)?Wall time: [^\n]{1,60}\nProcess running with session ID/
/** Codex puts these in place of an output when a call never ran; anchored, its own fixed words. */
const REFUSED =
  /^(?:apply_patch verification failed|failed to parse (?:function|tool) arguments|unsupported call|unknown tool|unsupported custom tool call|exec_command failed|write_stdin failed|execution error|sandbox error|tool call error|failed to )/i

/** A hook held the call: it never ran either, but nothing failed. */
const HELD = /^(?:Command|Tool call) blocked by PreToolUse hook: /

/** How a finished item says it ended. */
function itemEnding(item: Loose): Ending {
  const status = str(item.status)
  const exitCode = num(item.exit_code)
  const result = record(item.result)
  const output =
    str(item.aggregated_output) ??
    (textOf(result.content ?? item.result) || [str(item.stdout), str(item.stderr)].filter(p => p !== null).join("\n"))
  const durationMs = millis(item.duration)
  if (status === "declined" || status === "rejected") return { ...refused("transcript", output), durationMs }
  if (status === "cancelled" || status === "interrupted" || status === "aborted")
    return { ...brokenOff("transcript", output), durationMs }
  const ok =
    exitCode !== null
      ? exitCode === 0
      : result.isError === true
        ? false
        : status === "completed"
          ? true
          : status === "failed"
            ? false
            : null
  return { ok, known: "transcript", exitCode, output, durationMs }
}
const millis = (value: unknown): number | null => {
  const secs = num(record(value).secs)
  const nanos = num(record(value).nanos)
  return secs === null && nanos === null ? null : Math.round((secs ?? 0) * 1000 + (nanos ?? 0) / 1e6)
}

/** How the text that the model got says it ended. */
export function outputEnding(output: unknown): Ending {
  const text = typeof output === "string" ? output : (textOf(output) ?? json(output))
  const head = text.slice(0, 600)
  const code = EXIT.exec(head)
  const exit = code?.[1] ?? code?.[2]
  if (exit !== undefined) return exited(Number(exit), "prefix", text)
  if (RUNNING.test(head)) return { ok: null, known: "client", output: text }
  if (HELD.test(head)) return refused("client", text)
  const stopped = refusalWord(text)
  if (stopped?.says === "rejected") return refused("client", text)
  if (stopped !== null) return brokenOff("client", text)
  return REFUSED.test(head) || toolWord(text, true)?.says === "failed"
    ? { ok: false, known: "client", output: text }
    : { ok: null, known: null, output: text }
}

/** One call's own record in the end of a rollout. */
export function findItem(tail: string | null, id: string): Ending | null {
  if (tail === null) return null
  let at = tail.lastIndexOf(id)
  for (let tries = 0; at >= 0 && tries < 40; tries++) {
    const start = tail.lastIndexOf("\n", at) + 1
    const stop = tail.indexOf("\n", at)
    const payload = record(parse(tail.slice(start, stop < 0 ? tail.length : stop))?.payload)
    const item = record(payload.item)
    if (payload.type === "item_completed" && item.id === id) return itemEnding(item)
    at = start === 0 ? -1 : tail.lastIndexOf(id, start - 1)
  }
  return null
}

const fresh = (session: string | null) => ({
  session,
  cwd: null as string | null,
  turn: null as string | null,
  person: null as boolean | null,
  parent: null as string | null,
  meta: {} as Loose,
  opened: false,
  calls: new Map<string, Call>(),
  done: new Set<string>(),
  /** commands that yielded while they still ran */
  running: new Map<string, Ending>(),
  tokens: NO_TOKENS,
  at: 0,
})
type State = ReturnType<typeof fresh>

export function* backfillCodex(lines: Iterable<string>, world: World): Generator<Heard> {
  const state = fresh(null)
  const told = pastSession(CLIENT, state, lines, entry => readEntry(state, entry, world))
  for (const heard of told) yield { ...heard, subAgent: state.parent !== null }
}

function readEntry(state: State, entry: Loose, world: World): readonly Draft[] {
  const payload = record(entry.payload)
  state.at = time(entry.timestamp, state.at || world.now)
  if (entry.type === "session_meta") {
    state.session = str(payload.id) ?? str(payload.session_id) ?? state.session
    state.cwd = str(payload.cwd)
    state.meta = payload
    state.person = sourcePerson(payload.source) ?? sourcePerson(payload.originator)
    state.parent = str(payload.forked_from_id) ?? str(record(record(payload.source).subagent).parent_thread_id)
    return []
  }
  if (entry.type === "turn_context") state.cwd = str(payload.cwd) ?? state.cwd
  if (state.session === null) return []
  const make = drafts(CLIENT, state.session, world, state.at)
  if (entry.type === "response_item") return readItem(state, payload, make)
  return entry.type === "event_msg" ? readMessage(state, payload, make, world) : []
}

function readItem(state: State, payload: Loose, make: Drafts): readonly Draft[] {
  const id = str(payload.call_id)
  if (id === null) return []
  if (payload.type === "function_call" || payload.type === "custom_tool_call" || payload.type === "local_shell_call") {
    const call = callOf(payload, id)
    state.calls.set(id, call)
    return [make.called(call)]
  }
  if (payload.type !== "function_call_output" && payload.type !== "custom_tool_call_output") return []
  if (state.done.has(id)) return []
  const end = outputEnding(payload.output)
  if (isRunning(end)) {
    state.running.set(id, end)
    return []
  }
  return [finish(state, id, end, make)]
}
const isRunning = (end: Ending): boolean =>
  end.output !== null && end.output !== undefined && RUNNING.test(end.output.slice(0, 600))
function finish(state: State, id: string, end: Ending, make: Drafts): Draft {
  state.done.add(id)
  state.running.delete(id)
  return make.finished(state.calls.get(id) ?? { call: id, tool: "unknown", does: "other", input: null }, end)
}
/** Nobody will say how these ended in this turn: unknown, not failed. */
const stillRunning = (state: State, make: Drafts): readonly Draft[] =>
  [...state.running].map(([id, end]) => finish(state, id, end, make))
/** Named as the hooks name it. */
function callOf(payload: Loose, id: string): Call {
  const name = str(payload.name) ?? (payload.type === "local_shell_call" ? "shell" : "unknown")
  const space = str(payload.namespace)
  const raw = payload.arguments ?? payload.input ?? payload.action
  const input = typeof raw === "string" ? (parse(raw) ?? raw) : raw
  if (SHELLS.test(name)) return { call: id, tool: "Bash", does: "runs", input }
  const tool = space === null ? name : `${space}__${name}`
  return { call: id, tool, does: does(tool), input }
}

function readMessage(state: State, payload: Loose, make: Drafts, world: World): readonly Draft[] {
  const turn = str(payload.turn_id) ?? state.turn
  switch (payload.type) {
    case "task_started": {
      state.turn = turn
      state.tokens = NO_TOKENS
      const trigger = sourcePerson(record(payload.turn_attribution).turn_trigger)
      if (trigger !== null) state.person = trigger
      return []
    }
    case "token_count": {
      const usage = record(record(payload.info).last_token_usage)
      state.tokens = {
        input: (state.tokens.input ?? 0) + (num(usage.input_tokens) ?? 0),
        output: (state.tokens.output ?? 0) + (num(usage.output_tokens) ?? 0),
      }
      return []
    }
    case "user_message":
      return submit(state, str(payload.message) ?? "", turn, make, world)
    case "item_completed": {
      const item = record(payload.item)
      if (item.type === "UserMessage") return submit(state, textOf(item.content) ?? "", turn, make, world)
      const id = str(item.id)
      if (
        id === null ||
        state.done.has(id) ||
        !/^(?:CommandExecution|FileChange|McpToolCall)$/.test(str(item.type) ?? "")
      )
        return []
      return [finish(state, id, itemEnding(item), make)]
    }
    case "task_complete":
      return [
        ...stillRunning(state, make),
        ...make.lastWords(turn ?? "", str(payload.last_agent_message)),
        make.ended(turn ?? "", "end", state.tokens),
      ]
    case "turn_aborted":
      return [...stillRunning(state, make), make.ended(turn ?? "", "interrupt", state.tokens)]
    case "context_compacted":
      return [make.compacted(turn ?? "", null)]
    default:
      return []
  }
}

function submit(state: State, raw: string, turn: string | null, make: Drafts, world: World): readonly Draft[] {
  if (raw === "") return []
  const said = readPrompt(raw, world)
  const { meta } = state
  const opened = state.opened
    ? []
    : [
        make.opened({
          interactive: state.person === true && state.parent === null,
          start: "startup",
          cwd: state.cwd,
          version: str(meta.cli_version),
          branch: str(record(meta.git).branch),
          head: str(record(meta.git).commit_hash),
          parent: state.parent,
        }),
      ]
  state.opened = true
  const author = state.parent !== null ? "sub-agent" : state.person === false ? "harness" : said.author
  return [...opened, make.prompt(turnName(turn, said.text, state.at), author, said.text)]
}

/** Whether a person sits there, as the end of a live rollout tells; long sessions may have lost their first line. */
export function personInTail(tail: string | null): boolean | null {
  if (tail === null) return null
  let found: boolean | null = null
  for (const line of tail.split("\n")) {
    if (!line.includes("turn_trigger") && !line.includes('"session_meta"')) continue
    const payload = record(parse(line)?.payload)
    const trigger = record(payload.turn_attribution).turn_trigger
    found = sourcePerson(trigger ?? payload.source ?? payload.originator) ?? found
  }
  return found
}

/** Every call of one turn whose end stands in the rollout: those that no hook reported are among them. */
export function sweepCodex(tail: string | null, session: string, turn: string | null, world: World): readonly Draft[] {
  if (tail === null) return []
  const state = fresh(session)
  state.opened = true
  const out: Draft[] = []
  for (const entry of records(tail.split("\n"))) {
    if (entry.type === "session_meta") continue
    for (const draft of readEntry(state, entry, world))
      if (draft.type === "tool.finished" || draft.type === "tool.called") out.push(draft)
      else if (draft.type === "prompt.submitted" && turn === null) out.length = 0
    // a new turn: what came before was swept at its own end
    if (turn !== null && state.turn !== null && state.turn !== turn) out.length = 0
  }
  return [...out, ...stillRunning(state, drafts(CLIENT, session, world, state.at || world.now))]
}
