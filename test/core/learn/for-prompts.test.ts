// What a prompt loads is small and chooses exactly as the whole state would.
import { describe, expect, it } from "vitest"
import { CHOOSE, choose, episodeDraw, POOLED } from "../../../src/core/learn/choose.ts"
import { newLearner } from "../../../src/core/learn/learner.ts"
import { observe } from "../../../src/core/learn/observe.ts"
import { LEARN } from "../../../src/core/learn/params.ts"
import { receipt } from "../../../src/core/learn/receipt.ts"
import { forPrompts, LearnState, learnerIn } from "../../../src/core/learn/state.ts"
import { seeded } from "../../../src/core/stats.ts"
import { CARDS, history } from "./small-world.ts"

function taught(n: number) {
  const l = newLearner()
  for (const e of history(n)) observe(l, e, CARDS, LEARN)
  return l
}

describe("what prompts need of a learner", () => {
  it("chooses as the whole state does, live and through JSON, with a card nobody has met", () => {
    const whole = taught(60)
    const brief = forPrompts(whole, POOLED)
    const read = learnerIn(JSON.parse(JSON.stringify(brief)))
    const candidates = [...CARDS, { id: "new", source: "agent" as const, topic: "t" }].map((c, i) => ({
      id: c.id,
      score: 0.9 - i / 10,
      source: c.source,
      topic: c.topic,
    }))
    for (const seed of ["a", "b", "c"]) {
      const draw = episodeDraw(seeded(seed))
      const by = (l: typeof whole) => choose(l, candidates, 3, draw, seeded(`${seed}!`), LEARN, CHOOSE)
      expect(by(brief.learner)).toEqual(by(whole))
      expect(by(read)).toEqual(by(whole))
    }
  })
  it("is a part of the state, without eligibility", () => {
    const state = new LearnState(taught(60))
    const brief = JSON.parse(JSON.stringify(forPrompts(state.learner, POOLED)))
    expect(JSON.stringify(brief).length).toBeLessThan(JSON.stringify(state).length / 2)
    expect(learnerIn(brief).names.every(n => n.startsWith("d:") || (POOLED as readonly string[]).includes(n))).toBe(
      true,
    )
  })
})

describe("receipts read, and never learn", () => {
  it("leave the learner as it was, bit for bit, even when they meet new cards", () => {
    const l = taught(30)
    const before = JSON.stringify(new LearnState(l))
    const fresh = history(1, "other").map(e => ({
      ...e,
      prompts: e.prompts.map(p => ({
        ...p,
        cand: p.cand.map(c => ({ ...c, id: `${c.id}-2` })),
      })),
    }))[0]!
    const facts = CARDS.map(c => ({ ...c, id: `${c.id}-2` }))
    const first = receipt(l, fresh, facts, LEARN)
    expect(JSON.stringify(new LearnState(l))).toBe(before)
    expect(receipt(l, fresh, facts, LEARN)).toEqual(first)
    const shared = first.credits.reduce((s, c) => s + c.amount, 0)
    expect(Math.abs(shared + first.rest - first.observed.reduce((a, b) => a + b, 0))).toBeLessThan(1e-9)
  })
})
