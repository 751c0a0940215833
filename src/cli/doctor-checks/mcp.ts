// Is the MCP server in the agents' settings, and does what they start still lead to mettle? It is opt-in: absent is fine.
import { existsSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { type Check, ok, warn } from "./finding.ts"

export const mcp: Check = {
  name: "mcp",
  look: async context => {
    const { everyMcpTarget, mcpCommand, mcpProgram } = await import("../../install/mcp-targets.ts")
    const paths = context.paths()
    const place = { home: context.io.env.HOME || homedir(), env: context.io.env, exists: existsSync }
    const mine = everyMcpTarget().filter(target => {
      try {
        return target.present(readFileSync(target.file(place), "utf8"), mcpCommand(paths)).found > 0
      } catch {
        // No such file, or one that is not ours to judge.
        return false
      }
    })
    if (mine.length === 0) return ok("in no agent's settings; mettle init --mcp adds it")
    const said = mine.map(({ label }) => label).join(", ")
    if (context.io.platform === "win32") return ok(said)
    const program = mcpProgram(paths)
    if (program === null) return warn(`${said}, but what they start is gone`, "mettle init --mcp")
    return existsSync(program) ? ok(said) : warn(`${said}, but the mettle they start has moved`, "mettle init --mcp")
  },
}
