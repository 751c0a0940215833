// What can be known of Windows and macOS without one: places, commands, line ends and shells as they would be there, and a lint
// that keeps assumptions about the system in the few files that are allowed to make them.
import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { readJsonText } from "../../src/install/json-text.ts"
import { hookCommand } from "../../src/install/launcher.ts"
import { TARGETS } from "../../src/install/targets.ts"
import { resolvePaths } from "../../src/paths.ts"
import { sources } from "./source.ts"

const PLATFORMS = ["linux", "darwin", "win32"] as const

describe("simulated platforms", () => {
  it.each(PLATFORMS)("%s: places stand below the home or the system's folder for them", platform => {
    const env = platform === "win32" ? { LOCALAPPDATA: "/Users/a b/AppData/Local" } : {}
    const home = platform === "win32" ? "/Users/a b/AppData/Local" : "/home/a b"
    for (const path of Object.values(resolvePaths(env, "/home/a b", platform))) expect(path.startsWith(home)).toBe(true)
  })
  it("a hook's command needs no POSIX shell on Windows, and is one word for a shell with spaces and quotes elsewhere", () => {
    const paths = resolvePaths({ METTLE_HOME: "/it's here" }, "/h", "linux")
    expect(hookCommand(paths, "codex", "win32")).toMatch(/^node "[^"]+hook\.cjs" hook codex$/)
    for (const platform of ["linux", "darwin"] as const)
      expect(hookCommand(paths, "codex", platform)).toBe("'/it'\\''s here/data/bin/mettle-hook' hook codex")
  })
  it.each(["\n", "\r\n"])("settings keep their line ends (%j) through every client's entries", line => {
    const place = { home: "/h", env: {}, exists: () => false }
    for (const target of TARGETS.filter(({ file }) => file(place).endsWith(".json"))) {
      const before = `{${line}  "mine": 1${line}}${line}`
      const after = target.add(before, "command")
      expect(after.split("\n").every(part => part === "" || part.endsWith("\r") === (line === "\r\n"))).toBe(true)
      expect(target.add(after, "command")).toBe(after)
      expect(readJsonText(target.remove(after, "command"))).toMatchObject({ mine: 1 })
    }
  })
  it("OpenCode's plugin starts the system's own shell on Windows", () => {
    const opencode = TARGETS.find(({ client }) => client === "opencode")!
    expect(opencode.add(null, "x")).toMatch(/platform === "win32"\s+\? spawn\(COMMAND, \{ stdio, shell: true/)
  })
})

/** Files that may say what differs, each with a reason in its header or comment. */
const MAY_ASK = [
  ...["src/paths.ts", "src/cli/io.ts", "src/hook/beside/resident.ts", "src/model/client.ts"],
  ...["src/team/signing.ts", "src/trial/arm.ts", "src/install/launcher.ts", "src/install/mcp-targets.ts"],
]
const MAY_NAME_SH = ["src/install/", "src/trial/arm.ts"]

describe("no assumption about the system outside of these files", () => {
  const all = sources("src").filter(({ path }) => !path.startsWith("src/core/"))
  it("process.platform is asked in a few places", () => {
    const asking = all.filter(({ code }) => code.includes("process.platform")).map(({ path }) => path)
    expect(asking.filter(path => !MAY_ASK.includes(path))).toEqual([])
  })
  it("/bin/sh is named only where scripts for it are written, or where Windows has another way", () => {
    const naming = all.filter(({ code }) => code.includes("/bin/sh")).map(({ path }) => path)
    expect(naming.filter(path => !MAY_NAME_SH.some(where => path.startsWith(where)))).toEqual([])
  })
  it("no path is put together with a slash from a folder of the system", () => {
    const glued = all.flatMap(({ path, code }) =>
      [...code.matchAll(/(?:homedir\(\)|tmpdir\(\)|process\.cwd\(\)) ?\+ ?["'`]/g)].map(
        found => `${path}: ${found[0]}`,
      ),
    )
    expect(glued).toEqual([])
  })
  it("only signals that every system knows are named, and nothing locks but through the database", () => {
    const KNOWN = ["SIGHUP", "SIGINT", "SIGKILL", "SIGTERM"]
    const signals = all.flatMap(({ path, code }) =>
      [...code.matchAll(/"(SIG[A-Z0-9]+)"/g)].flatMap(([, name]) => (KNOWN.includes(name!) ? [] : `${path}: ${name}`)),
    )
    expect(signals).toEqual([])
    expect(all.filter(({ code }) => /\bO_EXLOCK\b|\bflock\b/.test(code)).map(({ path }) => path)).toEqual([])
  })
  it("no two files of the repository have names that differ only in case", () => {
    const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n")
    expect(new Set(files.map(file => file.toLowerCase())).size).toBe(files.length)
  })
})
