// [D56] where an episode falls apart into stretches, and how each is judged.
import { describe, expect, it } from "vitest"
import { episodeOf } from "../../../src/core/views/read.ts"
import { world } from "../../stories/world.ts"

describe("segments", () => {
  it("[S2-20..23] end with a good outcome, a commit, a named boundary, a pause; a red test on the way ends nothing", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("add the cart page")
    await e.runs("pnpm test", { ok: false, output: "Tests: 1 failed, 2 total" })
    await e.replies("It fails.")
    await e.says("then mend it")
    await e.runs("pnpm test", { ok: true, output: "Tests: 2 passed, 2 total" })
    await e.replies("Green.")
    await e.says("explain the cart code to me")
    await e.replies("It adds things up.")
    w.later(30 / 4)
    await e.says("and the checkout?")
    await e.replies("It pays.")
    await e.says("done with that. next task: write the changelog")
    await e.runs("git commit -m changelog", { ok: true, output: "[main 1a2b3c4] changelog\n 1 file changed" })
    await e.says("what is left?")
    await e.replies("Nothing.")
    await e.ends()
    const episode = episodeOf(w.memory.views, e.id)!
    expect(episode.segments.map(s => [s.from, s.to, s.endedBy])).toEqual([
      [0, 1, "outcome"],
      [2, 2, "pause"],
      [3, 3, "boundary"],
      [4, 4, "commit"],
      [5, 5, "episode"],
    ])
    expect(episode.segments[0]).toMatchObject({ verdict: "success" })
    expect(episode.segments[0]?.because).toMatch(/repaired/)
  })
})
