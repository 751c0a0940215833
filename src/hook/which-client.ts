// The client of a payload. A plugin folder serves several clients with one string (`hook auto`), so the payload decides
// there; everywhere else the installed string names it.

import type { Client } from "../clients/client.ts"
import { CLIENTS } from "../clients/registry.ts"

export function clientFor(name: string, payload: Readonly<Record<string, unknown>>): Client | null {
  const wanted = name === "auto" ? nameFrom(payload) : name
  return CLIENTS.find(client => client.name === wanted) ?? null
}

/** Fields that only one client sends. Ground truth: recorded payloads of Claude Code, Codex and Copilot CLI, Cursor's own schema. */
export function nameFrom(payload: Readonly<Record<string, unknown>>): string {
  if ("cursor_version" in payload || "conversation_id" in payload) return "cursor"
  const path = typeof payload.transcript_path === "string" ? payload.transcript_path : ""
  if ("turn_id" in payload || /[\\/]rollout-[^\\/]*\.jsonl$/.test(path)) return "codex"
  const event = typeof payload.hook_event_name === "string" ? payload.hook_event_name : ""
  if (/^(?:BeforeAgent|AfterAgent|BeforeTool|AfterTool)$/.test(event) || /[\\/]\.gemini[\\/]/.test(path))
    return "gemini-cli"
  // Claude's names and form, but it says when.
  return typeof payload.timestamp === "string" ? "copilot-cli" : "claude-code"
}
