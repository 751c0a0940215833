// Completion scripts: complete by the list of commands, and in bash by really completing.
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import type { Arg } from "../../src/cli/command.ts"
import { COMMANDS } from "../../src/cli/commands.ts"
import { SHELLS } from "../../src/cli/completion.ts"
import { TOPICS } from "../../src/cli/topics.ts"
import { ROOT } from "../house/source.ts"
import { folder, world } from "./world.ts"

describe("[users 10] completion", () => {
  it.each(SHELLS)("%s: a script that asks the program", async shell => {
    const { code, out } = await world().run(["config", "completion", shell])
    expect(code).toBe(0)
    expect(out).toContain("mettle config completion words --")
  })
  it("another shell is refused with the names of those there are", async () => {
    expect(await world().run(["config", "completion", "csh"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("powershell"),
    })
  })
  it("offers every command with its flags, parts and acts", async () => {
    const offered = async (...typed: readonly string[]): Promise<readonly string[]> =>
      (await world().run(["config", "completion", "words", "--json", "--", ...typed]))
        .json()
        .offered.map(({ word }: { word: string }) => word)
    expect(await offered()).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)))
    expect(await offered("config")).toEqual(expect.arrayContaining(["get", "set", "unset", "explain", "path"]))
    expect(await offered("card")).toContain("confirm")
    expect(await offered("help")).toContain("E_DISK")
    expect(await offered("config", "completion")).toContain("--repo")
    expect(await offered("nonsense")).toEqual([])
    for (const { name, load, parts } of COMMANDS) {
      const words = await offered(name)
      for (const part of parts) expect(words).toContain(part.name)
      for (const [flag, { type, default: on }] of Object.entries((await load()).command.args as Record<string, Arg>))
        if (type !== "positional") expect(words, name).toContain(on === true ? `--no-${flag}` : `--${flag}`)
    }
  })

  let complete: (...words: readonly string[]) => readonly string[]
  beforeAll(async () => {
    const file = join(folder(), "mettle.bash")
    writeFileSync(file, (await world().run(["config", "completion", "bash"])).out)
    const env = { ...process.env, PATH: `${join(ROOT, "bin")}${delimiter}${process.env.PATH}`, METTLE_HOME: folder() }
    complete = (...words) => {
      const line = words.map(word => `'${word}'`).join(" ")
      const script = `source '${file}'; COMP_WORDS=(mettle ${line}); COMP_CWORD=${words.length}; _mettle; printf '%s\\n' "\${COMPREPLY[@]}"`
      const done = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8", timeout: 10_000, env })
      expect(done.stderr).toBe("")
      return done.stdout.split("\n").filter(word => word !== "")
    }
  })
  it("bash completes by it", () => {
    expect(complete("unin")).toEqual(["uninstall"])
    expect(complete("init", "--mc")).toEqual(["--mcp"])
    expect(complete("--repo", "/x", "init", "--dry")).toEqual(["--dry-run"])
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
