import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { CHECKS } from "../../src/cli/upkeep/doctor.ts"
import { authored } from "../../src/core/events/draft.ts"
import { FAILURES, failed } from "../../src/hook/tally.ts"
import { openDatabase } from "../../src/store/sqlite.ts"
import { openStore } from "../../src/store/store.ts"
import { happening } from "../contracts/log.ts"
import { happened } from "./stage.ts"
import { folder, world } from "./world.ts"

const states = (checks: readonly { name: string; state: string }[]) =>
  Object.fromEntries(checks.map(({ name, state }) => [name, state]))

describe("users 10: doctor", () => {
  it("finds a fresh machine in order, and leaves it as it was", async () => {
    const { run, home } = world()
    const ran = await run(["doctor", "--json"])
    expect(ran).toMatchObject({ code: 0, err: "" })
    const { ok, checks } = ran.json()
    expect(ok).toBe(true)
    expect(checks.map((check: { name: string }) => check.name)).toEqual(CHECKS.map(({ name }) => name))
    expect(new Set(Object.values(states(checks)))).toEqual(new Set(["ok"]))
    expect(existsSync(join(home, "data"))).toBe(false)
  })
  it("warns with a fix: loose folders, recording off, a model that may be called", async () => {
    const { run, home } = world()
    mkdirSync(join(home, "data"))
    chmodSync(join(home, "data"), 0o755)
    const { checks } = (
      await run(["doctor", "--json"], { env: { METTLE: "off", METTLE_MODEL_BACKEND: "ollama" } })
    ).json()
    expect(states(checks)).toMatchObject({ folders: "warn", recording: "warn", model: "warn" })
    const capped = { METTLE_MODEL_BACKEND: "ollama", METTLE_MODEL_DAILY_TOKENS: "1000" }
    const told = (await run(["doctor", "--json"], { env: capped })).json().checks
    expect(told.find((check: { name: string }) => check.name === "model").text).toContain("nothing runs it by itself")
    for (const check of checks) if (check.state !== "ok") expect(check.fix.length).toBeGreaterThan(5)
  })
  it("fails with exit 1 when something required is broken: settings, the log", async () => {
    const { run, home } = world()
    mkdirSync(join(home, "config"))
    writeFileSync(join(home, "config", "config.json"), "{")
    expect((await run(["doctor"])).code).toBe(1)
    writeFileSync(join(home, "config", "config.json"), "{}")
    mkdirSync(join(home, "data"), { mode: 0o700 })
    writeFileSync(join(home, "data", "log.db"), "this is no database, and long enough to be read as one".repeat(100), {
      mode: 0o600,
    })
    const ran = await run(["doctor", "--ascii"])
    expect(ran.code).toBe(1)
    expect(ran.out).toMatch(/^x {2}log /m)
    expect(ran.out).toContain("-> ")
  })
})

it.each([
  ["claude-code", ".claude/settings.json", '{ "disableAllHooks": true }', "disableAllHooks"],
  ["codex", ".codex/config.toml", "[features]\nx = true\nhooks = false # quiet\n\n[tui]\n", "hooks = false"],
  ["gemini-cli", ".gemini/settings.json", '{ "hooksConfig": { "enabled": false } }', "hooksConfig"],
])(
  "[D32] hooks that %s has switched off itself are said by init, doctor and status",
  async (client, path, text, word) => {
    const home = folder()
    const w = world()
    const run = (...words: string[]) => w.run(words, { env: { HOME: home, PATH: "/nowhere" } })
    mkdirSync(join(home, dirname(path)))
    await run("init", "--yes")
    expect((await run("doctor")).out).not.toContain("switched off, so")
    const file = join(home, path)
    writeFileSync(file, existsSync(file) ? readFileSync(file, "utf8").replace("{", `${text.slice(0, -1)},`) : text)
    for (const words of [["init", "--yes"], ["doctor"], ["status"]])
      expect((await run(...words)).out).toMatch(new RegExp(`has all hooks switched off.*${word}`))
    expect((await run("init", "--yes", "--json")).json().switchedOff).toMatchObject([{ client }])
    expect((await run("status", "--json")).json().recording).toBe("not installed")
  },
)

it("[R10] status says since when hooks are off, why, and when they try again", async () => {
  const { run, home } = world()
  expect((await run(["status", "--json"])).json().hooksOff).toBeNull()
  const state = join(home, "state")
  const at = Date.UTC(2026, 5, 1, 10, 4)
  for (let i = 0; i < FAILURES; i++) failed(state, at, "E_INTEGRITY")
  expect((await run(["status", "--json"])).json().hooksOff).toEqual({
    ...{ since: new Date(at).toISOString(), faults: FAILURES, why: "E_INTEGRITY" },
    triesAgain: new Date(at + 60_000).toISOString(),
  })
  expect((await run(["status"])).out).toMatch(
    /^hooks {7}off since \d\d:04 after 5 faults: E_INTEGRITY.*tries again at \d\d:05/m,
  )
  expect((await run(["status", "--line"])).out).toContain("hooks off: mettle doctor")
})

