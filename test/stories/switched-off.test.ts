// What the user switches off stays off: judging, and the ways an episode may end.
import { expect, it } from "vitest"
import { episodeOf } from "../../src/core/views/read.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { readEpisodes } from "../../src/memory/reading/episodes.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { world } from "./world.ts"

const MINUTE = 60_000

it("[S2-80] judging switched off: norms are kept and shown, nothing is judged, credited or valued", async () => {
  const told = async (judges: boolean) => {
    const w = world({ judges })
    for (const session of ["one", "two"]) {
      const e = await w.opens(session)
      await e.says("always use pnpm, never npm")
      await e.runs("pnpm test", { ok: false, output: "Tests: 1 failed" })
      await e.runs("pnpm test", { ok: true, output: "Tests: 1 passed" })
      await e.says("perfect, thanks")
      await e.ends()
      w.later(60)
    }
    const pack = await (await w.opens("three")).pack("go on")
    return {
      pack,
      verdicts: readEpisodes(w.memory).map(e => e.verdict),
      valued: TABLE.card.list(w.memory.views).filter(([, card]) => (card.value?.n ?? 0) > 0).length,
      credits: TABLE.credit.list(w.memory.views).length,
      same: checkRebuild(w.memory),
    }
  }
  const off = await told(false)
  expect(off.pack).toContain("always use pnpm")
  expect(new Set(off.verdicts)).toEqual(new Set(["unjudged"]))
  expect([off.valued, off.credits]).toEqual([0, 0])
  expect(off.same.live).toBe(off.same.rebuilt)
  const on = await told(true)
  expect(on.verdicts).toContain("success")
})

it("[S2-84] an end that the client tells may be left to idle time", async () => {
  const ended = async (endByHook: boolean) => {
    const w = world({ endByHook })
    const e = await w.opens("one")
    await e.says("add the page")
    await e.ends()
    const at = w.now()
    const early = episodeOf(w.memory.views, e.id)!.closeReason
    w.later(20)
    await w.opens("two")
    w.memory.catchUp()
    const { closedAt, closeReason } = episodeOf(w.memory.views, e.id)!
    return { early, closeReason, minutes: (closedAt! - at) / MINUTE }
  }
  expect(await ended(true)).toMatchObject({ early: "exit", closeReason: "exit" })
  const idle = await ended(false)
  expect(idle).toMatchObject({ early: null, closeReason: "idle" })
  expect(idle.minutes).toBeGreaterThan(14)
})
