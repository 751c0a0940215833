// init and uninstall over every client: shown, asked, added once, and taken out to the byte.
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { checkHooks, checkLauncher } from "../../src/install/check-hooks.ts"
import { readJsonText } from "../../src/install/json-text.ts"
import { TARGETS } from "../../src/install/targets.ts"
import { resolvePaths, socketPath } from "../../src/paths.ts"
import { processLock } from "../../src/store/process-lock.ts"
import { pastSession } from "./claude-home.ts"
import { folder, world } from "./world.ts"

const MINE =
  '{\r\n\t// mine\r\n\t"model": "x",\r\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]},\r\n}\r\n'

function machine(
  clients: readonly string[] = [".claude", ".codex", ".gemini", ".config/opencode", ".cursor", ".copilot"],
) {
  const home = folder()
  for (const client of clients) mkdirSync(join(home, client), { recursive: true })
  const w = world()
  const env = { HOME: home, PATH: "/nowhere", CLAUDE_CONFIG_DIR: "", CODEX_HOME: "" }
  const place = { home, env, exists: existsSync }
  const run = (words: readonly string[], change: object = {}) => w.run(words, { env, ...change })
  const files = () => Object.fromEntries(TARGETS.map(t => [t.client, read(t.file(place))]))
  return { home, run, place, files, paths: resolvePaths({ METTLE_HOME: w.home }), env }
}
const read = (file: string): string | null => (existsSync(file) ? readFileSync(file, "utf8") : null)

