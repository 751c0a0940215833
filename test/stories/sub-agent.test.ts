// A sub-agent begins with an empty context: what the user asked for must be said to it again, and nothing else.
import { describe, expect, it } from "vitest"
import { answerAsk } from "../../src/hook/hook-answer.ts"
import { note } from "../../src/memory/acting/acts.ts"
import { REPO, world } from "./world.ts"

describe("a sub-agent", () => {
  it("[design 8] gets the norms that its parent was shown already, and the parent is not told twice", async () => {
    const w = world()
    await note(w.memory, "use pnpm, not npm", { scope: REPO, tier: "repo" })
    const e = await w.opens("one")
    const starts = async (subAgent: boolean) => {
      const { answer, drafts } = answerAsk(w.memory, {
        ...{ ask: { what: "session_start" }, client: "claude-code", scope: REPO, domains: [], episode: e.id, subAgent },
        ...{ checkMode: "hold", packTokens: 900, notify: "useful", tail: () => null },
      })
      await w.memory.record(drafts)
      w.memory.catchUp()
      return { text: answer.context ?? "", notice: answer.notice, logged: drafts.map(d => d.type) }
    }
    const parent = await starts(false)
    expect(parent.text).toContain("use pnpm, not npm")
    await e.says("bring the shop in order")
    const child = await starts(true)
    expect(child.text).toContain("use pnpm, not npm")
    expect(child.notice).toBeNull()
    expect(child.logged).toContain("pack.built")
    // after a compaction the parent's own first pack comes back, byte for byte
    expect((await starts(false)).text).toBe(parent.text)
  })
})
