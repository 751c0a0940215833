// One hook command serves every client of the plugin folder: the payload says whose it is.
import { expect, it } from "vitest"
import { clientFor } from "../../src/clients/registry.ts"

it.each([
  ["claude-code", { hook_event_name: "UserPromptSubmit", session_id: "s", transcript_path: "/t.jsonl", prompt: "go" }],
  ["copilot-cli", { hook_event_name: "UserPromptSubmit", session_id: "s", timestamp: "2026-11-16T07:39:20.726Z" }],
  ["codex", { hook_event_name: "UserPromptSubmit", session_id: "s", turn_id: "t", prompt: "go" }],
  ["codex", { hook_event_name: "SessionStart", transcript_path: "/h/.codex/sessions/rollout-1.jsonl" }],
  ["gemini-cli", { hook_event_name: "BeforeAgent", timestamp: "2026-11-16T07:39:20.726Z", prompt: "go" }],
  [
    "gemini-cli",
    { hook_event_name: "SessionStart", timestamp: "2026-11-16", transcript_path: "/h/.gemini/tmp/c.json" },
  ],
  ["cursor", { hook_event_name: "beforeSubmitPrompt", conversation_id: "c", timestamp: "2026-11-16" }],
])("%s", (client, payload) => expect(clientFor("auto", payload)?.name).toBe(client))
