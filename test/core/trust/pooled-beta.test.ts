// The default trust: a posterior per source, pooled; what it counts and what it does not.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { alone } from "../../../src/core/rules/rule.ts"
import { beta } from "../../../src/core/rules/trust/beta.ts"
import { claimOf, fateOf, wordOf } from "../../../src/core/trust/answerable.ts"
import {
  ballotOf,
  episodesNeeded,
  intervalWithMean,
  pooledPosterior,
  sourceKey,
  TALLY,
  type Tally,
} from "../../../src/core/trust/tally.ts"

const POOL = { priorGood: 2, priorBad: 1, strengths: [1, 2, 4, 8, 16], places: 12 }
type State = Readonly<Record<string, Tally>>
const fresh = (): State => ({})
const NONE = { good: 0, bad: 0, n: 0 }
/** A judgement by itself: what the tally keeps of it, `was` taken back. */
function judge(state: State, source: string, good: number, weight = 1, was = { good: 0, weight: 0 }): State {
  const old = state[source] ?? { source, ...NONE }
  const n = Math.max(0, old.n + (weight > 0 ? 1 : 0) - (was.weight > 0 ? 1 : 0))
  const sum = {
    good: Math.max(0, old.good + good * weight - was.good * was.weight),
    bad: Math.max(0, old.bad + (1 - good) * weight - (1 - was.good) * was.weight),
  }
  return { ...state, [source]: { source, ...(n === 0 ? NONE : { ...sum, n }) } }
}
function ask(state: State, source: string, mass?: number) {
  const own = alone()
  for (const tally of Object.values(state)) TALLY.set(own.rows, sourceKey(tally.source), tally)
  return beta.decide(own, { source, now: 0, ...(mass === undefined ? {} : { mass }) }, beta.params).answer
}

