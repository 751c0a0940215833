// One happening, seen twice: live and in the transcript, by two hooks, by a retry. It must be one event.
import { describe, expect, it } from "vitest"
import { claudeCode } from "../../src/clients/claude-code/claude-code.ts"
import type { Client, World } from "../../src/clients/client.ts"
import { codex } from "../../src/clients/codex/codex.ts"
import { cursor } from "../../src/clients/cursor/cursor.ts"
import { geminiCli } from "../../src/clients/gemini-cli/gemini-cli.ts"
import { opencode } from "../../src/clients/opencode/opencode.ts"
import type { Draft } from "../../src/core/events/draft.ts"
import { prepare } from "../../src/record.ts"
import { memoryBlobs } from "../../src/store/ram/blobs.ts"
import { memoryLog } from "../../src/store/ram/log.ts"
import { expectStorable, fixture, fixtureLines, world } from "../contracts/client.ts"
import { CURSOR_AS_CLAUDE, CURSOR_SESSION } from "./cursor-payloads.ts"
import { openCodeLines } from "./opencode-lines.ts"

type Json = Record<string, unknown>
const live = (client: Client, payloads: readonly unknown[], over: (payload: Json) => Partial<World> = () => ({})) =>
  payloads.flatMap(p => client.read(p, world(over(p as Json))).drafts)
const past = (client: Client, lines: readonly string[]): readonly Draft[] =>
  [...client.backfill!(lines, world(), "x")].flatMap(heard => heard.drafts)
const extra = (first: readonly Draft[], second: readonly Draft[]): readonly string[] => {
  const ids = new Set(first.map(d => d.id))
  return second.filter(d => !ids.has(d.id)).map(d => `${d.type} ${JSON.stringify(d.data).slice(0, 200)}`)
}
const stamp = (record: Json): number =>
  Math.max(
    ...[record, ...((record.toolCalls as Json[] | undefined) ?? [])].map(
      r => Date.parse(String(r.timestamp ?? record.startTime ?? 0)) || 0,
    ),
  )

