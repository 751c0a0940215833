import { describe, expect, it } from "vitest"
import { EXPERT, evidence, packSignals, refit, talkerness, unpackSignals } from "../../../src/core/learn/label.ts"
import type { PromptSignals } from "../../../src/core/learn/signals.ts"

const silent: PromptSignals = {
  test: -1,
  pace: -1,
  echo: -1,
  word: -1,
  others: 0,
  spoke: 0,
  end: -1,
  hard: 0,
  hardFail: 0,
  look: 0,
  lookFail: 0,
  act: 0,
  actFail: 0,
}

describe("outcome label", () => {
  it("adds nothing for signals that were not seen", () => {
    expect(evidence(EXPERT, silent)).toBe(0)
  })
  it("keeps every table a distribution", () => {
    for (const pair of [
      EXPERT.test,
      EXPERT.pace,
      EXPERT.echo,
      EXPERT.end,
      EXPERT.talk,
      EXPERT.quiet,
      EXPERT.hard,
      EXPERT.look,
      EXPERT.act,
    ])
      for (const side of pair) expect(side.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
  })
  it("believes words more in a session that speaks", () => {
    const alone = evidence(EXPERT, { ...silent, word: 1, others: 4, spoke: 0 })
    const talking = evidence(EXPERT, { ...silent, word: 1, others: 4, spoke: 3 })
    expect(talking).toBeGreaterThan(alone)
    expect(talkerness(EXPERT, { ...silent, others: 4, spoke: 3 })).toBeGreaterThan(0.9)
  })
  it("reads a complaint that carries an error trace as weaker than a plain one", () => {
    const talk = { ...silent, others: 4, spoke: 3 }
    expect(evidence(EXPERT, { ...talk, word: 2 })).toBeLessThan(0)
    expect(Math.abs(evidence(EXPERT, { ...talk, word: 3 }))).toBeLessThan(
      Math.abs(evidence(EXPERT, { ...talk, word: 2 })) + 0.2,
    )
  })
  it("learns that a signal means nothing where it means nothing", () => {
    // tests that come out the same whatever every other signal says
    const history = Array.from({ length: 600 }, (_, i) => ({
      prior: 0.6,
      signals: {
        ...silent,
        test: i % 3 === 0 ? 1 : 0,
        hard: 8,
        hardFail: i % 2 === 0 ? 0 : 4,
        others: 3,
        spoke: 3,
        word: i % 2 === 0 ? 1 : 2,
      },
    }))
    const t = refit(history, EXPERT, 40)
    const strength = (x: typeof EXPERT): number => Math.abs(Math.log(x.test[0][1]! / x.test[1][1]!))
    expect(strength(t)).toBeLessThan(0.4 * strength(EXPERT))
    for (const side of t.test) expect(side.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
  })
  it("survives packing", () => {
    const s = { ...silent, test: 2, hard: 7, hardFail: 3, word: 1 }
    expect(unpackSignals([9, ...packSignals(s)], 1)).toEqual(s)
  })
})
