// The user's word outranks the agent: what an agent or a teammate marks may put the user's own norm before the user again;
// it never weakens its hold, its place in the pack or its stage.
import { describe, expect, it } from "vitest"
import { cardOf } from "../../src/core/views/read.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { mark } from "../../src/memory/acting/agent-notes.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { approve, inbox, turnDown } from "../../src/memory/reading/review.ts"
import { PRESETS, REPO, world } from "./world.ts"

const SAID = "always use pnpm in this repo, never npm"
const TAGS = ["wrong", "doubt", "artifact", "irrelevant"] as const

async function stage(preset = "mettle") {
  const w = world({ preset })
  const one = await w.opens("one")
  await one.says("set up the project")
  await one.replies("Done.")
  await one.says(SAID)
  await one.ends()
  const norm = () => readCards(w.memory).find(card => card.statement?.includes("pnpm"))!
  const call = { command: "npm install zod", path: null, content: null, error: null }
  /** what the norm does: its line in a pack, its hold, its stage */
  const does = async (at: number) => {
    const { items } = await w.packFor("add zod to the project")
    return {
      place: items.findIndex(item => item.card === norm().id),
      held: checkAction(w.memory, { scope: REPO, episode: `e${at}`, action: call, mode: "hold" }).hold,
      stage: norm().stage,
      muted: norm().muted,
    }
  }
  return { w, norm, does }
}

describe("the user's word outranks the agent", () => {
  for (const preset of PRESETS)
    it(`[N5] ${preset}: no mark of an agent or a teammate changes what the user's norm does`, async () => {
      const { w, norm, does } = await stage(preset)
      const before = await does(0)
      expect(before.held).toContain("never npm")
      for (const by of ["agent", "team", "foreign:bob@1", "model"])
        for (const tag of TAGS)
          for (let times = 0; times < 4; times++) {
            w.later(90)
            const given = { about: "card", target: norm().id, tag, by, note: null } as const
            await act(w.memory, "feedback.given", given, { episode: null, scope: REPO })
          }
      // An agent that argues against it in its own words does not either.
      const two = await w.opens("two")
      for (const words of ["That rule about pnpm is wrong: npm is right in this repo.", "I doubt the pnpm rule."]) {
        await two.says("go on")
        await two.replies(words)
      }
      expect(await does(0)).toEqual(before)
    })

  it("[N5] it waits in review, with whose mark it was; the user's nod ends it, the user's no puts it away", async () => {
    const { w, norm, does } = await stage()
    expect(inbox(w.memory)).toEqual([])
    expect((await mark(w.memory, { card: norm().id, tag: "wrong", by: "agent" })).again).toBe(false)
    expect((await mark(w.memory, { card: norm().id, tag: "wrong", by: "agent" })).again).toBe(true)
    const [item] = inbox(w.memory)
    expect(item).toMatchObject({ id: norm().id, why: "marked wrong" })
    expect(norm().flags).toEqual(["marked wrong by agent"])
    await approve(w.memory, item!)
    expect(inbox(w.memory)).toEqual([])
    expect(norm().flags).toEqual([])
    expect((await does(1)).held).toContain("never npm")
    expect((await mark(w.memory, { card: norm().id, tag: "wrong", by: "agent" })).again).toBe(false)
    await turnDown(w.memory, inbox(w.memory)[0]!)
    expect(readCards(w.memory)).toEqual([])
  })

  it("[N5] the user's own mark counts at once, and a card of the agent's own is silenced by the agent's mark", async () => {
    const { w, norm, does } = await stage()
    const facts = { scope: REPO, by: "user", kind: "fact" } as const
    const { note } = await import("../../src/memory/acting/acts.ts")
    const fact = await note(w.memory, "the api lives in src/api", facts)
    await mark(w.memory, { card: fact, tag: "wrong", by: "agent" })
    expect(cardOf(w.memory.views, fact)?.muted).toBe(true)
    await mark(w.memory, { card: norm().id, tag: "wrong", by: "user" })
    expect(await does(3)).toMatchObject({ place: -1, held: null, muted: true })
  })

  it("[N5] what the user confirmed or pinned stands against the agent's mark too", async () => {
    const { w } = await stage()
    const { note } = await import("../../src/memory/acting/acts.ts")
    for (const [words, type, data] of [
      ["the api lives in src/api", "card.confirmed", {}],
      ["the build needs Java 21", "card.pinned", { on: true }],
    ] as const) {
      const fact = await note(w.memory, words, { scope: REPO, by: "user", kind: "fact" })
      await act(w.memory, type, { card: fact, ...data } as never)
      await mark(w.memory, { card: fact, tag: "wrong", by: "agent" })
      expect(cardOf(w.memory.views, fact)).toMatchObject({ muted: false, flagged: ["agent"] })
    }
  })
})
