// Pooling: what many people saw adds up, nobody is heard more than one person can say, and own evidence meets it exactly once.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CHOOSE, choose, episodeDraw, POOLED } from "../../../src/core/learn/choose.ts"
import { type Learner, marginalOf, newLearner } from "../../../src/core/learn/learner.ts"
import { observe } from "../../../src/core/learn/observe.ts"
import { LEARN } from "../../../src/core/learn/params.ts"
import { evidenceOn, heard, POOL, pooledEstimates, sawOf, withOthers } from "../../../src/core/learn/pool.ts"
import type { EpisodeRecord } from "../../../src/core/questions/worth.ts"
import { seeded } from "../../../src/core/stats.ts"

const CARDS = ["bad", "good", "idle"].map(id => ({ id, kind: "tactic" as const, source: "agent" as const, topic: "" }))
const EFFECT: Readonly<Record<string, number>> = { bad: -0.5, good: 0.25, idle: 0 }

/** A person's episodes: every card is shown half of the time; what it does is planted. */
function person(seed: string, episodes: number): Learner {
  const random = seeded(seed)
  const l = newLearner()
  for (let ep = 0; ep < episodes; ep++) {
    const record: EpisodeRecord = {
      ep: `${seed}/${ep}`,
      day: 20_000 + ep,
      repo: "shop",
      endReason: null,
      closing: null,
      durMin: 1,
      prompts: [0, 1, 2].map(idx => {
        const shown = CARDS.map(() => random() < 0.5)
        const p = 0.6 + CARDS.reduce((sum, c, i) => sum + (shown[i] ? EFFECT[c.id]! : 0), 0)
        return {
          ...{ idx, lenZ: 0, hasError: false, topicGuess: null, taskKind: "edit" as const, overlap: null, fb: null },
          ...{ nActive: 0, slots: 3, tools: [], durMin: 1, cited: [], label: random() < p ? 0.93 : 0.07 },
          cand: CARDS.map((c, rank) => ({
            ...{ id: c.id, score: 0.8, rank, pi: 0.5, shown: shown[rank]!, mode: 1 as const },
            ...{ channel: "auto_pack" as const, placement: "prompt" as const },
          })),
        }
      }),
    }
    observe(l, record, CARDS, LEARN)
  }
  return l
}
const units = (people: number, episodes: number) =>
  Array.from({ length: people }, (_, i) => {
    const learner = person(`world/${i}`, episodes)
    return { person: `p${i}`, repo: "shop", learner, saw: sawOf(learner, LEARN) }
  })

describe("pooled evidence", () => {
  it("tells a harmful card sooner than one person's", () => {
    const harm = (people: number): number => pooledEstimates(units(people, 6), CARDS, LEARN).get("bad")!.harm
    const [one, many] = [harm(1), harm(12)]
    expect(many).toBeGreaterThan(one)
    expect(many).toBeGreaterThan(0.75)
    expect(pooledEstimates(units(12, 6), CARDS, LEARN).get("idle")!.harm).toBeLessThan(0.4)
  })

  it("counts people and sessions, and one unit says what its learner says", () => {
    const [unit] = units(1, 8)
    const pooled = pooledEstimates([unit!], CARDS, LEARN).get("good")!
    const alone = evidenceOn(unit!.learner, "good", "agent", LEARN)
    expect([pooled.people, pooled.sessions]).toEqual([1, unit!.learner.cards.get("good")!.sessions])
    expect(pooled.evidence).toEqual(heard(alone, POOL.person))
  })

  it("nobody is heard beyond what one person can say, however many episodes they send", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true }), (n, y) => {
        const said = heard({ precision: n, pull: n * y }, POOL.person)
        expect(said.precision).toBeLessThanOrEqual(1 / POOL.person ** 2 + 1e-6)
        if (n > 1e-3) expect(said.pull / said.precision).toBeCloseTo(y, 6)
      }),
    )
  })
})

describe("own and pooled evidence meet when they are read", () => {
  const mine = person("me", 10)
  const cards = (others: { precision: number; pull: number } | null) =>
    CARDS.map(c => ({ ...c, others: c.id === "bad" ? others : null }))
  it("without any from others the choice is what it was", () => {
    const candidates = CARDS.map(c => ({ id: c.id, score: 0.7, source: c.source, match: null, topic: c.id }))
    const draw = episodeDraw(seeded("draw"))
    const chosen = (l: Learner) => choose(l, candidates, 2, draw, seeded("x"), LEARN, CHOOSE)
    const small = chosen(withOthers(mine, POOLED, cards(null), LEARN))
    chosen(mine).forEach((c, i) => {
      expect(small[i]!.shown).toBe(c.shown)
      expect(small[i]!.value).toBeCloseTo(c.value, 5)
    })
  })

  it("what others saw moves the card they saw, in their direction, and makes it surer", () => {
    const [mean, variance] = marginalOf(mine, "d:bad", LEARN.card)
    const l = withOthers(mine, POOLED, cards({ precision: 20, pull: -20 }), LEARN)
    const [then, surer] = marginalOf(l, "d:bad", LEARN.card)
    expect(then).toBeLessThan(mean)
    expect(surer).toBeLessThan(variance)
  })

  it("a card nobody here has met yet starts from what others saw of it", () => {
    const l = withOthers(
      newLearner(),
      POOLED,
      [{ id: "new", source: "agent", others: { precision: 10, pull: 5 } }],
      LEARN,
    )
    expect(marginalOf(l, "d:new", LEARN.card)[0]).toBeGreaterThan(0.1)
  })
})
