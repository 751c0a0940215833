// What status, init and doctor say must be so: nothing records before init, after uninstall or where nothing can be
// written, and whatever is broken is named where it is broken, once.
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { happened } from "./stage.ts"
import { folder, world } from "./world.ts"

function machine() {
  const home = folder()
  mkdirSync(join(home, ".claude"))
  const w = world()
  const env = { HOME: home, PATH: "/nowhere", CLAUDE_CONFIG_DIR: "", CODEX_HOME: "" }
  return { home, world: w, run: (words: readonly string[]) => w.run(words, { env }) }
}

describe("[N9] status says recording only where something is recorded", () => {
  it("not before init, after it for the agents that have it, not after uninstall", async () => {
    const { run, world: w } = machine()
    const fresh = await run(["status"])
    expect(fresh.out).toMatch(/^mettle \S+ +not recording/)
    expect(fresh.out).toContain("mettle init")
    await run(["init", "--yes"])
    const installed = await run(["status"])
    expect(installed.out).toMatch(/^mettle \S+ +recording/)
    expect(installed.out).toMatch(/^hooks +Claude Code: nothing heard yet$/m)
    await happened(w, async open => {
      const episode = await open("one")
      await episode.says("hello")
      await episode.ends()
    })
    expect((await run(["status"])).out).toMatch(/^hooks +Claude Code: last event .+ ago$/m)
    const { agents, lastEvent } = (await run(["status", "--json"])).json()
    expect(agents).toEqual([
      { client: "claude-code", label: "Claude Code", by: "settings", trusted: null, lastEvent: expect.any(String) },
    ])
    expect(lastEvent).toBe(agents[0].lastEvent)
    await run(["uninstall", "--yes"])
    const left = await run(["status"])
    expect(left.out).toMatch(/^mettle \S+ +not recording/)
    expect(left.out).toMatch(/^hooks +called by no agent: mettle init . last event .+ ago$/m)
    expect((await run(["status", "--json"])).json().recording).toBe("not installed")
    expect((await run(["status", "--line"])).out).toContain("not installed")
  })

  it("settings whose launcher is gone record nothing", async () => {
    const { run } = machine()
    await run(["init", "--yes"])
    const { launcher } = (await run(["init", "--yes", "--json"])).json()
    rmSync(launcher)
    expect((await run(["status", "--json"])).json().recording).toBe("not installed")
  })

  it("a repository in ignore.repos is not recorded, and the setting is named", async () => {
    const { run, world: w } = machine()
    await run(["init", "--yes"])
    await run(["config", "set", "ignore.repos", JSON.stringify([w.cwd])])
    const status = await run(["status"])
    expect(status.out).toMatch(/^mettle \S+ +not recording/)
    expect(status.out).toMatch(/nothing is recorded or told here: ignore\.repos lists this repository/)
    expect((await run(["status", "--line"])).out).toContain("mettle ignored (ignore.repos)")
    expect((await run(["status", "--json"])).json().recording).toBe("ignored")
    const { checks } = (await run(["doctor", "--json"])).json()
    expect(checks.find((check: { name: string }) => check.name === "recording")).toMatchObject({
      state: "warn",
      text: expect.stringContaining("ignore.repos"),
    })
  })

  it("a folder that does not exist is an error, not a scope", async () => {
    const { run, home } = machine()
    const ran = await run(["status", "--repo", join(home, "nowhere")])
    expect(ran.code).toBe(4)
    expect(ran.err).toContain(join(home, "nowhere"))
    expect(ran.out).not.toContain("recording")
  })

  it("an agent that has our plugin is heard without an entry in its settings", async () => {
    const { run, home } = machine()
    mkdirSync(join(home, ".claude", "plugins"))
    writeFileSync(
      join(home, ".claude", "plugins", "installed_plugins.json"),
      JSON.stringify({ version: 2, plugins: { "mettle@mettle": [{ scope: "user" }] } }),
    )
    const { recording, agents } = (await run(["status", "--json"])).json()
    expect(recording).toBe("on")
    expect(agents).toMatchObject([{ client: "claude-code", by: "plugin" }])
  })
})

/** As a user to whom file modes apply: root would write anyway. */
function asUser(words: readonly string[], env: NodeJS.ProcessEnv, cwd: string) {
  const program = [process.execPath, join(import.meta.dirname, "..", "..", "bin", "mettle"), ...words]
  const [first, ...rest] =
    process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", ...program] : program
  return spawnSync(first!, rest, { env: { PATH: process.env.PATH, ...env }, cwd, encoding: "utf8" })
}
function readOnly(dir: string, on: boolean): void {
  if (!on) chmodSync(dir, 0o700)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) readOnly(path, on)
    else if (entry.isFile()) chmodSync(path, on ? statSync(path).mode & ~0o222 : statSync(path).mode | 0o200)
  }
  if (on) chmodSync(dir, 0o500)
}

