import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { CHECKS } from "../../src/cli/doctor-checks.ts"
import { world } from "./world.ts"

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
    expect(states(checks)).toMatchObject({ folders: "warn", recording: "warn", network: "warn" })
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
