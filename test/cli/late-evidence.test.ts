// Late evidence and standing down from the command line: settle finds it once, breaker and status say what stands down.
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { hasGit, stagedRepository } from "../store/git-stage.ts"
import { learnedStore } from "./learned-store.ts"
import { happened, NOW } from "./stage.ts"
import { folder, world } from "./world.ts"

const withGit: typeof describe | ((...all: unknown[]) => void) = hasGit ? describe : () => {}
const HOUR = 3_600_000

withGit("design 6: mettle settle looks in git", () => {
  it("finds what became of the work, once, and asks nobody over the network", async () => {
    const repo = stagedRepository()
    repo.commit(NOW - 10 * HOUR, { "a.ts": "const zero = 0\n" })
    repo.git(0, "remote", "add", "origin", "https://github.com/acme/shop.git")
    const w = world(repo.dir)
    const id = repo.commit(NOW - 2 * HOUR + 60_000, { "a.ts": "const first = one()\nconst second = two()\n" })
    await happened(w, async open => {
      const e = await open("one")
      await e.says("write it")
      await e.runs("git commit -am a", true, `[main ${id.slice(0, 7)}] a`)
      await e.ends()
    })
    repo.git(NOW - HOUR, "revert", "--no-edit", id)
    // A gh that would tell on us: it must not be started.
    const bin = folder()
    writeFileSync(
      join(bin, "gh"),
      `#!/bin/sh\ntouch '${join(bin, "asked")}'\necho '[{"status":"completed","conclusion":"failure"}]'\n`,
      { mode: 0o755 },
    )
    const env = { PATH: `${bin}:${process.env.PATH}`, METTLE_HOME: w.home, HOME: w.home }
    const now = () => NOW
    const settled = await w.run(["settle", "--json"], { now, env })
    expect(settled.code, settled.err).toBe(0)
    expect(settled.json().late).toBe(2)
    expect((await w.run(["settle", "--json"], { now, env })).json().late).toBe(0)
    expect(existsSync(join(bin, "asked"))).toBe(false)
    expect((await w.run(["history", "--json"], { now, env })).out).toContain("failure")
    const asked = { ...env, METTLE_EVIDENCE_GH: "true" }
    expect((await w.run(["settle", "--json"], { now, env: asked })).json().late, "switched on: a red run").toBe(1)
    expect(existsSync(join(bin, "asked"))).toBe(true)
    expect((await w.run(["settle", "--json"], { now, env: asked })).json().late).toBe(0)
  })
})

describe("design 8: standing down, from the command line", () => {
  it("status gives figures and the way back, breaker lists it, the way back works", async () => {
    const w = world()
    const { id: scope } = (await w.run(["config", "scope", "--json"])).json()
    await learnedStore(w, 90, scope)
    const { standing } = (await w.run(["status", "--json"])).json()
    expect(standing).toMatchObject({ down: true, active: true })
    const { out } = await w.run(["status"])
    expect(out).toContain("measured cards stand down here")
    expect(out).toContain(`mettle config set memory.keepShowing ${scope.slice(0, 12)}`)
    const { trips } = (await w.run(["history", "breaker", "--json"])).json()
    expect(trips).toContainEqual(
      expect.objectContaining({ breaker: "standing", trip: "memory", scope, settled: false }),
    )
    expect((await w.run(["history", "breaker"])).out).toContain("measured cards stand down")
    expect((await w.run(["config", "set", "memory.keepShowing", scope.slice(0, 12)])).code).toBe(0)
    expect((await w.run(["status", "--json"])).json().standing.active).toBe(false)
    expect((await w.run(["status"])).out).toContain("standing down is switched off")
  })
})
