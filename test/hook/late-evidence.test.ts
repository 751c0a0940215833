// A session begins, and the resident looks in git for what became of the last one: after its answer, in a real repository.
import { describe, expect, it } from "vitest"
import { hasGit, stagedRepository } from "../store/git-stage.ts"
import { claude, ended, house, PERSON, until } from "./house.ts"

const withGit: typeof describe | ((...all: unknown[]) => void) = hasGit ? describe : () => {}

withGit("design 6: late evidence when a session begins", () => {
  it("is found by the resident, not by the hook", async () => {
    const h = house()
    const repo = stagedRepository(h.project)
    const now = Date.now()
    repo.commit(now - 3_600_000, { "a.ts": "const zero = 0\n" })
    const resident = await h.resident()
    const one = claude(h.project, "s1")
    const run = async (payload: unknown) =>
      expect(await h.run(payload, { env: PERSON })).toMatchObject({ code: 0, err: "" })
    await run(one.start())
    await run(one.prompt("p1", "write the first and the second"))
    const id = repo.commit(now, { "a.ts": "const first = one()\nconst second = two()\n" })
    await run(one.after("t1", "git commit -am a", `[main ${id.slice(0, 7)}] a`))
    repo.git(now + 60_000, "revert", "--no-edit", id)
    const seen = async () =>
      (await h.events()).flatMap(e =>
        e.type === "change.observed" ? [String((e.data as { change: string }).change)] : [],
      )
    expect(await seen()).toEqual([])
    await run(claude(h.project, "s2").start())
    await until(async () => (await seen()).length >= 2)
    expect((await seen()).sort()).toEqual(["commit", "revert"])
    expect(h.tally()).toMatchObject({ lost: 0, fault: 0 })
    resident.kill("SIGTERM")
    await ended(resident)
  })
})
