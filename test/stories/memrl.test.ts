// The preset memrl: what a session's success makes of a card's Q changes later packs.
import { describe, expect, it } from "vitest"
import { foldRun } from "../../bench/credit/fold-run.ts"
import type { World } from "../../bench/credit/short-way.ts"
import { gatedBlend } from "../../src/core/rules/rank/order.ts"
import { alone } from "../../src/core/rules/rule.ts"

/** Two cards as similar as can be and one place: with card 0 the tests fail, without it they pass. */
const world: World = {
  cards: [0, 1].map(id => ({ id, source: "agent", topicKey: id })),
  effects: () => ({ tau: [-0.5, 0] }),
  session(ep) {
    let done = false
    let bad = false
    return {
      ...{ day: ep, repo: 0, endReason: "exit", closing: null, truth: { p: [0.5], S: [0] } },
      contribution: () => 0,
      nextPrompt() {
        if (done) return null
        done = true
        const seen = { idx: 0, lenZ: 0, hasError: false, overlap: 0, fb: "neutral", slots: 1 }
        return { ...seen, candidates: [0, 1].map(id => ({ id, score: id === 0 ? 0.9 : 0.8 })) }
      },
      inject(list) {
        bad = list.some(c => c.id === 0)
      },
      run: () => ({
        tools: [{ tool: "Bash", outErr: bad, exit: bad ? 1 : 0, test: true, file: null }],
        ...{ durMin: 2, cited: [] },
      }),
    }
  },
}

const candidate = (card: string, score: number, mean: number) => ({
  ...{ card, kind: "fact" as const, tier: "repo" as const, stage: "active" as const, source: "agent" as const },
  ...{ topic: card, tokens: 9, score, lexical: score, semantic: score, ageDays: 1, truth: 1, mustShow: false },
  value: { mean, sd: 0, n: 5, help: mean, nothing: 0, harm: 1 - mean, verdict: "early" as const },
})
const rank = (first: number) =>
  gatedBlend.decide(
    alone(),
    {
      candidates: [
        candidate("a", 0.9, 0.6),
        candidate("b", 0.8, 0.5),
        candidate("c", 0.1, 0.9),
        candidate("d", 0.9, 0.05),
      ],
      slots: { norms: 0, negatives: 0, tactics: 0, facts: 1 },
      ...{ placement: "prompt", intent: null, random: () => first, posterior: undefined },
    },
    gatedBlend.params,
  ).answer

describe("memrl", () => {
  it("shows the more similar card first, and the other once it failed again and again", async () => {
    const run = await foldRun("memrl", world)
    const shown: string[] = []
    for (let ep = 0; ep < 12; ep++) shown.push(...(await run.live(ep, null)).shown)
    expect(shown[0]).toBe("0")
    expect(shown.at(-1)).toBe("1")
    expect(run.ask("0").mean).toBeLessThan(run.ask("1").mean)
  }, 60_000)
  it("passes what is similar enough and did not only fail; one in ten packs is drawn at random", () => {
    const by = new Map(rank(0.5).map(r => [r.card, r]))
    expect(by.get("a")).toMatchObject({ shown: true, chance: expect.closeTo(0.95, 9) })
    expect(by.get("b")).toMatchObject({ shown: false, chance: expect.closeTo(0.05, 9), reason: "slot full" })
    expect(by.get("c")).toMatchObject({ shown: false, chance: 0, reason: "below the gate" })
    expect(by.get("d")).toMatchObject({ shown: false, chance: 0, reason: "below the floor" })
    expect(rank(0.01).find(r => r.shown)?.card).toBe("b")
  })
})
