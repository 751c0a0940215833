// clients.md 3, row by row: what each client sends for a call that ended so, and the event it must become. 100% must hold.
// Longer than 300 lines because it is one table.
import { describe, expect, it } from "vitest"
import { claudeCode } from "../../src/clients/claude-code/claude-code.ts"
import type { Client, World } from "../../src/clients/client.ts"
import { codex } from "../../src/clients/codex/codex.ts"
import { cursor } from "../../src/clients/cursor/cursor.ts"
import { geminiCli } from "../../src/clients/gemini-cli/gemini-cli.ts"
import { callKey, callName } from "../../src/clients/gemini-cli/transcript.ts"
import { opencode } from "../../src/clients/opencode/opencode.ts"
import type { DataOf } from "../../src/core/events/registry.ts"
import { expectStorable, fixture, fixtureLines, world } from "../contracts/client.ts"
import { CURSOR_SESSION } from "./cursor-payloads.ts"

type Json = Record<string, unknown>
const claude = fixture<Record<string, Json>>("claude-code/payloads.json")
const denied = fixture<Json[]>("claude-code/session-denied-tools.json")
const interruptedTail = fixtureLines("claude-code/transcript-interrupted.jsonl").join("\n")
const cdx = fixture<Record<string, Json>>("codex/payloads.json")
const cdxSession = fixture<Json[]>("codex/session-basic.json")
const rollout = fixtureLines("codex/transcript-basic.jsonl").join("\n")
const oc = fixture<Record<string, Json>>("opencode/payloads.json")
const gem = fixture<Record<string, Json>>("gemini-cli/payloads.json")
const gemSession = fixture<Json[]>("gemini-cli/session-basic.json")

type Truth = Partial<DataOf<"tool.finished">>
const OK: Truth = { ok: true, rejected: false, cancelled: false }
const FAILED: Truth = { ok: false, rejected: false, cancelled: false }
const REJECTED: Truth = { ok: null, rejected: true, cancelled: false }
const UNKNOWN: Truth = { ok: null, rejected: false, cancelled: false }
interface Row {
  readonly case: string
  readonly client: Client
  readonly payload: unknown
  readonly over?: Partial<World>
  readonly call?: string
  readonly truth: Truth
}
const tail = (text: string): Partial<World> => ({ tail: () => text })
const changed = (payload: Json | undefined, by: Json): Json => ({ ...payload, ...by })
const shell = (command: string) => ({ tool_name: "Bash", tool_input: { command } })
const sent = (name: string, input: string) =>
  gemSession.find(
    p => p.hook_event_name === "AfterTool" && p.tool_name === name && JSON.stringify(p.tool_input).includes(input),
  )
const yielded = [
  { type: "event_msg", payload: { type: "task_started", turn_id: "turn-1" } },
  {
    type: "response_item",
    payload: { type: "function_call", name: "exec_command", arguments: '{"cmd":"npm run dev"}', call_id: "call_y" },
  },
  {
    type: "response_item",
    payload: {
      type: "function_call_output",
      call_id: "call_y",
      output: "Chunk ID: 1\nWall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\n",
    },
  },
]
const heldByHook = (name: string, output: string) => [
  { type: "event_msg", payload: { type: "task_started", turn_id: "turn-1" } },
  { type: "response_item", payload: { type: "function_call", name, arguments: "{}", call_id: "call_h" } },
  { type: "response_item", payload: { type: "function_call_output", call_id: "call_h", output } },
]
/** A Gemini chat file in which one call ended without an AfterTool. */
const chat = (error: string) => [
  { sessionId: "s", projectHash: "0", startTime: "2026-11-15T10:00:00.000Z" },
  { id: "prompt-1", type: "user", content: [{ text: "go on" }] },
  {
    id: "answer-1",
    type: "gemini",
    content: "",
    toolCalls: [
      {
        id: "c1",
        name: "run_shell_command",
        args: { command: "git tag v1" },
        result: [{ functionResponse: { response: { error } } }],
        status: "error",
      },
    ],
  },
]
const chatCall = callName("prompt-1", callKey("run_shell_command", { command: "git tag v1" }), 0)
const afterAgent = gemSession.find(p => p.hook_event_name === "AfterAgent")
/** What a recorded batch shows of its one call, as the transcript has it when the next call is about to run. */
const refusedBefore = (batch: Json) => {
  const [one] = batch.tool_calls as Json[]
  const { tool_use_id: id, tool_name, tool_input: input, tool_response } = one!
  const told = (type: string, block: object) => ({ type, sessionId: "s1", message: { id: "m1", content: [block] } })
  const records = [
    told("assistant", { type: "tool_use", id, name: tool_name, input }),
    told("user", { type: "tool_result", tool_use_id: id, is_error: true, content: tool_response }),
  ]
  return { payload: claude["PreToolUse.Bash"], over: tail(lines(records)) }
}
const lines = (records: readonly object[]): string => records.map(r => JSON.stringify(r)).join("\n")
const missing = fixture<Json[]>("opencode/session-basic.json").find(
  p => JSON.stringify(p).includes("nope.txt") && JSON.stringify(p).includes('"status":"error"'),
)
const stop = cdxSession.find(p => p.hook_event_name === "Stop")

