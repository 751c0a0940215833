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
    await e.says("hm, that is a bit wibbly if you ask me")
    await e.ends()
    return TABLE.turn.list(w.memory.views, `${e.id}/`)[0]![1].feedback?.type
  }
  expect(
    await heard({ "user-phrases": { patterns: [{ id: "mine", pattern: "\\bwibbly\\b", says: "complaint" }] } }),
  ).toBe("explicit_negative")
  expect(await heard({})).not.toBe("explicit_negative")
})
