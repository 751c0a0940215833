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
async function hears(w: World, session: string, sure: boolean): Promise<void> {
  const e = await w.opens(session)
  await e.says(WORDS)
  const episode = TABLE.episode.get(w.memory.views, e.id)!
  const turn = TABLE.turn
    .list(w.memory.views)
    .map(([, t]) => t)
    .find(t => t.episode === e.id)!
  const seen = { episode, hash: (text: string) => w.memory.parts.blobs.hash(text) } as never
  await w.memory.record([
    suggest({ name: "user-words", version: 2, provenance: "words" }, seen, {
      kind: "constraint",
      statement: WORDS,
      turn: turn.index,
      at: turn.at,
      sure,
      p: sure ? 0.9 : 0.5,
      evidence: [cite(seen, "user_span", turn.event!, turn.prompt!, WORDS)],
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
})
