// THE list of clients. Doors pick one by name.
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
/** every environment variable an adapter may look at; nothing else leaves the environment */
export const CLIENT_ENV: readonly string[] = [...new Set(CLIENTS.flatMap(client => client.env))]
