// Calls to the tools of a real MCP server over stdio, all at once; its input stays open until it has answered them.
import { spawn } from "node:child_process"
import { join } from "node:path"
import type { Home } from "../torture/home.ts"

export interface Called {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}
const WAIT_MS = 180_000

/** What it printed, and how many of the calls were answered. */
export function mcpTalk(
  h: Home,
  calls: readonly Called[],
): Promise<{ readonly answers: number; readonly text: string }> {
  const say = (id: number, method: string, params: unknown) => JSON.stringify({ jsonrpc: "2.0", id, method, params })
  const lines = [
    say(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } }),
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    ...calls.map((call, i) => say(1000 + i, "tools/call", call)),
  ]
  const child = spawn(process.execPath, [join(process.cwd(), "bin", "mettle"), "mcp"], { cwd: h.project, env: h.env })
  let text = ""
  const answers = (): number => new Set(text.match(/"id":1\d{3}\b/g) ?? []).size
  return new Promise(resolve => {
    const timer = setTimeout(() => child.kill("SIGKILL"), WAIT_MS)
    const heard = (chunk: Buffer): void => {
      text += chunk.toString("utf8")
      if (answers() >= calls.length) child.stdin.end()
    }
    child.stdout.on("data", heard)
    child.stderr.on("data", heard)
    child.stdin.on("error", () => {})
    child.on("close", () => {
      clearTimeout(timer)
      resolve({ answers: answers(), text })
    })
    child.stdin.write(`${lines.join("\n")}\n`)
  })
}