const ROWS: readonly Row[] = [
  {
    case: "shell exit 0",
    client: claudeCode,
    payload: claude["PostToolUse.Bash"],
    truth: { ...OK, exitCode: 0, durationMs: 30 },
  },
  {
    case: "shell exit 0",
    client: codex,
    payload: cdx["PostToolUse.Bash"],
    over: tail(rollout),
    truth: { ...OK, exitCode: 0, known: "transcript" },
  },
  {
    case: "shell exit 0",
    client: opencode,
    payload: oc["tool.execute.after.bash"],
    truth: { ...OK, exitCode: 0, known: "exit" },
  },
  {
    case: "shell exit 0, part",
    client: opencode,
    payload: oc["event.message.part.updated.tool-completed"],
    truth: { ...OK, exitCode: 0, durationMs: 274 },
  },
  {
    case: "shell exit 0",
    client: geminiCli,
    payload: gem["AfterTool.run_shell_command"],
    truth: { ...OK, exitCode: 0 },
  },
  { case: "shell exit 0", client: cursor, payload: CURSOR_SESSION[3], truth: { ...OK, exitCode: 0, known: "exit" } },

  {
    case: "shell exit 3",
    client: claudeCode,
    payload: claude["PostToolUseFailure.Bash-exit3"],
    truth: { ...FAILED, exitCode: 3, known: "prefix" },
  },
  {
    case: "command not found",
    client: claudeCode,
    payload: claude["PostToolUseFailure.Bash-not-found"],
    truth: { ...FAILED, exitCode: 127 },
  },
  {
    case: "shell exit 3",
    client: codex,
    payload: cdx["PostToolUse.Bash-exit3"],
    over: tail(rollout),
    truth: { ...FAILED, exitCode: 3, known: "transcript" },
  },
  {
    case: "shell exit 3, rollout unread",
    client: codex,
    payload: cdx["PostToolUse.Bash-exit3"],
    truth: { ...UNKNOWN, exitCode: null, known: null },
  },
  {
    case: "shell exit 3",
    client: opencode,
    payload: oc["tool.execute.after.bash-exit3"],
    truth: { ...FAILED, exitCode: 3, known: "exit" },
  },
  {
    case: "shell exit 3",
    client: geminiCli,
    payload: gem["AfterTool.run_shell_command-exit3"],
    truth: { ...FAILED, exitCode: 3, known: "prefix" },
  },
  {
    case: "shell exit 1, empty output",
    client: geminiCli,
    payload: sent("run_shell_command", "false"),
    truth: { ...FAILED, exitCode: 1 },
  },
  {
    case: "shell exit 3",
    client: cursor,
    payload: CURSOR_SESSION[5],
    truth: { ...FAILED, exitCode: 3, known: "prefix" },
  },

  {
    case: "grep finds nothing",
    client: claudeCode,
    payload: claude["PostToolUse.Bash-grep-no-match"],
    truth: { ...OK, exitCode: null },
  },
  {
    case: "diff differs",
    client: opencode,
    payload: changed(oc["tool.execute.after.bash"], { output: { title: "", metadata: { exit: 1 }, output: "1c1" } }),
    truth: { ok: false, exitCode: 1 },
  },
  {
    case: "grep finds nothing",
    client: geminiCli,
    payload: changed(gem["AfterTool.run_shell_command"], {
      tool_response: { llmContent: "Output: (empty)\nExit Code: 1\nProcess Group PGID: 1" },
    }),
    truth: { ok: false, exitCode: 1 },
  },

  {
    case: "pipeline false | true",
    client: claudeCode,
    payload: changed(claude["PostToolUse.Bash"], shell("false | true")),
    truth: { ...OK, exitCode: 0 },
  },
  {
    case: "a word about errors in a passing output",
    client: claudeCode,
    payload: changed(claude["PostToolUse.Bash"], {
      tool_response: { stdout: "error: none\n0 failed", stderr: "", interrupted: false },
    }),
    truth: { ...OK, exitCode: 0 },
  },
  {
    case: "a passing output that prints an exit line of its own",
    client: geminiCli,
    payload: changed(gem["AfterTool.run_shell_command"], {
      tool_response: { llmContent: `Output: Exit Code: 3\n${"more\n".repeat(200)}Process Group PGID: 1` },
    }),
    truth: OK,
  },

  {
    case: "timeout",
    client: claudeCode,
    payload: claude["PostToolUseFailure.Bash-timeout"],
    truth: { ...FAILED, exitCode: 143, durationMs: 1017 },
  },
  {
    case: "background starts",
    client: claudeCode,
    payload: claude["PostToolUse.Bash-background"],
    truth: { ...UNKNOWN, exitCode: null },
  },
  {
    case: "background ends",
    client: claudeCode,
    payload: claude["UserPromptSubmit.task-notification"],
    truth: { ...OK, exitCode: 0, tool: "Bash" },
  },
  {
    case: "background fails",
    client: claudeCode,
    payload: changed(claude["UserPromptSubmit.task-notification"], {
      prompt:
        '<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>toolu_1</tool-use-id>\n<status>failed</status>\n<summary>Background command "x" failed with exit code 2</summary>\n</task-notification>',
    }),
    truth: { ...FAILED, exitCode: 2 },
  },
  {
    case: "background is stopped",
    client: claudeCode,
    payload: changed(claude["UserPromptSubmit.task-notification"], {
      prompt:
        '<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>toolu_1</tool-use-id>\n<status>killed</status>\n<summary>Background command "x" was stopped</summary>\n</task-notification>',
    }),
    truth: { ok: null, cancelled: true },
  },
  {
    case: "a yielding command",
    client: codex,
    payload: changed(stop, { turn_id: "turn-1" }),
    over: tail(lines(yielded)),
    call: "call_y",
    truth: { ...UNKNOWN, exitCode: null },
  },
  {
    case: "hook deny",
    client: geminiCli,
    payload: afterAgent,
    over: tail(lines(chat("Tool execution blocked: because."))),
    call: chatCall,
    truth: { ...REJECTED, known: "transcript" },
  },
  {
    case: "denied by policy",
    client: geminiCli,
    payload: afterAgent,
    over: tail(lines(chat('Tool execution for "Shell" denied by policy.'))),
    call: chatCall,
    truth: REJECTED,
  },
  {
    case: "bad args / unknown tool",
    client: geminiCli,
    payload: afterAgent,
    over: tail(lines(chat("params must have required property 'command'"))),
    call: chatCall,
    truth: FAILED,
  },
  {
    case: "hook deny",
    client: codex,
    payload: changed(stop, { turn_id: "turn-1" }),
    over: tail(lines(heldByHook("exec_command", "Command blocked by PreToolUse hook: because."))),
    call: "call_h",
    truth: REJECTED,
  },
  {
    case: "hook deny",
    client: codex,
    payload: changed(stop, { turn_id: "turn-1" }),
    over: tail(lines(heldByHook("mcp__shop__order", "Tool call blocked by PreToolUse hook: because."))),
    call: "call_h",
    truth: REJECTED,
  },

  {
    case: "edit mismatch",
    client: claudeCode,
    ...refusedBefore(claude["PostToolBatch.edit-validation-error"]!),
    truth: { ...FAILED, known: "transcript", path: "/home/dev/project/src/a.ts" },
  },
  {
    case: "edit mismatch",
    client: codex,
    payload: stop,
    over: tail(rollout),
    call: "call_ec9e4a54c5a149669ffb4986",
    truth: { ...FAILED, tool: "apply_patch", path: "src/a.ts" },
  },
  {
    case: "edit mismatch",
    client: opencode,
    payload: oc["event.message.part.updated.tool-error"],
    truth: { ...FAILED, known: "client" },
  },
  {
    case: "edit mismatch",
    client: geminiCli,
    payload: gem["AfterTool.replace-error"],
    truth: { ...FAILED, known: "client" },
  },

  {
    case: "missing file",
    client: claudeCode,
    payload: claude["PostToolUseFailure.Read"],
    truth: { ...FAILED, known: "event" },
  },
  {
    case: "missing file",
    client: geminiCli,
    payload: sent("read_file", "nope"),
    truth: { ...FAILED, known: "client" },
  },
  {
    case: "missing file",
    client: opencode,
    payload: missing,
    truth: FAILED,
  },

  {
    case: "unknown tool",
    client: claudeCode,
    ...refusedBefore(claude["PostToolBatch.unknown-tool"]!),
    truth: { ...FAILED, tool: "NoSuchTool" },
  },
  {
    case: "bad arguments",
    client: codex,
    payload: stop,
    over: tail(rollout),
    call: "call_02473c01dad74b68b7f7c4ce",
    truth: { ...FAILED, tool: "Bash" },
  },

  { case: "MCP answers", client: claudeCode, payload: claude["PostToolUse.mcp"], truth: OK },
  {
    case: "MCP isError",
    client: claudeCode,
    payload: claude["PostToolUseFailure.mcp"],
    truth: { ...FAILED, known: "event" },
  },
  { case: "MCP answers", client: codex, payload: cdx["PostToolUse.mcp"], truth: OK },
  {
    case: "MCP isError",
    client: codex,
    payload: stop,
    over: tail(rollout),
    call: "call_f6dfe55c41804702abf78f18",
    truth: { ...FAILED, known: "transcript", tool: "mcp__mem__fail" },
  },
  { case: "MCP answers", client: opencode, payload: oc["tool.execute.after.mcp"], truth: OK },
  { case: "MCP isError", client: geminiCli, payload: gem["AfterTool.mcp-error"], truth: FAILED },

  { case: "hook deny", client: claudeCode, ...refusedBefore(denied[1]!), truth: REJECTED },
  { case: "permission denied", client: claudeCode, ...refusedBefore(denied[4]!), truth: REJECTED },
  {
    case: "the user refuses",
    client: claudeCode,
    payload: changed(claude.UserPromptSubmit, {
      session_id: "3475f334-28d0-4489-a1bf-a73e434cd32a",
      prompt_id: "next",
    }),
    over: tail(interruptedTail),
    truth: REJECTED,
  },
  {
    case: "interrupt while it runs",
    client: claudeCode,
    payload: changed(claude["PostToolUseFailure.Bash-exit3"], { is_interrupt: true }),
    truth: { ok: null, cancelled: true, interrupted: true },
  },
  {
    case: "interrupt while it runs",
    client: cursor,
    payload: changed(CURSOR_SESSION[5], { is_interrupt: true }),
    truth: { ok: null, cancelled: true, interrupted: true },
  },

  {
    case: "edit",
    client: claudeCode,
    payload: claude["PostToolUse.Edit"],
    truth: { ...OK, output: "-export const a = 1;\n+export const a = 2;" },
  },
  { case: "write", client: claudeCode, payload: claude["PostToolUse.Write"], truth: { ...OK, output: "create" } },
  { case: "read", client: claudeCode, payload: claude["PostToolUse.Read"], truth: { ...OK, output: "# demo\n" } },
  { case: "sub-agent done", client: claudeCode, payload: claude["PostToolUse.Agent"], truth: OK },
  {
    case: "call of a sub-agent",
    client: claudeCode,
    payload: claude["PostToolUse.Bash-subagent"],
    truth: { ...OK, agent: "ad47814f3b0ca1fe2" },
  },
  {
    case: "patch",
    client: codex,
    payload: cdx["PostToolUse.apply_patch"],
    truth: { ...OK, exitCode: 0, known: "prefix" },
  },
]

