// A client's settings that may hold secrets are never copied; what we put in comes out to the byte all the same.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { applyInstall, applyRemoval, planInstall, planRemoval } from "../../src/install/installation.ts"
import { MCP_TARGETS } from "../../src/install/mcp-targets.ts"
import { resolvePaths } from "../../src/paths.ts"
import { folder } from "../cli/world.ts"

const SECRET = "sk-not-yours-to-copy-".repeat(8)

function stage(client: string, original: string) {
  const home = folder()
  const paths = resolvePaths({ HOME: home, METTLE_HOME: join(home, "mettle") })
  const place = { home, env: {}, exists: () => true }
  const target = MCP_TARGETS.find(one => one.client === client)!
  const file = target.file(place)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, original)
  const text = (): string => readFileSync(file, "utf8")
  const install = (command: string): void => applyInstall(paths, planInstall(target, place, command))
  const remove = (command: string) => {
    const removal = planRemoval(paths, target, place, command)!
    applyRemoval(paths, removal)
    return removal.exact
  }
  const receipt = (): string => readFileSync(join(paths.state, "installed", `${client}-mcp.json`), "utf8")
  return { file, text, install, remove, receipt }
}

describe("the way back from a file whose bytes are not ours to copy", () => {
  it.each([
    ["claude-code", '{"mcpServers":{}}'],
    ["claude-code", `{"mcpServers": {}, "key": "${SECRET}"}`],
    ["claude-code", ""],
    ["claude-code", `{\n  "key": "${SECRET}"\n}\n`],
    ["opencode", '{ "a": 1, /* a */ "mcp": {} }'],
    ["opencode", '{\n  "a": 1, // mine\n}\n'],
    ["codex", `key = "${SECRET}"`],
  ])("%s: %s", (client, original) => {
    const { text, install, remove, receipt } = stage(client, original)
    install("/opt/one/mettle-mcp")
    install("/opt/one/mettle-mcp")
    expect(text()).not.toBe(original)
    expect(receipt()).not.toContain(SECRET)
    expect(receipt()).not.toContain(Buffer.from(SECRET).toString("base64").slice(0, 40))
    expect(remove("/opt/one/mettle-mcp")).toBe(true)
    expect(text()).toBe(original)
  })

  it("of a file that was changed since only our entry goes", () => {
    const { file, text, install, remove } = stage("claude-code", '{"a": 1}')
    install("/opt/mettle-mcp")
    writeFileSync(file, text().replace('"a": 1', '"a": 2'))
    expect(remove("/opt/mettle-mcp")).toBe(false)
    expect(JSON.parse(text())).toEqual({ a: 2 })
  })
})
