// Completion scripts: complete by the list of commands, and in bash by really completing.
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { COMMANDS } from "../../src/cli/commands.ts"
import { described, SHELLS } from "../../src/cli/completion.ts"
import { TOPICS } from "../../src/cli/topics.ts"
import { folder, world } from "./world.ts"

describe("[users 10] completion", () => {
  it.each(SHELLS)("%s: every command with its flags", async shell => {
    const { code, out } = await world().run(["config", "completion", shell])
    expect(code).toBe(0)
    for (const { name, flags } of await described()) {
      expect(out).toContain(name)
      for (const flag of flags) expect(out).toContain(flag.name)
    }
    for (const { name } of COMMANDS) expect(out, name).toContain(name)
  })
  it("another shell is refused with the names of those there are", async () => {
    expect(await world().run(["config", "completion", "csh"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("powershell"),
    })
  })

  let complete: (...words: readonly string[]) => readonly string[]
  beforeAll(async () => {
    const file = join(folder(), "mettle.bash")
    writeFileSync(file, (await world().run(["config", "completion", "bash"])).out)
    complete = (...words) => {
      const line = words.map(word => `'${word}'`).join(" ")
      const script = `source '${file}'; COMP_WORDS=(mettle ${line}); COMP_CWORD=${words.length}; _mettle; printf '%s\\n' "\${COMPREPLY[@]}"`
      const done = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8", timeout: 10_000 })
      expect(done.stderr).toBe("")
      return done.stdout.split("\n").filter(word => word !== "")
    }
  })
  it("bash completes commands, flags, acts, topics and shells", () => {
    expect(complete("unin")).toEqual(["uninstall"])
    expect(complete("")).toEqual(expect.arrayContaining(["init", "status", "mcp", "help"]))
    expect(complete("init", "--mc")).toEqual(["--mcp"])
    expect(complete("--repo", "/x", "init", "--dry")).toEqual(["--dry-run"])
    expect(complete("config", "")).toEqual(expect.arrayContaining(["get", "set", "unset", "explain", "path"]))
    expect(complete("card", "conf")).toEqual(["confirm"])
    expect(complete("help", "E_DI")).toEqual(["E_DISK"])
    expect(complete("did", "nor")).toEqual(["norms"])
    expect(complete("config", "completion", "--rep")).toEqual(["--repo"])
    expect(complete("nonsense", "")).toEqual([])
    expect(complete("pack", "--tokens", "")).toEqual([])
  })
})

describe("topics", () => {
  it("the words, privacy, hooks, MCP, the library, the team, errors and the status line have a page", async () => {
    for (const name of ["concepts", "privacy", "hooks", "mcp", "sdk", "team", "errors", "statusline"])
      expect((await world().run(["help", name])).out.split("\n").length, name).toBeGreaterThan(3)
  })
  it("no line is longer than a terminal can show, and no page speaks of a command that is not there", () => {
    const known = new Set([...COMMANDS.map(({ name }) => name), "help"])
    for (const { name, lines } of TOPICS)
      for (const line of lines) {
        expect(line.length, `${name}: ${line}`).toBeLessThanOrEqual(120)
        for (const [, command] of line.matchAll(/\bmettle ([a-z]{3,})\b/g))
          if (!/^(?:is|and|itself|uses|inside|in|was|or|on)$/.test(command!))
            expect(known.has(command!), `${name}: ${line}`).toBe(true)
      }
  })
})