describe("init and uninstall", () => {
  it("[security 17] --dry-run shows and writes nothing; without a terminal and --yes it refuses", async () => {
    const m = machine()
    const before = m.files()
    const shown = await m.run(["init", "--dry-run"])
    expect(shown.code).toBe(0)
    expect(shown.out).toContain("settings.json")
    expect(shown.out).toContain("hook claude-code")
    const refused = await m.run(["init"])
    expect(refused.code).toBe(2)
    expect(refused.err).toContain("--yes")
    expect(m.files()).toEqual(before)
    expect(existsSync(join(m.paths.data, "bin"))).toBe(false)
  })

  it("[security 17] adds to every client, keeps what is there, adds nothing twice, restores to the byte", async () => {
    const m = machine()
    writeFileSync(join(m.home, ".claude", "settings.json"), MINE)
    writeFileSync(join(m.home, ".gemini", "settings.json"), '{"security":{"auth":{}}}')
    const before = m.files()
    const made = await m.run(["init", "--yes", "--json"])
    expect(made.code).toBe(0)
    expect(made.json().clients.map((c: { state: string }) => c.state)).toEqual([
      "added",
      "added",
      "added",
      "added",
      "added",
      "added",
    ])
    const after = m.files()
    const settings = readJsonText(after["claude-code"]!) as { model: string; hooks: Record<string, unknown[]> }
    expect(settings.model).toBe("x")
    expect(settings.hooks.Stop).toHaveLength(2)
    expect(after["gemini-cli"]).toContain('"timeout": 5000')
    const again = await m.run(["init", "--yes", "--json"])
    expect(again.json().clients.every((c: { state: string }) => c.state === "unchanged")).toBe(true)
    expect(m.files()).toEqual(after)
    const gone = await m.run(["uninstall", "--yes", "--json"])
    expect(gone.code).toBe(0)
    expect(gone.json().clients.every((c: { restored: string }) => c.restored === "exactly")).toBe(true)
    expect(m.files()).toEqual(before)
    expect(existsSync(join(m.paths.data, "bin"))).toBe(false)
    expect((await m.run(["uninstall", "--yes"])).out).toContain("Nothing of mettle is installed")
  })

  it("a file changed since loses our entries only", async () => {
    const m = machine([".claude"])
    const file = join(m.home, ".claude", "settings.json")
    await m.run(["init", "--yes"])
    writeFileSync(file, readFileSync(file, "utf8").replace("{", '{\n  "theme": "dark",'))
    const gone = await m.run(["uninstall", "--yes", "--json"])
    expect(gone.json().clients).toEqual([{ client: "claude-code", entry: "hooks", file, restored: "our entries only" }])
    expect(readJsonText(readFileSync(file, "utf8"))).toEqual({ theme: "dark" })
  })

  it("[security 17] a file that only we made goes, though its client wrote it anew", async () => {
    const m = machine([".claude"])
    const file = join(m.home, ".claude", "settings.json")
    await m.run(["init", "--yes"])
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, "utf8")), null, 4))
    await m.run(["uninstall", "--yes"])
    expect(existsSync(file)).toBe(false)
  })

  it("writes through a link and leaves broken settings alone", async () => {
    const m = machine([".claude", "dotfiles"])
    const real = join(m.home, "dotfiles", "claude.json")
    const link = join(m.home, ".claude", "settings.json")
    writeFileSync(real, "{}\n")
    symlinkSync(real, link)
    await m.run(["init", "--yes"])
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, "utf8")).toContain("hook claude-code")
    await m.run(["uninstall", "--yes"])
    expect(readFileSync(real, "utf8")).toBe("{}\n")
    writeFileSync(real, "{ not json")
    const refused = await m.run(["init", "--yes"])
    expect(refused.code).toBe(2)
    expect(readFileSync(real, "utf8")).toBe("{ not json")
  })

  it.each([
    ["a file", ".claude/settings.json", "dotfiles/deep/claude.json"],
    ["a folder", ".claude", "dotfiles/deep/claude"],
  ])(
    "[security 17] follows a link to %s that is not there yet, and leaves the link and nothing behind it",
    async (_, link, real) => {
      const m = machine(link === ".claude" ? [] : [".claude"])
      symlinkSync(join(m.home, real), join(m.home, link))
      expect((await m.run(["init", "--client", "claude-code", "--yes"])).code).toBe(0)
      expect(lstatSync(join(m.home, link)).isSymbolicLink()).toBe(true)
      expect(readFileSync(join(m.home, ".claude", "settings.json"), "utf8")).toContain("hook claude-code")
      await m.run(["uninstall", "--yes"])
      expect(lstatSync(join(m.home, link)).isSymbolicLink()).toBe(true)
      expect(existsSync(join(m.home, "dotfiles"))).toBe(false)
    },
  )

  it("[security 17] what somebody put beside our command stays, ours goes wherever it stands, and none is added twice", async () => {
    const m = machine()
    await m.run(["init", "--yes"])
    const theirs = { type: "command", command: "theirs" }
    const grouped = TARGETS.filter(target => /^(?:claude-code|codex|gemini-cli)$/.test(target.client))
    for (const target of grouped) {
      const file = target.file(m.place)
      const { hooks } = JSON.parse(readFileSync(file, "utf8"))
      const [first, second, third] = Object.keys(hooks) as [string, string, string]
      hooks[first][0].hooks.push(theirs)
      hooks[second][0].hooks.unshift(theirs)
      hooks[third][0].matcher = "*"
      hooks.Another = structuredClone(hooks[first])
      writeFileSync(file, JSON.stringify({ hooks }, null, 2))
    }
    const edited = m.files()
    await m.run(["init", "--yes"])
    expect(m.files()).toEqual(edited)
    expect((await m.run(["uninstall", "--yes"])).code).toBe(0)
    for (const target of grouped) {
      const groups = Object.values(JSON.parse(m.files()[target.client]!).hooks)
      expect([target.client, groups]).toEqual([target.client, Array(3).fill([{ hooks: [theirs] }])])
    }
  })

  it("a command of somebody's own that calls mettle stays and is named; a ring of links is refused by name", async () => {
    const m = machine([".claude"])
    const file = join(m.home, ".claude", "settings.json")
    await m.run(["init", "--yes"])
    const wrapped = readFileSync(file, "utf8").replace('"command": "', '"command": "QUIET=1 ')
    writeFileSync(file, wrapped)
    expect((await m.run(["uninstall", "--client", "codex", "--dry-run", "--json"])).json().named).toEqual([])
    const gone = await m.run(["uninstall", "--yes"])
    expect(gone.out).toContain("a command of your own in ~/.claude/settings.json calls mettle: take it out yourself")
    expect(readFileSync(file, "utf8").match(/QUIET=1/g)).toHaveLength(1)
    expect((await m.run(["uninstall", "--dry-run", "--json"])).json().named).toEqual([file])
    rmSync(file)
    symlinkSync("settings.json", file)
    const refused = await m.run(["init", "--yes"])
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(`${file} is no file`)])
  })

  it("--client takes names, and says which there are", async () => {
    const m = machine([])
    expect((await m.run(["init", "--yes"])).out).toContain("No agent was found")
    const made = await m.run(["init", "--client", "codex", "--yes"])
    expect(made.out).toContain("Trust all")
    expect(existsSync(join(m.home, ".codex", "hooks.json"))).toBe(true)
    expect((await m.run(["init", "--client", "vim", "--yes"])).err).toContain("claude-code, codex")
    await m.run(["uninstall", "--yes"])
    expect(existsSync(join(m.home, ".codex"))).toBe(false)
  })

  it("uninstall says a line for each file, every line with --dry-run, and takes Codex's trust in our hooks along", async () => {
    const m = machine()
    const codex = join(m.home, ".codex")
    mkdirSync(codex, { recursive: true })
    const theirs = '[hooks.state."/elsewhere/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:theirs"\n'
    writeFileSync(join(codex, "config.toml"), `model = "m"\n\n${theirs}`)
    const other = { hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] } }
    writeFileSync(join(codex, "hooks.json"), JSON.stringify(other))
    await m.run(["init", "--yes"])
    const hooks = JSON.parse(readFileSync(join(codex, "hooks.json"), "utf8")).hooks as Record<string, unknown[]>
    const trusts = Object.entries(hooks).flatMap(([event, groups]) =>
      groups.map((_, g) => {
        const name = event.replace(/(?<=.)[A-Z]/g, c => `_${c}`).toLowerCase()
        return `\n[hooks.state."${codex}/hooks.json:${name}:${g}:0"]\ntrusted_hash = "sha256:${g}"\n`
      }),
    )
    expect(trusts.length).toBeGreaterThan(8)
    writeFileSync(join(codex, "config.toml"), `model = "m"\n\n${theirs}${trusts.join("")}`)
    const shown = await m.run(["uninstall", "--no-input"])
    expect(shown.out.split("\n").length).toBeLessThan(16)
    expect(shown.out).toContain("Codex CLI's trust in them: will restore ~/.codex/config.toml")
    expect((await m.run(["uninstall", "--dry-run"])).out.split("\n").length).toBeGreaterThan(60)
    await m.run(["uninstall", "--yes"])
    const left = readFileSync(join(codex, "config.toml"), "utf8")
    expect(left).toBe(
      `model = "m"\n\n${theirs}\n[hooks.state."${codex}/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:0"\n`,
    )
  })

  it("uninstall waits for the helper process, and says so where it does not end", async () => {
    const m = machine([".claude"])
    await m.run(["init", "--yes"])
    const run = m.paths.runtime
    const lock = processLock(run, "resident")!
    writeFileSync(socketPath(run), "")
    const late = await m.run(["uninstall", "--yes", "--json"])
    expect(late.code).toBe(5)
    expect(late.json().error).toMatchObject({ code: "E_LOCKED" })
    lock.release()
    expect((await m.run(["uninstall", "--yes"])).out).toContain("Removed the launcher.")
  })

  it("[D32] doctor's part: installed, trusted, in the client's unit", async () => {
    const m = machine()
    await m.run(["init", "--yes"])
    expect(checkLauncher(m.paths)).toEqual({ installed: true, current: true, executable: true })
    const look = () => checkHooks({ paths: m.paths, place: m.place, platform: "linux", lastSeen: () => null })
    const found = look()
    expect(found.every(c => c.entries !== null && c.entries.found === c.entries.of && c.badTimeouts.length === 0)).toBe(
      true,
    )
    const codex = join(m.home, ".codex", "hooks.json")
    expect(found.find(c => c.client === "codex")?.trusted).toBe(false)
    writeFileSync(join(dirname(codex), "config.toml"), `[hooks.state."${codex}:stop:0:0"]\ntrusted_hash = "x"\n`)
    expect(look().find(c => c.client === "codex")?.trusted).toBe(true)
    const gemini = join(m.home, ".gemini", "settings.json")
    writeFileSync(gemini, readFileSync(gemini, "utf8").replaceAll("5000", "5"))
    expect(look().find(c => c.client === "gemini-cli")?.badTimeouts).toHaveLength(6)
  })
})

