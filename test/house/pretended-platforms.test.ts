// The installed program, its hook and the way out, run whole in a process that says it is macOS or Windows. It finds what asks for the
// platform and goes a way that leads nowhere; it cannot find what the other kernel would do.
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { claude, PERSON } from "../hook/house.ts"

const places: string[] = []
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true })
})

/** As an editor of that system leaves it. */
const mine = (line: string) => ["{", '  "model": "opus"', "}", ""].join(line)

describe.each([
  { platform: "win32", line: "\r\n", hook: /^node "[^"]+hook\.cjs" hook claude-code$/ },
  { platform: "darwin", line: "\n", hook: /mettle-hook' hook claude-code$/ },
])("on what calls itself $platform", ({ platform, line, hook }) => {
  it("init, a session through the hook, status and the way out", () => {
    const home = mkdtempSync(join(tmpdir(), "mettle pretend "))
    places.push(home)
    const repo = join(home, "repo")
    const settings = join(home, ".claude", "settings.json")
    for (const folder of [repo, dirname(settings)]) mkdirSync(folder)
    writeFileSync(settings, mine(line))
    const env = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: home,
      LOCALAPPDATA: join(home, "AppData", "Local"),
      PRETEND: platform,
      NODE_OPTIONS: `--require "${join(import.meta.dirname, "pretend.cjs")}"`,
      METTLE_RESIDENT: "off",
      METTLE_PATIENCE: "20",
      ...PERSON,
    }
    const run = (program: string, words: readonly string[], input = "") =>
      spawnSync(program, words, { cwd: repo, env, input, encoding: "utf8", timeout: 60_000 })
    const mettle = (...words: readonly string[]) =>
      run(process.execPath, [join("bin", "mettle"), ...words].map(absolute))
    const made = mettle("init", "--yes")
    expect([made.stderr, made.status]).toEqual(["", 0])
    const command: string = JSON.parse(readFileSync(settings, "utf8")).hooks.UserPromptSubmit[0].hooks[0].command
    expect(command).toMatch(hook)
    const data = platform === "win32" ? join(env.LOCALAPPDATA, "mettle", "data") : join(home, ".local/share/mettle")
    lendBinary(data)
    const told = claude(repo, "one")
    const say = (payload: object) => {
      const { status, stdout } = run("sh", ["-c", command], JSON.stringify(payload))
      expect(status).toBe(0)
      return stdout
    }
    for (const payload of [told.start(), told.prompt("p1", "always use pnpm here, never npm"), told.stop("p1")])
      say(payload)
    say(told.prompt("p2", "install what is missing"))
    const held = say(told.before("t1", "npm install"))
    expect(held).toContain("always use pnpm here, never npm")
    expect(JSON.parse(mettle("status", "--json").stdout).recording).toBe("on")
    const names = readdirSync(home, { recursive: true, encoding: "utf8" })
    expect(names.filter(name => /[<>:"|?*]|[. ]$/m.test(name))).toEqual([])
    expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length)
    const left = mettle("uninstall", "--yes", "--data")
    expect([left.stderr, left.status]).toEqual(["", 0])
    expect(readFileSync(settings, "utf8")).toBe(mine(line))
    expect(readdirSync(home, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())).toHaveLength(1)
  }, 120_000)
})

const root = join(import.meta.dirname, "..", "..")
const absolute = (word: string): string => (word.startsWith("bin") ? join(root, word) : word)

/** Init copied the driver's binary for the other system; this one cannot run it. */
function lendBinary(data: string): void {
  const from = createRequire(import.meta.url).resolve("@photostructure/sqlite/package.json")
  cpSync(createRequire(from)("node-gyp-build").path(dirname(from)), join(data, "bin", "sqlite.node"))
}
