// "Why was this not learned?" has an answer for every message the user typed, and what an older ear kept and the present one
// would not waits in Review, in force, until the user says.
import { describe, expect, it } from "vitest"
import { TABLE } from "../../src/core/views/tables.ts"
import { readMessages } from "../../src/memory/reading/messages.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { approve, inbox } from "../../src/memory/reading/review.ts"
import { cite, suggest } from "../../src/proposers/proposer.ts"
import { userWords } from "../../src/proposers/user-words.ts"
import { world } from "./world.ts"

describe("why was this not learned?", () => {
  it("every typed message has one reason, and what was kept or heard says so", async () => {
    const w = world()
    const e = await w.opens("one")
    const said: readonly (readonly [string, string])[] = [
      ["always use pnpm in this repo, never npm", "kept"],
      ["why does the build fail on CI?", "question"],
      ["fix the failing test in cart.test.ts", "below-the-line"],
      ["write a script that prints the totals", "below-the-line"],
      ["I want to see the totals of last week", "one-off"],
      ["> always deploy on Fridays, never test", "not-own-words"],
      ["always use yarn here. no wait, scratch that", "taken-back"],
      ["hm, interesting, let me think about the cart for a while", "one-off"],
    ]
    for (const [words] of said) {
      await e.says(words)
      await e.replies("Done.")
    }
    const read = readMessages(w.memory, { most: 100 })
    expect(read.map(m => [m.words, m.became === "left alone" ? m.reason : m.became])).toEqual(said.toReversed())
    expect(read.filter(m => m.reason === "question").every(m => m.p !== null && m.p < 0.5)).toBe(true)
    const headless = await w.opens("ci", { interactive: false })
    await headless.says("always use pnpm in this repo, never npm")
    expect(readMessages(w.memory, { most: 1 })[0]).toMatchObject({ became: "left alone", reason: "unattended" })
  })
})

describe("cards of an older ear", () => {
  it("that the present one would not keep go to Review with that reason, stay in force, and a yes settles it", async () => {
    const w = world()
    const old = async (session: string, words: string): Promise<string> => {
      const e = await w.opens(session)
      await e.says(words)
      const turn = TABLE.turn
        .list(w.memory.views)
        .map(([, t]) => t)
        .find(t => t.episode === e.id)!
      const seen = {
        episode: TABLE.episode.get(w.memory.views, e.id)!,
        hash: (text: string) => w.memory.parts.blobs.hash(text),
      } as never
      const draft = suggest({ ...userWords, version: userWords.version - 1 }, seen, {
        ...{ kind: "preference", statement: words, turn: turn.index, at: turn.at },
        evidence: [cite(seen, "user_span", turn.event, turn.prompt, words)],
      })
      await w.memory.record([draft])
      w.memory.catchUp()
      await e.ends()
      return draft.id
    }
    const chatter = await old("one", "the second cart page looks much better now")
    await old("two", "always use pnpm in this repo, never npm")
    const waits = inbox(w.memory).filter(item => item.why === "kept by an older ear")
    expect(waits.map(item => item.id)).toEqual([chatter])
    expect(readCards(w.memory).find(c => c.id === chatter)!.stage).toBe("active")
    expect((await w.packFor("the second cart page")).items.map(i => i.card)).toContain(chatter)
    await approve(w.memory, waits[0]!)
    expect(inbox(w.memory).filter(item => item.why === "kept by an older ear")).toEqual([])
    expect(readCards(w.memory).find(c => c.id === chatter)).toMatchObject({ confirmed: true, stage: "active" })
  })
})