describe("[D14] [D15] clients.md 3: how a call ended", () => {
  it.each(ROWS.map(row => [row.client.name, row.case, row] as const))("%s: %s", (_client, _case, row) => {
    const { drafts } = row.client.read(row.payload, world(row.over))
    const finished = drafts.filter(d => d.type === "tool.finished").filter(d => !row.call || d.data.call === row.call)
    expect(finished).toHaveLength(1)
    expect(finished[0]!.data).toMatchObject(row.truth)
    expectStorable(drafts)
  })

  it("tells a call that failed from one that never ran", () => {
    const ask = (payload: unknown) => claudeCode.read(payload, world()).ask?.what ?? null
    expect(ask(claude["PostToolUseFailure.Bash-exit3"])).toBe("after_failure")
    expect(ask(changed(claude["PostToolUseFailure.Bash-exit3"], { is_interrupt: true }))).toBeNull()
    expect(codex.read(cdx["PostToolUse.Bash-exit3"], world(tail(rollout))).ask?.what).toBe("after_failure")
    expect(geminiCli.read(gem["AfterTool.replace-error"], world()).ask?.what).toBe("after_failure")
    expect(opencode.read(oc["tool.execute.after.bash-exit3"], world()).ask?.what).toBe("after_failure")
  })

  it("sees a commit that the client saw", () => {
    const { drafts } = claudeCode.read(claude["PostToolUse.Bash-git-commit"], world())
    expect(drafts.find(d => d.type === "change.observed")?.data).toMatchObject({
      change: "commit",
      commit: "178e585",
      branch: "main",
    })
  })

  it("[D32] ends a turn at Stop, by an API error, by an interrupt, and nothing else", () => {
    const end = (client: Client, payload: unknown) =>
      client.read(payload, world()).drafts.flatMap(d => (d.type === "turn.ended" ? [d.data.reason] : []))
    expect(end(claudeCode, claude.Stop)).toEqual(["end"])
    expect(end(claudeCode, claude.StopFailure)).toEqual(["error"])
    expect(end(claudeCode, claude.SubagentStop)).toEqual([])
    expect(end(claudeCode, claude["SubagentStop.compaction-internal"])).toEqual([])
    expect(end(codex, cdx.Stop)).toEqual(["end"])
    expect(end(codex, cdx.Interrupt)).toEqual(["interrupt"])
    expect(end(codex, cdx["PostModelRequest.failed"])).toEqual(["error"])
    expect(end(codex, cdx.PostModelRequest)).toEqual([])
    expect(end(opencode, oc["event.message.updated.assistant-done"])).toEqual([])
    expect(end(opencode, oc["event.session.error"])).toEqual(["error"])
    expect(end(opencode, oc["event.session.idle"])).toEqual([])
    expect(end(geminiCli, gem.AfterAgent)).toEqual(["end"])
    expect(end(cursor, changed(CURSOR_SESSION[6], { status: "aborted" }))).toEqual(["interrupt"])
  })

  it("[S2-72] an episode carries its client, and the version that the client tells", () => {
    const [opened] = cursor.read(CURSOR_SESSION[0], world()).drafts
    expect(opened).toMatchObject({ type: "episode.opened", data: { client: "cursor", clientVersion: "3.1.0" } })
  })

  it("[S2-25] closes an episode only at the end of the session", () => {
    const closed = (payload: unknown) =>
      claudeCode.read(payload, world()).drafts.flatMap(d => (d.type === "episode.closed" ? [d.data.reason] : []))
    expect(closed(claude["SessionEnd.other"])).toEqual(["other"])
    expect(closed(claude["SessionEnd.clear"])).toEqual(["clear"])
    expect(closed(claude.Stop)).toEqual([])
  })
})