describe("[design 5] backfill over a live session adds nothing", () => {
  it("Claude Code", () => {
    const lines = fixtureLines("claude-code/transcript-basic.jsonl")
    const tail = lines.join("\n")
    const seen = live(claudeCode, fixture("claude-code/session-basic.json"), p =>
      p.hook_event_name === "Stop" ? { tail: () => tail } : {},
    )
    const again = past(claudeCode, lines)
    expect(again.length).toBeGreaterThan(20)
    expect(extra(seen, again)).toEqual([])
  })
  it("Claude Code without an event for each step: the next call finds what went wrong in the transcript, in its order", () => {
    const lines = fixtureLines("claude-code/transcript-basic.jsonl")
    const session = fixture<Json[]>("claude-code/session-basic.json")
    /** as far as the transcript was written when a call was about to run */
    const before = (call: unknown): string => {
      const result = lines.findIndex(line => line.includes(`"tool_use_id":"${call}"`))
      return lines.slice(0, result < 0 ? undefined : result).join("\n")
    }
    const bad = (list: readonly Draft[]) =>
      list.flatMap(d => (d.type === "tool.finished" && d.data.ok !== true ? [d.id] : []))
    const steps = session.filter(p => p.hook_event_name !== "Stop")
    const seen = live(claudeCode, steps, p =>
      p.hook_event_name === "PreToolUse" ? { tail: () => before(p.tool_use_id) } : {},
    )
    const told = bad(past(claudeCode, lines))
    expect(told.length).toBeGreaterThan(2)
    expect([...new Set(bad(seen))]).toEqual([...new Set(told)])
  })
  it("a sub-agent's are in a transcript of its own, which is read when it ends", () => {
    const call = { type: "tool_use", id: "toolu_1", name: "Edit", input: { file_path: "a.ts" } }
    const result = {
      type: "tool_result",
      tool_use_id: "toolu_1",
      is_error: true,
      content: "<tool_use_error>no</tool_use_error>",
    }
    const of = (type: string, content: unknown) =>
      JSON.stringify({ type, sessionId: "s1", isSidechain: true, agentId: "a1", message: { id: "m1", content } })
    const stop = fixture<Record<string, Json>>("claude-code/payloads.json").SubagentStop!
    const asked: string[] = []
    const tail = (path: string) => {
      asked.push(path)
      return [of("assistant", [call]), of("user", [result])].join("\n")
    }
    expect(live(claudeCode, [stop], () => ({ tail })).map(d => d.type)).toEqual(["tool.called", "tool.finished"])
    live(claudeCode, [{ ...stop, hook_event_name: "PreToolUse", agent_transcript_path: undefined }], () => ({ tail }))
    const told = { ...stop, hook_event_name: "PostToolUse", agent_id: undefined, agent_transcript_path: undefined }
    const agent = { tool_name: "Agent", tool_use_id: "toolu_0", tool_response: { agentId: stop.agent_id } }
    const after = live(claudeCode, [{ ...told, ...agent }], () => ({ tail })).map(d => d.type)
    expect(after).toEqual(["tool.called", "tool.finished", "tool.finished"])
    expect(asked.length).toBe(3)
    expect(new Set(asked)).toEqual(new Set([stop.agent_transcript_path]))
    // and once more when the caller's own turn or session ends: its last steps may have been written late
    const main = JSON.stringify({ type: "user", sessionId: "s1", toolUseResult: { agentId: stop.agent_id } })
    const late = (path: string) => (path === stop.agent_transcript_path ? tail(path) : main)
    for (const hook_event_name of ["Stop", "SessionEnd"]) {
      const end = { ...told, hook_event_name, last_assistant_message: "" }
      const types = live(claudeCode, [end], () => ({ tail: late })).map(d => d.type)
      expect(types.slice(0, 2)).toEqual(["tool.called", "tool.finished"])
    }
  })
  it("Claude Code, interrupted: the next prompt brings what no hook said", () => {
    const lines = fixtureLines("claude-code/transcript-interrupted.jsonl")
    const session = fixture<Json[]>("claude-code/session-interrupted-tui.json")
    const next = { ...session[1], prompt_id: "next", prompt: "stop that" }
    const seen = live(claudeCode, [...session, next], p => (p === next ? { tail: () => lines.join("\n") } : {}))
    const again = past(claudeCode, lines)
    expect(again.map(d => d.type)).toEqual([
      "episode.opened",
      "prompt.submitted",
      "tool.called",
      "tool.finished",
      "turn.ended",
    ])
    expect(extra(seen, again)).toEqual([])
    const order = seen.map(d => d.type)
    expect(order.indexOf("turn.ended")).toBeLessThan(order.lastIndexOf("prompt.submitted"))
  })
  it("Claude Code, a sub-agent's own file", () => {
    const again = past(claudeCode, fixtureLines("claude-code/transcript-subagent.jsonl"))
    const finished = again.flatMap(d => (d.type === "tool.finished" ? [d.data] : []))
    expect(again.some(d => d.type === "prompt.submitted" || d.type === "agent.replied")).toBe(false)
    expect(finished.map(d => [d.agent, d.ok, d.exitCode])).toEqual([
      ["ad47814f3b0ca1fe2", true, null],
      ["ad47814f3b0ca1fe2", false, 7],
    ])
    const payloads = fixture<Record<string, Json>>("claude-code/payloads.json")
    expect(live(claudeCode, [payloads["PostToolUse.Bash-subagent"]])[0]?.id).toBe(
      again.find(d => d.type === "tool.finished")?.id,
    )
  })
  it("Codex", () => {
    const lines = fixtureLines("codex/transcript-basic.jsonl")
    const tail = lines.slice(0, -1).join("\n")
    const seen = live(codex, fixture("codex/session-basic.json"), p =>
      p.hook_event_name === "SessionStart" ? {} : { tail: () => tail },
    )
    const again = past(codex, lines)
    expect(again.length).toBeGreaterThan(20)
    expect(extra(seen, again)).toEqual([])
  })
  it("OpenCode", () => {
    const session = fixture<Json[]>("opencode/session-basic.json")
    const again = past(opencode, openCodeLines(session))
    expect(again.length).toBeGreaterThan(20)
    expect(extra(live(opencode, session), again)).toEqual([])
  })
  it("Gemini CLI, whose hooks carry no ids", () => {
    const lines = fixtureLines("gemini-cli/transcript-basic.jsonl")
    const records = lines.map(line => JSON.parse(line) as Json)
    const seen = live(geminiCli, fixture("gemini-cli/session-basic.json"), p => ({
      tail: () =>
        lines
          .filter((_, i) => stamp(records[i]!) < Date.parse(String(p.timestamp)) && stamp(records[i]!) > 0)
          .join("\n"),
    }))
    const again = past(geminiCli, lines).filter(d => d.type !== "agent.replied" && d.type !== "turn.ended")
    expect(again.length).toBeGreaterThan(8)
    expect(extra(seen, again)).toEqual([])
    const calls = (type: string) => seen.flatMap(d => (d.type === type ? [(d.data as { call: string }).call] : []))
    expect(new Set(calls("tool.called"))).toEqual(new Set(calls("tool.finished")))
    expect(new Set(calls("tool.called")).size).toBe(11)
  })
})

