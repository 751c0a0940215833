// What pooled-thompson makes of a scope where memory harms, and of a placement where a kind did worse: fewer or no measured
// cards, said so; what must be shown stays.
import { describe, expect, it } from "vitest"
import { CHOOSE } from "../../../src/core/learn/choose.ts"
import type { RankCandidate, RankInput } from "../../../src/core/questions/cards.ts"
import { pooledThompson as rule } from "../../../src/core/rules/rank/order.ts"
import { alone } from "../../../src/core/rules/rule.ts"
import { seeded } from "../../../src/core/stats.ts"
import { contrast, noStanding, pile, type Standing, seen } from "../../../src/core/uplift/uplift.ts"

const candidate = (card: string, more: Partial<RankCandidate> = {}): RankCandidate => ({
  card,
  kind: "tactic",
  tier: "repo",
  stage: "active",
  source: "user",
  topic: card,
  tokens: 20,
  score: 0.8,
  lexical: 0.8,
  semantic: 0.8,
  ageDays: 1,
  value: null,
  truth: 1,
  mustShow: false,
  ...more,
})
const CARDS = [
  candidate("a"),
  candidate("b"),
  candidate("c"),
  candidate("d"),
  candidate("vouched", { mustShow: true, kind: "fact" }),
  candidate("norm", { kind: "constraint", mustShow: true }),
]
// Without caution every fitting card is worth its place, so that only room and standing decide.
const params = { ...rule.params, choose: { ...CHOOSE, margin: -1, caution: 0, cautionLater: 0 } }
const shown = (more: Partial<RankInput>) => {
  const input: RankInput = {
    candidates: CARDS,
    slots: { norms: 2, negatives: 2, tactics: 3, facts: 2 },
    placement: "prompt",
    random: seeded("s"),
    posterior: undefined,
    ...more,
  }
  const { answer, because } = rule.decide(alone(), input, params)
  return { because, answer, cards: answer.filter(a => a.shown).map(a => a.card) }
}
const harmed = (): Standing => {
  let s = noStanding(0)
  for (let i = 0; i < 80; i++) s = seen(seen(s, i % 4 === 0 ? 0.9 : 0.1, -0.2), i % 5 === 0 ? 0.1 : 0.9, null)
  return s
}
const labels = (n: number, ok: number) => pile(Array.from({ length: n }, (_, i) => (i % 10 < ok ? 0.9 : 0.1)))

describe("design 8: a scope where memory harms", () => {
  it("shows only what must be shown, with the reason on every other card and in the pack's because", () => {
    const plain = shown({})
    expect(plain.cards.filter(c => c.length === 1)).toHaveLength(3)
    const down = shown({ standing: harmed() })
    expect([...down.cards].sort()).toEqual(["norm", "vouched"])
    expect(down.because).toContain("memory stands down here")
    for (const a of down.answer.filter(x => !x.shown))
      expect(a).toMatchObject({ reason: "memory stands down here", chance: 0 })
    expect(shown({ standing: null }).cards).toEqual(plain.cards)
  })
})

describe("design 8: a kind or a placement that harms a scope", () => {
  it("is not shown there; other kinds, other placements and what must be shown stay", () => {
    const fact = [...CARDS, candidate("f", { kind: "fact" })]
    const kind = shown({ candidates: fact, standingOf: { kinds: { tactic: harmed() }, placement: null } })
    expect([...kind.cards].sort()).toEqual(["f", "norm", "vouched"])
    expect(kind.answer.find(a => a.card === "a")).toMatchObject({ reason: "tactic stands down here", chance: 0 })
    const place = shown({ candidates: fact, standingOf: { kinds: {}, placement: harmed() } })
    expect([...place.cards].sort()).toEqual(["norm", "vouched"])
    expect(place.answer.find(a => a.card === "f")?.reason).toBe("prompt stands down here")
    expect(shown({ standingOf: null }).cards).toEqual(shown({}).cards)
  })
})

describe("design 8: placement is a treatment", () => {
  const tactics = (more: Partial<RankInput>) => shown(more).cards.filter(c => c.length === 1).length
  it("halves the room of a kind that clearly did worse here, and only where n allows", () => {
    expect(tactics({ placed: { tactic: contrast(labels(100, 3), labels(100, 8)) } })).toBe(2)
    expect(tactics({ placed: { tactic: contrast(labels(20, 3), labels(20, 8)) } }), "too few").toBe(3)
    expect(tactics({ placed: { tactic: contrast(labels(100, 7), labels(100, 8)) } }), "could be chance").toBe(3)
    expect(tactics({ placed: { fact: contrast(labels(100, 3), labels(100, 8)) } }), "another kind").toBe(3)
  })
})
