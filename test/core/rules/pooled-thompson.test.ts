import { describe, expect, it } from "vitest"
import type { Posterior } from "../../../src/core/learn/state.ts"
import type { RankCandidate, RankInput } from "../../../src/core/questions/cards.ts"
import { pooledThompson as rule } from "../../../src/core/rules/rank/order.ts"
import { alone, tellRecord } from "../../../src/core/rules/rule.ts"
import { plusMinusValue } from "../../../src/core/rules/value/worth.ts"
import { seeded } from "../../../src/core/stats.ts"
import { CARDS, deepFreeze, history } from "../learn/small-world.ts"

const own = alone()
for (const record of history(250)) tellRecord(plusMinusValue, own, { record, credits: [], cards: CARDS })
const state = plusMinusValue.posterior!(own, false)
const candidate = (card: string, more: Partial<RankCandidate> = {}): RankCandidate => ({
  card,
  kind: "tactic",
  tier: "repo",
  stage: "active",
  source: "agent",
  topic: "t",
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
const input = (candidates: RankCandidate[], seed = "s", posterior: Posterior | undefined = state): RankInput => ({
  candidates,
  slots: { norms: 2, negatives: 2, tactics: 3, facts: 2 },
  placement: "prompt",
  random: seeded(seed),
  posterior,
  episode: "e1",
})
const pack = [candidate("good", { source: "user" }), candidate("bad"), candidate("idle"), candidate("other")]

describe("pooled-thompson", () => {
  it("shows what helps, withholds what harms, and logs a chance for each", () => {
    const { answer } = rule.decide(alone(), input(pack), rule.params)
    const of = (id: string) => answer.find(a => a.card === id)!
    expect(of("good").shown).toBe(true)
    expect(of("good").chance).toBeGreaterThan(0.9)
    expect(of("bad").shown).toBe(false)
    expect(of("bad").chance).toBeLessThan(0.1)
    for (const a of answer) {
      expect(a.chance).toBeGreaterThan(0)
      expect(a.chance).toBeLessThanOrEqual(1)
      expect(a.reason === null).toBe(a.shown)
    }
  })
  it("never withholds what must be shown, whatever was learned of it", () => {
    const { answer } = rule.decide(
      alone(),
      input([candidate("bad", { mustShow: true }), candidate("n", { kind: "preference", mustShow: true })]),
      rule.params,
    )
    for (const a of answer) expect([a.shown, a.chance]).toEqual([true, 1])
  })
  it("repeats itself for the same seed, from JSON too, and leaves its input alone", () => {
    const json = JSON.parse(JSON.stringify(state)) as Posterior
    const frozen = pack.map(c => deepFreeze({ ...c }))
    const a = rule.decide(alone(), input(frozen), rule.params)
    expect(rule.decide(alone(), input(frozen), rule.params)).toEqual(a)
    expect(rule.decide(alone(), input(frozen, "s", json), rule.params)).toEqual(a)
  })
  it("answers without candidates and without anything learned", () => {
    expect(rule.decide(alone(), input([]), rule.params).answer).toEqual([])
    const { answer } = rule.decide(alone(), { ...input(pack), posterior: undefined }, rule.params)
    expect(answer).toHaveLength(4)
  })
  it("keeps to the slots and the cap per topic", () => {
    const many = Array.from({ length: 12 }, (_, i) => candidate("good", { card: `g${i}`, source: "user", score: 0.9 }))
    const { answer } = rule.decide(alone(), input([...many, ...pack]), rule.params)
    expect(answer.filter(a => a.shown).length).toBeLessThanOrEqual(2)
  })
})
