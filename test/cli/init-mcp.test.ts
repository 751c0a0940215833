// init --mcp: the server's entry in each of the four clients, and out again to the byte.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readJsonText } from "../../src/install/json-text.ts"
import {
  composed,
  everyMcpTarget,
  MCP_TARGETS,
  mcpCommand,
  mcpProgram,
  mcpScript,
} from "../../src/install/mcp-targets.ts"
import { TARGETS } from "../../src/install/targets.ts"
import { resolvePaths } from "../../src/paths.ts"
import { folder, world } from "./world.ts"

function machine() {
  const home = folder()
  for (const dir of [".claude", ".codex", ".gemini", ".copilot", ".config/opencode"])
    mkdirSync(join(home, dir), { recursive: true })
  writeFileSync(
    join(home, ".claude.json"),
    '{\n\t"numStartups": 3, // mine\n\t"mcpServers": { "other": { "command": "x" } }\n}\n',
  )
  writeFileSync(join(home, ".codex", "config.toml"), 'model = "m"\n\n[features]\nx = true')
  writeFileSync(join(home, ".gemini", "settings.json"), '{"security":{"auth":{}}}')
  const w = world()
  const env = { HOME: home, PATH: "/nowhere", CLAUDE_CONFIG_DIR: "", CODEX_HOME: "" }
  const place = { home, env, exists: existsSync }
  const run = (words: readonly string[]) => w.run(words, { env })
  const all = [...TARGETS, ...MCP_TARGETS].map(target => target.file(place))
  const files = () => Object.fromEntries(all.map(file => [file, existsSync(file) ? readFileSync(file, "utf8") : null]))
  return { home, run, files, place, paths: resolvePaths({ METTLE_HOME: w.home }) }
}
const at = (home: string, ...path: readonly string[]) => readFileSync(join(home, ...path), "utf8")