describe("the first minutes", () => {
  /** Two past sessions with one wish, and a person who answers. */
  function welcomed(...answers: string[]) {
    const m = machine([".claude"])
    const repo = folder()
    const at = Date.UTC(2026, 5, 1)
    for (const day of [0, 1])
      pastSession(m.home, repo, at + day * 86_400_000, [
        { says: "add zod" },
        { runs: "npm install zod", ok: true, output: "added 1 package" },
        { replies: "Done." },
        { says: "use pnpm, not npm" },
        { replies: "Understood." },
      ])
    const asked: string[] = []
    const change = {
      tty: { stdin: true, stdout: false, stderr: false },
      stdin: {
        async *[Symbol.asyncIterator]() {
          yield answers.shift() ?? ""
        },
      },
      stderr: (text: string) => void (/\[y\/n\]/i.test(text) && asked.push(text)),
      now: () => at + 3 * 86_400_000,
      cwd: repo,
    }
    return { asked, change, run: (words: readonly string[], more: object = {}) => m.run(words, { ...change, ...more }) }
  }
  it("[J1] asks three questions at most, and the first pack holds what past sessions taught", async () => {
    const { run, asked } = welcomed("y\n", "\n", "k")
    const ran = await run(["init"])
    expect(ran.code).toBe(0)
    expect(asked).toHaveLength(3)
    expect(ran.out).toMatch(/will add \d+ hooks to ~\/\.claude/)
    expect(ran.out).toMatch(/\d+ things? worth knowing in this repository, best first:\n {2}use pnpm, not npm\n/)
    expect(ran.out).toContain("1 kept, 0 dropped")
    expect(ran.out).toContain("METTLE_RESIDENT=off")
    expect(ran.out).toContain("2 sessions read")
    expect((await run(["pack", "install zod"])).out).toContain("use pnpm, not npm")
    expect((await run(["init", "--yes"], { cwd: folder() })).out).not.toContain("sessions read")
  })
  it("says what it does to hooks of an older release: up to date, none added", async () => {
    const m = machine([".claude"])
    expect((await m.run(["init", "--yes"])).out).toContain("will add 11 hooks")
    const file = join(m.home, ".claude", "settings.json")
    writeFileSync(file, read(file)!.replace("SubagentStop", "PostToolBatch"))
    expect((await m.run(["init", "--yes"])).out).toContain("will bring 11 hooks up to date in ~/.claude/settings.json")
    expect(read(file)).not.toContain("PostToolBatch")
  })
  it("[N13] what is dropped at the welcome is never told", async () => {
    const { run } = welcomed("y\n", "\n", "d")
    expect((await run(["init"])).out).toContain("0 kept, 1 dropped")
    expect((await run(["pack", "install zod"])).out).not.toContain("use pnpm, not npm")
  })
  it("[N13] without anybody to ask, what was found is named with the way to drop it", async () => {
    const { run } = welcomed()
    const { out } = await run(["init", "--yes", "--backfill", "30"])
    expect(out).toMatch(/use pnpm, not npm\n.*drop it: mettle card archive c-[0-9a-f]{6}/)
    const again = (await run(["init", "--yes", "--backfill", "30"])).out
    expect(again).toContain("2 sessions, all read before\n")
    expect(again).not.toMatch(/worth knowing|0 sessions/)
  })

  it("[N13] what was only heard is counted, not named as known, where nobody can say whether it was meant", async () => {
    const m = machine([".claude"])
    const repo = folder()
    const at = Date.UTC(2026, 5, 1)
    pastSession(m.home, repo, at, [
      { says: "add zod" },
      { runs: "npm install zod", ok: true, output: "added 1 package" },
      { replies: "Done." },
      { says: "no, use pnpm, not npm. then run the tests" },
      { replies: "Understood." },
    ])
    const change = { cwd: repo, now: () => at + 86_400_000 }
    const { out } = await m.run(["init", "--yes", "--backfill", "30"], change)
    const trial = ((await m.run(["cards", "--json"], change)).json().cards as { stage: string; statement: string }[])
      .filter(({ stage }) => stage === "trial")
      .map(({ statement }) => statement)
    expect(trial.length).toBeGreaterThan(0)
    for (const statement of trial) expect(out).not.toContain(statement)
    expect(out).toContain(`${trial.length} other${trial.length === 1 ? "" : "s"} heard and not sure`)
  })

  it("[N13] names the lines of CLAUDE.md that a command can prove, how often they were broken, and holds them after a yes", async () => {
    const m = machine([".claude"])
    const repo = folder()
    const at = Date.UTC(2026, 5, 1)
    writeFileSync(join(repo, "CLAUDE.md"), "# Rules\n\n- Never run `git push --force`.\n- Be kind in reviews.\n")
    for (const [day, line] of ["git push --force", "ls", "git push"].entries())
      pastSession(m.home, repo, at + day * 86_400_000, [
        { says: "publish it" },
        { runs: line, ok: true, output: "done" },
        { replies: "Done." },
      ])
    const answers = ["y\n", "y\n", "y\n", "n\n"]
    const change = {
      tty: { stdin: true, stdout: false, stderr: false },
      stdin: {
        async *[Symbol.asyncIterator]() {
          yield answers.shift() ?? ""
        },
      },
      now: () => at + 4 * 86_400_000,
      cwd: repo,
    }
    const ran = await m.run(["init"], change)
    expect(ran.out).toMatch(/git push --force.*broken in 1 of 3 past sessions/)
    expect(ran.out).not.toContain("Be kind")
    const check = await m.run(["check", "git push --force origin main"], change)
    expect(check.code).toBe(10)
    expect(check.out).toContain("git push --force")
  })
})
