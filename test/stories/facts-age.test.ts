// Facts age: each is said with the day it was last seen true, and what a tool or a document said long ago is not said at all.
import { describe, expect, it } from "vitest"
import { act, note, undo } from "../../src/memory/acting/acts.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { lookAtDocuments } from "../../src/memory/tending/documents.ts"
import { REPO, world } from "./world.ts"

const DAY = 60 * 24
const README = "# Shop\n\n- Unit tests run with `pnpm vitest run`.\n"
const ASKED = "run the unit tests with vitest"
type World = ReturnType<typeof world>

async function learns(w: World, session: string): Promise<void> {
  const e = await w.opens(session)
  await e.says("look how this is run")
  await e.reads("/work/shop/README.md", README)
  await e.runs("pnpm vitest run", { ok: true, output: "Tests: 7 passed, 7 total" })
  await e.replies("Done.")
  await e.ends()
}
const said = async (w: World): Promise<string> =>
  (await w.packFor(ASKED)).text.match(/last seen true [^\]]+/)?.[0] ?? ""

describe("[W7] facts that age", () => {
  it("are said with the day they were last seen true: met again, still in their file, or the user's word", async () => {
    const w = world({ preset: "plain" })
    await learns(w, "one")
    expect(await said(w)).toBe("last seen true today")
    w.later(5 * DAY)
    expect(await said(w)).toBe("last seen true 5 days ago")
    await learns(w, "two")
    expect(await said(w), "met again").toBe("last seen true today")
    w.later(8 * DAY)
    expect(await said(w)).toBe("last seen true 8 days ago")
    const documents = [{ path: "README.md", text: README }]
    await lookAtDocuments(w.memory, REPO, documents)
    expect(await said(w), "its line still stands").toBe("last seen true today")
    const events = w.memory.parts.log.head()
    w.later(2 * DAY)
    await lookAtDocuments(w.memory, REPO, documents)
    expect(w.memory.parts.log.head(), "asked at most once a week").toBe(events)
    w.later(8 * DAY)
    await lookAtDocuments(w.memory, REPO, [{ path: "README.md", text: "# Shop\n\n- Tests: ask Ana.\n" }])
    expect(await said(w), "its line is gone, and it is not said").toBe("")
    w.later(8 * DAY)
    await lookAtDocuments(w.memory, REPO, documents)
    expect(await said(w), "its line is back").toBe("last seen true today")
    w.later(10 * DAY)
    const [fact] = readCards(w.memory)
    await act(w.memory, "card.verified", { card: fact!.id })
    expect(await said(w), "the user's word").toBe("last seen true today")
    await undo(w.memory)
    expect(await said(w)).toBe("last seen true 10 days ago")
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("from tools and documents are not said when nobody saw them true for long; the user's own are, with their day", async () => {
    const w = world({ preset: "plain" })
    await learns(w, "one")
    await note(w.memory, "staging runs the unit tests with vitest on Postgres 16", { scope: REPO, kind: "fact" })
    w.later(91 * DAY)
    const pack = await w.packFor(ASKED)
    expect(pack.text).not.toContain("README.md")
    expect(pack.leftOut.map(l => l.reason)).toContain("not seen true for long")
    expect(pack.text).toMatch(/Postgres 16 \[f-\S+, user, last seen true 20\d\d-\d\d-\d\d\]/)
    const always = world({ factDays: 0 })
    await learns(always, "one")
    always.later(91 * DAY)
    expect((await always.packFor(ASKED)).leftOut.map(l => l.reason)).not.toContain("not seen true for long")
  })
})
