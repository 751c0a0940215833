// The user's own phrases (RE2, capped) count like the built-in ones.
import { expect, it } from "vitest"
import { TABLE } from "../../src/core/views/tables.ts"
import { world } from "./world.ts"

it("[S2-92] a configured phrase of complaint is heard; without it the same words say nothing", async () => {
  const heard = async (params: object) => {
    const w = world({ params: params as never })
    const e = await w.opens("one")
    await e.says("add the page")
    await e.replies("Done.")
    await e.says("wibbly. now add the second page")
    await e.ends()
    return TABLE.turn.list(w.memory.views, `${e.id}/`)[0]![1].feedback?.type
  }
  expect(
    await heard({ "user-phrases": { patterns: [{ id: "mine", pattern: "\\bwibbly\\b", says: "complaint" }] } }),
  ).toBe("explicit_negative")
  expect(await heard({})).not.toBe("explicit_negative")
})

it("[D09] a complaint that no cue names is heard, as people's messages taught it", async () => {
  const w = world()
  const e = await w.opens("one")
  await e.says("add the page")
  await e.replies("Done. The page is there.")
  await e.says("it's showing the old data")
  await e.ends()
  const [, turn] = TABLE.turn.list(w.memory.views, `${e.id}/`)[0]!
  expect(turn.feedback).toMatchObject({ type: "explicit_negative" })
  expect(turn.feedback!.confidence).toBeLessThan(0.8)
})