describe("trust of a source", () => {
  it("[D63] starts out believed, with a wide interval and a count of none", () => {
    const trust = ask(fresh(), "failure-fix@1", 0.9)
    expect(trust.n).toBe(0)
    expect(trust.mean).toBeCloseTo(2 / 3, 1)
    expect(trust.high - trust.low).toBeGreaterThan(0.6)
  })
  it("[D63] moves towards what is seen, the more the more is seen, and its interval shrinks", () => {
    let state = fresh()
    const widths: number[] = []
    const means: number[] = []
    for (let i = 1; i <= 100; i++) {
      state = judge(state, "s", i % 5 === 0 ? 1 : 0)
      if (i === 10 || i === 30 || i === 100) {
        const { mean, low, high } = ask(state, "s", 0.9)
        means.push(mean)
        widths.push(high - low)
      }
    }
    expect(means[0]).toBeGreaterThan(means[2]!)
    expect(means[2]).toBeCloseTo(0.2, 1)
    expect(widths[0]).toBeGreaterThan(widths[1]!)
    expect(widths[1]).toBeGreaterThan(widths[2]!)
  })
  it("pools: a newcomer among failing sources is believed less than among good ones", () => {
    let bad = fresh()
    let good = fresh()
    for (const source of ["a@1", "b@1", "c@2", "d@1"])
      for (let i = 0; i < 20; i++) {
        bad = judge(bad, source, 0)
        good = judge(good, source, 1)
      }
    expect(ask(bad, "new@1").mean).toBeLessThan(0.4)
    expect(ask(good, "new@1").mean).toBeGreaterThan(0.8)
    expect(ask(bad, "new@1").n).toBe(0)
    expect(ask(bad, "tool:Bash").mean, "a tool is no rule").toBeCloseTo(ask(fresh(), "tool:Bash").mean)
  })
  it("a later judgement of the same replaces the earlier one; taken back, nothing is left", () => {
    const once = judge(fresh(), "s", 1)
    const turned = judge(once, "s", 0, 1, { good: 1, weight: 1 })
    expect(ask(turned, "s")).toEqual(ask(judge(fresh(), "s", 0), "s"))
    expect(ask(judge(once, "s", 0, 0, { good: 1, weight: 1 }), "s")).toEqual(ask(fresh(), "s"))
  })
  it("the posterior stays in range, is monotone in good, and its interval holds its mean", () => {
    const count = fc.double({ min: 0, max: 200, noNaN: true })
    const counted = fc.record({ good: count, bad: count })
    fc.assert(
      fc.property(
        fc.array(counted, { maxLength: 5 }),
        counted,
        fc.double({ min: 0.1, max: 0.95, noNaN: true }),
        (others, own, mass) => {
          const { a, b } = pooledPosterior([...others, own], own, POOL)
          const mean = a / (a + b)
          const [low, high] = intervalWithMean({ a, b }, mass)
          expect(mean).toBeGreaterThan(0)
          expect(mean).toBeLessThan(1)
          expect(low).toBeLessThanOrEqual(mean)
          expect(high).toBeGreaterThanOrEqual(mean)
          const better = { ...own, good: own.good + 5 }
          const next = pooledPosterior([...others, better], better, POOL)
          expect(next.a / (next.a + next.b)).toBeGreaterThan(mean)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe("what one episode may say", () => {
  it("many judgements of one episode weigh less than as many episodes, never more than 1/ρ", () => {
    const items = (m: number) => Object.fromEntries(Array.from({ length: m }, (_, i) => [`c${i}`, [1, 1] as const]))
    expect(ballotOf({}, 0.5)).toBeNull()
    expect(ballotOf(items(1), 0.5)).toEqual({ good: 1, weight: 1 })
    expect(ballotOf(items(3), 0.5)!.weight).toBeCloseTo(1.5)
    expect(ballotOf(items(1000), 0.5)!.weight).toBeLessThan(2)
  })
  it("a mixed episode counts as mixed", () => {
    expect(ballotOf({ a: [1, 1], b: [0, 1] }, 0.5)!.good).toBe(0.5)
  })
})

describe("what became of a proposal", () => {
  const facts = { words: [], typed: false, stage: "active" as const, verdict: null }
  it("silence is no judgement; measured value, deprecation and replacement are", () => {
    expect(fateOf(facts)).toBeNull()
    expect(fateOf({ ...facts, verdict: "early" })).toBeNull()
    expect(fateOf({ ...facts, verdict: "inert" })).toBeNull()
    expect(fateOf({ ...facts, verdict: "helps" })?.good).toBe(1)
    expect(fateOf({ ...facts, verdict: "harms" })?.good).toBe(0)
    expect(fateOf({ ...facts, stage: "deprecated" })?.good).toBe(0)
    expect(fateOf({ ...facts, stage: "superseded" })?.good).toBe(0)
    expect(fateOf({ ...facts, stage: "needs_recheck" })).toMatchObject({ good: 0, weight: 0.5 })
    expect(fateOf({ ...facts, stage: "archived" })).toBeNull()
  })
  it("[D63] of the user's own words only the user's later acts speak", () => {
    const typed = { ...facts, typed: true }
    expect(fateOf({ ...typed, verdict: "harms" })).toBeNull()
    expect(fateOf({ ...typed, stage: "superseded" })).toBeNull()
    const word = { act: "a", good: 0 as const, weight: 1, because: "put away by the user" }
    expect(fateOf({ ...typed, words: [word] })?.good).toBe(0)
  })
  it("the user's last word beats what was measured", () => {
    const words = [
      { act: "a", good: 0 as const, weight: 1, because: "put away by the user" },
      { act: "b", good: 1 as const, weight: 1, because: "confirmed by the user" },
    ]
    expect(fateOf({ ...facts, words, verdict: "harms" })?.good).toBe(1)
  })
  it("reads acts and marks: who keeps, who puts away, who says nothing", () => {
    expect(wordOf("card.confirmed", {})?.good).toBe(1)
    expect(wordOf("card.pinned", { on: false })).toBeNull()
    expect(wordOf("card.archived", {})?.good).toBe(0)
    expect(wordOf("card.archived", { by: "team" })).toBeNull()
    expect(wordOf("card.archived", { by: "mettle" })).toBeNull()
    expect(wordOf("card.corrected", {})?.good).toBe(0)
    expect(wordOf("card.narrowed", {})).toBeNull()
    expect(wordOf("feedback.given", { tag: "irrelevant", by: "user" })).toBeNull()
    expect(wordOf("feedback.given", { tag: "keep", by: "agent" })).toBeNull()
    expect([claimOf("keep"), claimOf("wrong"), claimOf("irrelevant")]).toEqual([1, 0, null])
  })
})

it("a source that is seldom right needs more episodes, never none and never endlessly many", () => {
  expect(episodesNeeded(2 / 3, 0.6, 6)).toBe(1)
  expect(episodesNeeded(0.5, 0.6, 6)).toBe(2)
  expect(episodesNeeded(0.3, 0.6, 6)).toBe(3)
  expect(episodesNeeded(0.01, 0.6, 6)).toBe(6)
  expect(episodesNeeded(1, 0.6, 6)).toBe(1)
})
