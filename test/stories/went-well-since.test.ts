// J2, the other half: a warning that the facts no longer bear out is not given.
import { describe, expect, it } from "vitest"
import { TABLE } from "../../src/core/views/tables.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { REPO, world } from "./world.ts"

const RED = "mise ERROR Config files in ~/shop/mise.toml are not trusted."
const before = { command: "mise run fmt", path: null, content: null, error: null }

describe("a command that goes well since", () => {
  it("[L9] is not warned of before it runs; the known fix still stands at the failure", async () => {
    const w = world()
    const first = await w.opens("one")
    await first.says("format it")
    await first.runs("mise run fmt", { ok: false, output: RED })
    await first.runs("mise trust && mise run fmt", { ok: true })
    await first.ends()
    w.later(60 * 24)
    const ask = (action: Parameters<typeof checkAction>[1]["action"]) =>
      checkAction(w.memory, { scope: REPO, action, mode: "hold" })
    expect(ask(before).tell).toContain("mise trust")

    const second = await w.opens("two")
    await second.says("format it again")
    await second.runs("mise run fmt", { ok: true })
    await second.ends()
    expect(ask(before).hits).toEqual([])
    expect(ask({ ...before, error: RED }).tell).toContain("mise trust")
  })

  it("speaks again once it failed more often than it went well", async () => {
    const w = world()
    for (const [session, ok] of [
      ["a", false],
      ["b", true],
      ["c", false],
    ] as const) {
      const e = await w.opens(session)
      await e.says("format it")
      await e.runs("mise run fmt", { ok, output: ok ? "" : RED })
      if (!ok) await e.runs("mise trust && mise run fmt", { ok: true })
      await e.ends()
      w.later(60 * 24)
    }
    expect(checkAction(w.memory, { scope: REPO, action: before, mode: "hold" }).hold).toContain("mise trust")
  })

  it("[L9] is still told of the step that it went well behind: what works does not silence itself", async () => {
    const w = world()
    const test = "pnpm vitest run src/mail"
    const step = "docker compose up -d mailhog"
    const first = await w.opens("one")
    await first.says("run the mail tests")
    await first.runs(test, { ok: false, output: "Error: connect ECONNREFUSED 127.0.0.1:1025" })
    await first.runs(step, { ok: true, output: "done" })
    await first.runs(test, { ok: true, output: "7 passed" })
    await first.ends()
    const told = () => {
      w.later(60 * 24)
      const action = { command: test, path: null, content: null, error: null }
      return checkAction(w.memory, { scope: REPO, action, mode: "hold" }).tell
    }
    expect(told()).toContain(step)
    for (const [session, steps] of [
      ["two", [step]],
      ["three", [step]],
    ] as const) {
      const e = await w.opens(session)
      await e.says("run the mail tests again")
      for (const command of [...steps, test]) await e.runs(command, { ok: true, output: "done" })
      await e.ends()
    }
    expect(told()).toContain(step)
    const alone = await w.opens("four")
    await alone.says("run the mail tests once more")
    await alone.runs(test, { ok: true, output: "7 passed" })
    await alone.ends()
    expect(told()).toBeNull()
  })

  it("counts a session once, however often it went well in it, and not at all once it failed there", async () => {
    const w = world()
    const seen = []
    for (const runs of [[false], [true, true], [true, true, false, false]]) {
      const e = await w.opens(`session ${seen.length}`)
      await e.says("format it")
      for (const ok of runs) await e.runs("mise run fmt", { ok, output: ok ? "" : RED })
      await e.ends()
      w.later(60 * 24)
      seen.push(TABLE.attempt.list(w.memory.views).map(([, { failed, passed }]) => [failed, passed.length]))
    }
    expect(seen).toEqual([[[1, 0]], [[1, 1]], [[2, 1]]])
  })
})
