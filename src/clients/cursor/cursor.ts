// Cursor, by contract only: its hook engine was read, never run here. Cursor also runs Claude's hooks, with
// Claude's event names; both tellings of one happening get the same ids because both are read by this file.
import { isRecord, json, type Loose, list, num, parse, record, str, textOf } from "../../core/loose.ts"
import { TOOLS as CLAUDE } from "../claude-code/said.ts"
import { type Client, defineClient, doesOf, type Tools, type World } from "../client.ts"
import { brokenOff, type Ending, exited, refused, type Tokens, textKey } from "../drafts.ts"
import {
  aboutToRun,
  afterCall,
  only,
  type Readers,
  readerOf,
  readHook,
  starts,
  submitted,
  writeHook,
  writer,
} from "../hook-form.ts"

const CLIENT = "cursor"
/** Its own names beside Claude's, whose hooks it runs too. */
const TOOLS: Tools = {
  ...CLAUDE,
  runs: [...CLAUDE.runs!, "Shell", "run_terminal_cmd"],
  edits: [...CLAUDE.edits!, "StrReplace", "Delete", "edit_file", "search_replace", "delete_file"],
  reads: [...CLAUDE.reads!, "read_file"],
  searches: [...CLAUDE.searches!, "list_dir", "codebase_search", "grep_search", "file_search", "glob_file_search"],
  fetches: [...CLAUDE.fetches!, "web_search"],
}
const does = doesOf(TOOLS)
const ENV = ["CURSOR_VERSION"] as const

/** Cursor says who it is in every payload; `user_email` beside it is never read. */
export const isCursor = (payload: unknown): boolean =>
  str(record(payload).cursor_version) !== null || str(record(payload).conversation_id) !== null

/** Claude's names for the same moments, as they arrive when Cursor runs Claude's hooks. */
const EVENTS: Readonly<Record<string, string>> = {
  SessionStart: "sessionStart",
  SessionEnd: "sessionEnd",
  UserPromptSubmit: "beforeSubmitPrompt",
  PreToolUse: "preToolUse",
  PostToolUse: "postToolUse",
  PostToolUseFailure: "postToolUseFailure",
  Stop: "stop",
  PreCompact: "preCompact",
}

const READERS: Readers = {
  sessionStart: ({ payload, cwd, world, make }) => {
    const version = str(payload.cursor_version) ?? world.env.CURSOR_VERSION ?? null
    const opening = { start: "startup", cwd, model: str(payload.model), version }
    return starts(make, { interactive: isPerson(payload, world), ...opening })
  },
  beforeSubmitPrompt: moment => {
    const { payload, cwd, agent, world, make } = moment
    const person = isPerson(payload, world)
    const opening = { interactive: true, cwd, version: str(payload.cursor_version) }
    const before = person && agent === null ? [make.opened(opening)] : []
    return submitted(moment, text => ({ name: `${turnOf(payload, world)}:${textKey(text)}`, person, before }))
  },
  preToolUse: aboutToRun(does),
  postToolUse: moment => ({ ...afterCall(does, (_, { payload }) => timed(output, payload))(moment), ask: null }),
  postToolUseFailure: afterCall(does, (_, { payload }) => timed(failure, payload)),
  afterAgentResponse: ({ payload, make }) => {
    const text = str(payload.text)
    return only(...make.lastWords(`${str(payload.generation_id) ?? ""}:${textKey(text ?? "")}`, text))
  },
  stop: ({ payload, world, make }) => {
    const status = str(payload.status)
    const reason = status === "aborted" ? "interrupt" : status === "error" ? "error" : "end"
    const tokens: Tokens = { input: num(payload.input_tokens), output: num(payload.output_tokens) }
    return only(make.ended(turnOf(payload, world), reason, tokens))
  },
  preCompact: ({ payload, make }) => only(make.compacted(str(payload.generation_id) ?? "", str(payload.trigger))),
  sessionEnd: ({ payload, make }) => only(make.closed(str(payload.generation_id) ?? "", str(payload.reason))),
}

const read = readHook(CLIENT, READERS, fields => {
  const named = str(fields.hook_event_name)
  return {
    event: named === null ? null : (readerOf(EVENTS, named) ?? named),
    session: str(fields.conversation_id) ?? str(fields.session_id),
    cwd: str(fields.cwd) ?? str(list(fields.workspace_roots)[0]),
    agent: str(fields.subagent_id) ?? str(fields.agent_id),
  }
})

const turnOf = (fields: Loose, world: World): string =>
  str(fields.generation_id) ?? String(Math.floor(world.now / 10_000))

/** A background agent and `cursor-agent -p` have nobody in front of them. */
const isPerson = (fields: Loose, world: World): boolean =>
  fields.is_background_agent !== true &&
  !(world.argv ?? []).some(arg => arg === "-p" || arg === "--print") &&
  !(str(fields.composer_mode) ?? "").includes("background")

function timed(ending: (fields: Loose) => Ending, fields: Loose): Ending {
  return { ...ending(fields), durationMs: num(fields.duration) }
}

function output(fields: Loose): Ending {
  const raw = fields.tool_output ?? fields.tool_response
  const value = typeof raw === "string" ? (parse(raw.trim()) ?? raw) : raw
  if (!isRecord(value)) return { ok: true, known: "event", output: textOf(value) }
  const exitCode = num(value.exitCode) ?? num(value.exit_code)
  const printed = [str(value.stdout), str(value.stderr)].filter(part => part !== null).join("\n")
  return {
    ok: exitCode === null ? value.isError !== true : exitCode === 0,
    known: exitCode === null ? "event" : "exit",
    exitCode,
    output: printed || (textOf(value) ?? str(value.output) ?? json(value)),
  }
}

function failure(fields: Loose): Ending {
  const text = str(fields.error_message) ?? str(fields.error) ?? ""
  const kind = str(fields.failure_type)
  if (fields.is_interrupt === true || kind === "interrupt") return brokenOff("client", text)
  if (kind === "permission_denied" || kind === "rejected") return refused("client", text)
  const exit = /^(?:Command failed with exit code|Exit code) (\d{1,3})\b/.exec(text)
  return exit === null
    ? { ok: false, known: "event", output: text }
    : { ...exited(Number(exit[1]), "prefix", text), ok: false }
}

const writeOwn = writer({
  reply: text => ({ continue: false, user_message: text }),
  hold: reason => ({ permission: "deny", agent_message: reason, user_message: reason }),
  context: text => ({ additional_context: text }),
})
const write: Client["write"] = (payload, ask, answer) => {
  const isClaudes = Object.hasOwn(EVENTS, str(record(payload).hook_event_name) ?? "")
  return (isClaudes ? writeHook : writeOwn)(payload, ask, answer)
}

export const cursor = defineClient({
  ...{ name: CLIENT, tools: TOOLS, read, write, env: ENV, sends: isCursor },
  loads: {
    repo: ["AGENTS.md", ".cursorrules"],
    home: [],
    folders: [{ path: ".cursor/rules", of: "repo", ends: ".mdc" }],
  },
})
