// Stories of words that were only heard: a proposal that its proposer is not sure of waits on trial, out of packs, until it
// comes back in another episode, is said plainly, or gets the user's nod.
import { describe, expect, it } from "vitest"
import type { CardView } from "../../src/core/views/state.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { cite, suggest } from "../../src/proposers/proposer.ts"
import { world } from "./world.ts"

type World = ReturnType<typeof world>
const WORDS = "the receipts want a footer line"

/** A proposer hears the whole of a prompt; `sure` is what it thinks of it. */
async function hears(w: World, session: string, sure: boolean, words = WORDS): Promise<void> {
  const e = await w.opens(session)
  await e.says(words)
  const episode = TABLE.episode.get(w.memory.views, e.id)!
  const turn = TABLE.turn
    .list(w.memory.views)
    .map(([, t]) => t)
    .find(t => t.episode === e.id)!
  const seen = { episode, hash: (text: string) => w.memory.parts.blobs.hash(text) } as never
  await w.memory.record([
    suggest({ name: "user-words", version: 2, provenance: "words" }, seen, {
      kind: "constraint",
      statement: words,
      turn: turn.index,
      at: turn.at,
      sure,
      p: sure ? 0.9 : 0.5,
      evidence: [cite(seen, "user_span", turn.event!, turn.prompt!, words)],
    }),
  ])
  w.memory.catchUp()
  await e.ends()
  w.later(180)
}
const cards = (w: World): readonly CardView[] => TABLE.card.list(w.memory.views).map(([, c]) => c)

describe("words that were only heard", () => {
  it("wait on trial and out of packs, and count once they come back in another episode", async () => {
    const w = world()
    await hears(w, "first", false)
    expect(cards(w).map(c => c.stage)).toEqual(["trial"])
    expect(cards(w)[0]!.because).toContain("only heard")
    const asks = await w.opens("asks")
    expect(await asks.pack("change the footer line of the receipts")).not.toContain(WORDS)
    await hears(w, "second", false)
    expect(cards(w).map(c => c.stage)).toEqual(["active"])
    expect(await (await w.opens("later")).pack("change the footer line of the receipts")).toContain(WORDS)
  })
  it("are used at once when they are then said plainly, or the user nods", async () => {
    const plain = world()
    await hears(plain, "first", false)
    await hears(plain, "second", true)
    expect(cards(plain).map(c => c.stage)).toEqual(["active"])
    const nodded = world()
    await hears(nodded, "first", false)
    await act(nodded.memory, "card.confirmed", { card: cards(nodded)[0]!.id })
    nodded.memory.catchUp()
    expect(cards(nodded).map(c => c.stage)).toEqual(["active"])
  })
  it("stay on trial when they only keep the work going, and when another number is meant each time", async () => {
    const w = world()
    for (const name of ["first", "second", "third"]) await hears(w, name, false, "try again with the receipts")
    for (const n of [11, 12, 13]) await hears(w, `ticket ${n}`, false, `read the receipt notes of ticket ${n}`)
    expect(cards(w).map(c => c.stage)).toEqual(["trial", "trial", "trial", "trial"])
  })
  it("give way to the words that say it plainly", async () => {
    const w = world()
    await hears(w, "first", false, "receipts want a footer line, for the audit")
    await hears(w, "second", true, "receipts always want a footer line")
    const stages = new Map(cards(w).map(c => [w.memory.text(c.statement), c.stage]))
    expect(stages.get("receipts want a footer line, for the audit")).toBe("superseded")
    expect(stages.get("receipts always want a footer line")).toBe("active")
  })
})