describe("init --mcp", () => {
  it("[users 4] adds the entry where each client looks for it, once, and uninstall restores every byte", async () => {
    const m = machine()
    const before = m.files()
    const command = mcpCommand(m.paths)
    const shown = await m.run(["init", "--mcp", "--dry-run"])
    expect(shown.out).toContain("mettle-mcp")
    // Gemini CLI has hooks and server in one file: both are named.
    expect(shown.out).toMatch(/^ {2}Gemini CLI: will add \d+ hooks and the MCP server to ~\/\.gemini\/settings\.json$/m)
    expect(m.files()).toEqual(before)
    // Hooks alone first: the server is asked for, never assumed.
    await m.run(["init", "--yes"])
    expect(Object.values(m.files()).some(text => text?.includes("mettle-mcp"))).toBe(false)
    const added = await m.run(["init", "--mcp", "--yes"])
    expect(added.code).toBe(0)
    expect(added.out).toContain("  Gemini CLI: will add the MCP server to ~/.gemini/settings.json")
    expect(added.out).toMatch(/^Added to .*Gemini CLI, MCP/m)
    const claude = readJsonText(at(m.home, ".claude.json")) as { mcpServers: Record<string, unknown> }
    expect(claude.mcpServers).toEqual({ other: { command: "x" }, mettle: { type: "stdio", command, args: [] } })
    expect(at(m.home, ".codex", "config.toml")).toContain(
      `x = true\n[mcp_servers.mettle]\ncommand = "${command}"\nargs = []\n`,
    )
    expect(readJsonText(at(m.home, ".gemini", "settings.json"))).toMatchObject({
      mcpServers: { mettle: { command, args: [] } },
      hooks: { SessionEnd: [{}] },
    })
    expect(readJsonText(at(m.home, ".config", "opencode", "opencode.json"))).toEqual({
      mcp: { mettle: { type: "local", command: [command], enabled: true } },
    })
    expect(statSync(command).mode & 0o777).toBe(0o700)
    // These files hold people's keys: no copy of them is kept.
    for (const name of ["claude-code-mcp.json", "codex-mcp.json", "opencode-mcp.json"])
      expect(JSON.parse(readFileSync(join(m.paths.state, "installed", name), "utf8")).original).toBeNull()
    const found = everyMcpTarget().filter(
      target => target.present(readFileSync(target.file(m.place), "utf8"), "").found,
    )
    expect(found.map(target => target.client)).toEqual([
      "claude-code",
      "codex",
      "opencode",
      "copilot-cli",
      "gemini-cli",
    ])
    expect(readJsonText(at(m.home, ".copilot", "mcp-config.json"))).toEqual({
      mcpServers: { mettle: { type: "local", command, args: [], tools: ["*"] } },
    })
    expect(existsSync(mcpProgram(m.paths)!)).toBe(true)
    const after = m.files()
    const again = await m.run(["init", "--mcp", "--yes", "--json"])
    expect(again.json().clients.every((c: { state: string }) => c.state === "unchanged")).toBe(true)
    expect(m.files()).toEqual(after)
    const out = await m.run(["uninstall", "--yes", "--json"])
    expect(out.json().clients.every((c: { restored: string }) => c.restored === "exactly")).toBe(true)
    expect(m.files()).toEqual(before)
    expect(existsSync(command)).toBe(false)
  })

  it("a file that its client rewrote meanwhile loses our entry and nothing else", async () => {
    const m = machine()
    await m.run(["init", "--mcp", "--yes"])
    const file = join(m.home, ".claude.json")
    writeFileSync(file, at(m.home, ".claude.json").replace("3,", "4,"))
    const toml = join(m.home, ".codex", "config.toml")
    writeFileSync(toml, `${at(m.home, ".codex", "config.toml")}\n[tui]\ny = 1\n`)
    const gemini = join(m.home, ".gemini", "settings.json")
    writeFileSync(gemini, at(m.home, ".gemini", "settings.json").replace('"auth":{}', '"auth":{"a":1}'))
    await m.run(["uninstall", "--yes"])
    expect(readJsonText(readFileSync(file, "utf8"))).toEqual({
      numStartups: 4,
      mcpServers: { other: { command: "x" } },
    })
    expect(readFileSync(toml, "utf8")).toBe('model = "m"\n\n[features]\nx = true\n[tui]\ny = 1\n')
    expect(readJsonText(readFileSync(gemini, "utf8"))).toEqual({ security: { auth: { a: 1 } } })
  })

  it("a table goes in and out of any file to the byte", () => {
    const codex = MCP_TARGETS.find(target => target.client === "codex")!
    const texts = fc
      .array(fc.constantFrom("a = 1", "", "[x]", "# c", "\t", "b = [1]"), { maxLength: 6 })
      .map(lines => lines.join("\n"))
    fc.assert(
      fc.property(texts, text => {
        expect(codex.remove(codex.add(text, "/d/mettle-mcp"), "")).toBe(text)
      }),
    )
  })

  it("an entry of that name which is not ours stays", () => {
    const [claude, codex] = MCP_TARGETS
    const theirs = '{"mcpServers": {"mettle": {"command": "their-own"}}}'
    expect(claude!.add(theirs, "/x/mettle-mcp")).toBe(theirs)
    expect(claude!.remove(theirs, "/x/mettle-mcp")).toBe(theirs)
    const table = '[mcp_servers.mettle]\ncommand = "their-own"\n'
    expect(codex!.remove(codex!.add(table, "/x/mettle-mcp"), "/x/mettle-mcp")).toBe(table)
    const hooks = TARGETS.find(target => target.client === "gemini-cli")!
    expect(composed(hooks, "/x/mettle-mcp", true).remove(theirs, "none")).toBe(theirs)
  })

  it("the script finds mettle without PATH, and says what to do when mettle is gone", () => {
    const dir = folder()
    const script = join(dir, "mettle-mcp")
    const run = (program: string) => {
      writeFileSync(script, mcpScript({ METTLE_HOME: dir }, process.execPath, program), { mode: 0o700 })
      return spawnSync(script, { env: { PATH: "/usr/bin:/bin" }, input: "", encoding: "utf8", timeout: 20_000 })
    }
    expect(run(join(dir, "gone"))).toMatchObject({ status: 1, stderr: expect.stringContaining("mettle init --mcp") })
    const program = join(dir, "it's here.mjs")
    writeFileSync(program, "console.log(process.argv[2], process.env.METTLE_HOME)\n")
    expect(run(program).stdout).toBe(`mcp ${dir}\n`)
  })
})
