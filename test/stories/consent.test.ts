// Consent: with learn.norms = ask nothing that the user typed enters a pack before a yes, whatever speaks for it and in every preset;
// with off only notes count. The yes comes from Review or by typing the line of the notice.
import { describe, expect, it } from "vitest"
import { note, undo } from "../../src/memory/acting/acts.ts"
import { keepQuote } from "../../src/memory/acting/agent-notes.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { readMessages } from "../../src/memory/reading/messages.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { approve, inbox, turnDown } from "../../src/memory/reading/review.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { talk } from "./talk.ts"
import { PRESETS, REPO, world } from "./world.ts"

const WISH = "always use pnpm in this repo, never npm"
const action = { command: "npm install zod", path: null, content: null, error: null }

describe("learn.norms = ask", () => {
  it.each(PRESETS)(
    "nothing enters a pack or a check before a yes, though it comes back and the agent quotes it (%s)",
    async preset => {
      const w = world({ preset, norms: "ask" })
      for (const session of ["one", "two", "three"]) {
        const e = await w.opens(session)
        await e.says("set things up")
        await e.says(WISH)
        await keepQuote(w.memory, e.id, WISH)
        await e.runs("npm test", { ok: true, output: "Tests: 7 passed" })
        await e.says("great, thanks")
        await e.ends()
        w.later(60 * 24)
        expect((await w.packFor("add zod with npm or pnpm")).text).not.toContain("pnpm in this repo")
        const checked = checkAction(w.memory, { scope: REPO, episode: e.id, action, mode: "hold" })
        expect(checked.hold).toBeNull()
      }
      const waits = inbox(w.memory).filter(item => item.why === "candidate" && item.statement.includes("pnpm"))
      expect(waits).toHaveLength(1)
      await approve(w.memory, waits[0]!)
      expect((await w.packFor("add zod with npm or pnpm")).text).toContain("pnpm in this repo")
      expect(checkRebuild(w.memory).equal).toBe(true)
    },
  )

  it("the notice asks with the user's words, and its line typed in the client is the yes", async () => {
    const w = world({ norms: "ask" })
    const t = talk(w, "one", { METTLE_LEARN_NORMS: "ask" })
    await t.opens()
    const said = (await t.says(WISH)).systemMessage as string
    const [card] = readCards(w.memory)
    expect(said).toBe(`mettle: heard for this repository: "${WISH}" · keep it? mettle card confirm ${card!.short}`)
    const yes = await t.says(`mettle card confirm ${card!.short}`)
    expect(yes.reason).toContain(`kept "${WISH}"`)
    expect(readCards(w.memory)[0]).toMatchObject({ stage: "active", confirmed: true })
  })

  it("what says the opposite stays until the yes, goes then, and comes back when the yes is taken back", async () => {
    const w = world({ norms: "ask" })
    const old = await note(w.memory, "from now on use npm, not pnpm", { scope: REPO })
    w.later(60)
    const e = await w.opens("one")
    await e.says("hi")
    await e.says("from now on use pnpm, not npm")
    const live = () =>
      readCards(w.memory)
        .filter(c => c.stage === "active")
        .map(c => c.id)
    expect(live()).toEqual([old])
    const item = inbox(w.memory).find(i => i.why === "candidate")!
    await approve(w.memory, item)
    expect(live()).toEqual([item.id])
    await undo(w.memory)
    expect(live()).toEqual([old])
    await turnDown(w.memory, inbox(w.memory).find(i => i.why === "candidate")!)
    expect(inbox(w.memory)).toEqual([])
    expect(checkRebuild(w.memory).equal).toBe(true)
  })
})

describe("learn.norms = off", () => {
  it.each(PRESETS)("only notes count, and a message says why it was not learned (%s)", async preset => {
    const w = world({ preset, norms: "off" })
    const e = await w.opens("one")
    await e.says(WISH)
    expect(await keepQuote(w.memory, e.id, WISH)).toMatchObject({ became: "refused" })
    await e.ends()
    expect(readCards(w.memory, { all: true })).toEqual([])
    expect(readMessages(w.memory, { most: 1 })[0]).toMatchObject({ reason: "switched-off" })
    await note(w.memory, WISH, { scope: REPO })
    expect((await w.packFor("add zod")).text).toContain("pnpm in this repo")
  })
})