describe("[N10] a home that can only be read", () => {
  it("reading commands read, writing ones give the right advice, init ends in no bug", async () => {
    const { home, world: w, run } = machine()
    await run(["init", "--yes"])
    await run(["note", "use pnpm, not npm"])
    const env = { HOME: home, METTLE_HOME: w.home }
    for (const dir of [home, w.home]) readOnly(dir, true)
    try {
      for (const words of [["cards"], ["cards", "search", "pnpm"], ["pack"], ["review", "ledger"]]) {
        const ran = asUser(words, env, w.cwd)
        expect([words, ran.status, ran.stderr]).toEqual([words, 0, ""])
        expect(ran.stdout).toContain("pnpm")
      }
      const status = asUser(["status"], env, w.cwd)
      expect(status.stdout).toMatch(/not recording/)
      expect(status.stdout).toMatch(/^data .* can only be read/m)
      for (const words of [
        ["init", "--yes"],
        ["note", "use tabs everywhere"],
      ]) {
        const ran = asUser(words, env, w.cwd)
        expect(ran.status).toBe(1)
        expect(ran.stderr).toContain("E_DISK")
        expect(ran.stderr).toContain("make it writable")
        expect(ran.stderr).not.toContain("free some space")
      }
      const doctor = JSON.parse(asUser(["doctor", "--json"], env, w.cwd).stdout) as {
        checks: { name: string; state: string; text: string; fix?: string }[]
      }
      const failed = doctor.checks.filter(({ state }) => state === "fail")
      expect(failed.map(({ name }) => name)).toEqual(["journal"])
      expect(failed[0]!.fix).toContain("make it writable")
    } finally {
      for (const dir of [home, w.home]) readOnly(dir, false)
    }
  })
})

describe("[N10] a disk that refuses is told as that, never as a fault of ours", () => {
  it("a disk that takes no more: reading commands read from the log", async () => {
    const { home, world: w, run } = machine()
    await run(["note", "use pnpm, not npm"])
    const data = join(w.home, "data")
    for (const name of readdirSync(data)) if (name.startsWith("views")) rmSync(join(data, name))
    const bin = join(import.meta.dirname, "..", "..", "bin", "mettle")
    const env = { PATH: process.env.PATH, HOME: home, METTLE_HOME: w.home }
    for (const words of ["status", "cards"]) {
      // No file may grow beyond 40 kB, as on a full disk.
      const limited = `ulimit -f 80; exec "${process.execPath}" "${bin}" ${words}`
      const ran = spawnSync("sh", ["-c", limited], { env, cwd: w.cwd, encoding: "utf8" })
      expect([words, ran.status, ran.stderr]).toEqual([words, 0, ""])
      expect(ran.stdout).toMatch(words === "status" ? /^cards +1 here/m : /use pnpm/)
    }
  })

  it("a file where the data folder should be: E_DISK, with what to do", async () => {
    const { world: w, run } = machine()
    rmSync(join(w.home, "data"), { recursive: true, force: true })
    writeFileSync(join(w.home, "data"), "x")
    for (const words of [["status"], ["note", "use tabs"], ["init", "--yes"], ["uninstall", "--data", "--yes"]]) {
      const ran = await run(words)
      expect([words, ran.code]).toEqual([words, 1])
      expect(ran.err).toMatch(/E_DISK/)
      expect(ran.err).toMatch(/Next: move away what stands there/)
    }
    const doctor = (await run(["doctor"])).out
    expect(doctor).not.toContain("report it")
    expect(doctor).toContain(`${join(w.home, "data")} is no folder`)
  })
})

describe("[N11] what is broken is named where it is broken", () => {
  it("a client's settings: file, line and column, in init, status, doctor and uninstall", async () => {
    const { home, run } = machine()
    await run(["init", "--yes"])
    const file = join(home, ".claude", "settings.json")
    const broken = readFileSync(file, "utf8").replace('"hooks": {', '"model" "x",\n  "hooks": {')
    writeFileSync(file, broken)
    const place = `${file}: not JSON at line 2, column 11`
    const init = await run(["init", "--yes"])
    expect(init.code).toBe(2)
    expect(init.err).toContain(place)
    expect((await run(["status"])).out).toContain(place)
    expect((await run(["doctor"])).out).toContain(place)
    const uninstall = await run(["uninstall", "--yes"])
    expect(uninstall.err).toContain(place)
    expect(readFileSync(file, "utf8")).toBe(broken)
  })

  it("our own settings: said once by doctor, and what waits for them in one line", async () => {
    const { world: w, run } = machine()
    await run(["init", "--yes"])
    await run(["note", "use pnpm"])
    const file = join(w.home, "config", "config.json")
    mkdirSync(join(w.home, "config"), { recursive: true })
    writeFileSync(file, '{\n  "pack": {"tokens": 900,,}\n}\n')
    const ran = await run(["doctor"])
    expect(ran.code).toBe(1)
    expect(ran.out.split("is not JSON").length - 1).toBe(1)
    expect(ran.out).toMatch(/config\.json: is not JSON at line 2, column 26/)
    expect(ran.out.split("not looked at:").length - 1).toBe(1)
    expect(existsSync(file)).toBe(true)
  })
})