it("[R4] doctor names an event whose time cannot be, for a week", async () => {
  const w = world()
  const now = Date.now()
  await happened(
    w,
    async (open, { memory }) => {
      const one = await open("one")
      await one.says("hello")
      const ts = now + 5 * 365 * 86_400_000
      const data = { where: "hook", code: "E_BUG", detail: null, count: 1 }
      await memory.record([authored("fault.noted", new Uint8Array(16), { ts, episode: null, scope: null }, data)])
    },
    { now: now + 119 * 60_000 },
  )
  const clock = async (at: number) =>
    (await w.run(["doctor", "--json"], { now: () => at }))
      .json()
      .checks.find((c: { name: string }) => c.name === "clock")
  const said = await clock(now)
  expect(said).toMatchObject({ state: "warn", text: expect.stringContaining("events with a time that cannot be: 1") })
  expect(said.text).toContain(new Date(now + 5 * 365 * 86_400_000).toISOString().slice(0, 10))
  expect((await clock(now + 30 * 86_400_000)).state).toBe("ok")
})

it("[security P2] damage that was set aside stays said, by status and doctor, until its folder is removed", async () => {
  const { run, home } = world()
  mkdirSync(join(home, "data"), { mode: 0o700 })
  writeFileSync(join(home, "data", "log.db"), "no database ".repeat(1000), { mode: 0o600 })
  expect((await run(["doctor", "--repair"])).code).toBe(0)
  const { damage } = (await run(["status", "--json"])).json()
  expect(damage).toEqual({ code: "E_INTEGRITY", setAside: [join(home, "data", "quarantine", "1")] })
  expect((await run(["status"])).out).toMatch(/^damage {6}E_INTEGRITY/m)
  expect((await run(["status", "--line"])).out).toContain("damage: mettle doctor")
  const found = async () => states((await run(["doctor", "--json"])).json().checks)
  expect(await found()).toMatchObject({ damage: "warn", log: "ok" })
  rmSync(join(home, "data", "quarantine"), { recursive: true })
  expect((await run(["status", "--json"])).json().damage).toBeNull()
  expect(await found()).toMatchObject({ damage: "ok" })
})

const NAME = "wilhelmina"
async function recorded(home: string) {
  mkdirSync(join(home, "data"), { recursive: true, mode: 0o700 })
  const store = openStore({ dir: join(home, "data"), groupMs: 0 })
  for (let n = 1; n <= 20; n++) {
    const text = store.blobs.put(`${NAME} asks for the ${n}th time`)
    await store.log.append([
      happening(n, { type: "agent.replied", data: { text, chars: 30, inputTokens: null, outputTokens: null } }),
    ])
  }
  await store.close()
}

describe("doctor: reports and repairs", () => {
  it("names durability, spool and resident; a spool that cannot be read is a warning with a fix", async () => {
    const { run, home } = world()
    await recorded(home)
    mkdirSync(join(home, "state", "spool"), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, "state", "spool", "1.json.unreadable"), "{")
    const { checks } = (await run(["doctor", "--json"])).json()
    const said = (name: string) => checks.find((check: { name: string }) => check.name === name)
    expect(said("journal")).toMatchObject({ state: "ok", text: "WAL, synchronous FULL, secure delete on" })
    expect(said("sqlite").text).toMatch(/^SQLite 3\.\d+\.\d+ \(.+\)$/)
    expect(said("spool")).toMatchObject({ state: "warn", fix: expect.stringContaining("remove") })
    expect(said("helper").state).toBe("ok")
  })

  it("[T-8] --repair sets a damaged log aside and keeps what can be proven", async () => {
    const { run, home } = world()
    expect((await run(["doctor", "--repair"])).out).toContain("Nothing was recorded yet")
    await recorded(home)
    const file = join(home, "data", "log.db")
    expect((await run(["doctor", "--repair", "--json"])).json()).toMatchObject({ repaired: false })
    const db = openDatabase({ path: file })
    db.sql("UPDATE segments SET body = zeroblob(9) WHERE first = 7").run()
    db.close()
    expect((await run(["doctor", "--json"])).code).toBe(1)
    const { repaired, quarantined } = (await run(["doctor", "--repair", "--json"])).json()
    expect([repaired, quarantined.events, existsSync(join(quarantined.path, "log.db"))]).toEqual([true, 19, true])
    const { checks } = (await run(["doctor", "--json"])).json()
    expect(checks.filter((check: { state: string }) => check.state === "fail")).toEqual([])
  })
})