describe("[design 5] one happening, two hooks", () => {
  it("Cursor running Claude's hooks adds 0 events", async () => {
    const native = live(cursor, CURSOR_SESSION)
    const viaPayload = live(claudeCode, CURSOR_AS_CLAUDE)
    const bare = CURSOR_AS_CLAUDE.map(({ cursor_version: _, conversation_id: __, ...rest }) => rest)
    const viaEnv = live(claudeCode, bare, () => ({ env: { CURSOR_VERSION: "3.1.0" } }))
    expect(native.length).toBeGreaterThan(7)
    expect(extra(native, viaPayload)).toEqual([])
    expect(extra(native, viaEnv)).toEqual([])
    const log = memoryLog()
    const blobs = memoryBlobs()
    const first = await log.append(prepare(native, blobs))
    expect(first.added).toBe(new Set(native.map(d => d.id)).size)
    expect((await log.append(prepare([...viaPayload, ...viaEnv], blobs))).added).toBe(0)
  })
  it("the same command twice is two calls", () => {
    const one = fixture<Record<string, Json>>("claude-code/payloads.json")["PostToolUse.Bash"]
    expect(new Set(live(claudeCode, [one, { ...one, tool_use_id: "toolu_2" }]).map(d => d.id)).size).toBe(2)
  })
})

describe("past sessions", () => {
  const user = (n: number, content: unknown, over: Json = {}) => ({
    type: "user",
    sessionId: "s1",
    uuid: `u${n}`,
    promptId: `p${n}`,
    timestamp: new Date(1_794_000_000_000 + n * 1000).toISOString(),
    cwd: "/home/dev/project",
    message: { role: "user", content },
    ...over,
  })
  const said = (n: number, text: string) => ({
    type: "assistant",
    sessionId: "s1",
    timestamp: new Date(1_794_000_000_000 + n * 1000).toISOString(),
    message: {
      id: `m${n}`,
      role: "assistant",
      content: [{ type: "text", text }],
      stop_reason: "end_turn",
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  })
  const read = (records: readonly object[]) =>
    past(
      claudeCode,
      records.map(r => JSON.stringify(r)),
    )
  const prompts = (out: readonly Draft[]) =>
    out.flatMap(d => (d.type === "prompt.submitted" ? [`${d.data.author}: ${d.data.prompt}`] : []))

  it("counts one message's tokens once, however many records it has", () => {
    const twice = said(2, "a")
    const out = read([
      user(1, "go"),
      twice,
      { ...twice, message: { ...twice.message, content: [{ type: "text", text: "b" }] } },
    ])
    expect(out.find(d => d.type === "turn.ended")?.data).toMatchObject({ inputTokens: 10, outputTokens: 5 })
    expect(out.find(d => d.type === "agent.replied")?.data).toMatchObject({ text: "a\nb" })
  })
  it("leaves out the client's own notes, summaries and local commands", () => {
    const out = read([
      user(1, "always use tabs", { promptSource: "typed" }),
      said(2, "ok"),
      user(3, "<command-name>/model</command-name><command-args></command-args>"),
      user(4, "<local-command-stdout>Set model</local-command-stdout>"),
      user(5, "<command-name>/review</command-name><command-args>only the tests please</command-args>"),
      user(6, "Review the changes.", { isMeta: true }),
      said(7, "reviewed"),
      user(8, "This session is being continued from a previous conversation", { isCompactSummary: true }),
      user(9, [{ type: "text", text: "thanks [Image #1]" }, { type: "image" }], { promptSource: "typed" }),
    ])
    expect(prompts(out)).toEqual([
      "user: always use tabs",
      "user: /review only the tests please",
      "user: thanks [Image #1]",
    ])
    expect(out.filter(d => d.type === "episode.opened").map(d => d.data)).toMatchObject([{ interactive: true }])
    expectStorable(out)
  })
  it("takes an older file that names no source for a person's only with a second prompt", () => {
    const opened = (records: readonly object[]) =>
      read(records).flatMap(d => (d.type === "episode.opened" ? [d.data.interactive] : []))
    expect(opened([user(1, "do it"), said(2, "done")])).toEqual([false])
    expect(opened([user(1, "do it"), said(2, "done"), user(3, "no, the other one")])).toEqual([false, true])
    expect(
      opened([user(1, "do it", { promptSource: "sdk" }), said(2, "x"), user(3, "more", { promptSource: "sdk" })]),
    ).toEqual([false])
  })
  it("knows where each client keeps them", () => {
    expect(claudeCode.transcripts!.roots("/h", {})).toEqual(["/h/.claude/projects"])
    expect(claudeCode.transcripts!.folder!("/home/dev/my_app.x")).toBe("-home-dev-my-app-x")
    const first = fixtureLines("gemini-cli/transcript-basic.jsonl").slice(0, 1)
    expect(geminiCli.transcripts!.about(first, "/home/dev/project")).toBe(true)
    expect(geminiCli.transcripts!.about(first, "/home/dev/other")).toBe(false)
    expect(
      codex.transcripts!.about(fixtureLines("codex/transcript-basic.jsonl").slice(0, 2), "/home/dev/project"),
    ).toBe(true)
    expect(codex.transcripts!.file.test("2026/11/15/rollout-2026-11-15T07-03-14-01a1.jsonl")).toBe(true)
    expect(
      claudeCode.transcripts!.file.test("-home-dev/b975bc79-5507-4ad3-b1f9-a3b3ea0a6f37/subagents/agent-ad4.jsonl"),
    ).toBe(true)
  })
})
