// THE list of clients. Doors pick one by name, or by what only it sends.
import type { Loose } from "../core/loose.ts"
import { anyAgent } from "./any-agent/any-agent.ts"
import { claudeCode } from "./claude-code/claude-code.ts"
import type { Client } from "./client.ts"
import { codex } from "./codex/codex.ts"
import { copilotCli } from "./copilot-cli/copilot-cli.ts"
import { cursor } from "./cursor/cursor.ts"
import { geminiCli } from "./gemini-cli/gemini-cli.ts"
import { opencode } from "./opencode/opencode.ts"

export const CLIENTS: readonly Client[] = [claudeCode, codex, opencode, geminiCli, cursor, copilotCli, anyAgent]
export const clientOf = (name: string): Client | null => CLIENTS.find(client => client.name === name) ?? null
/** A plugin folder serves several clients with one string (`hook auto`): the payload says whose it is, and who has nothing of its own to send is Claude Code. */
export const clientFor = (name: string, payload: Loose): Client | null =>
  name === "auto" ? (CLIENTS.find(client => client.sends?.(payload)) ?? claudeCode) : clientOf(name)
/** every environment variable an adapter may look at; nothing else leaves the environment */
export const CLIENT_ENV: readonly string[] = [...new Set(CLIENTS.flatMap(client => client.env))]
