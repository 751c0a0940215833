// Progress, averages, gate, sampling and calibration: the pure parts of the assessment.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Course, weigh } from "../../src/core/assess/calibrate.ts"
import { GATE_PARAMS, type Gate, OPEN, pass } from "../../src/core/assess/gate.ts"
import { average, progressOf, START } from "../../src/core/assess/progress.ts"
import { type Sampled, sampleEpisode } from "../../src/core/assess/sampling.ts"
import type { Signal } from "../../src/core/model.ts"
import { emaBreaker } from "../../src/core/rules/alarm/breakers.ts"
import { grooveBreaker } from "../../src/core/rules/groove/breaker.ts"
import { alone, type Rule } from "../../src/core/rules/rule.ts"
import { seeded } from "../../src/core/stats.ts"

const signal = (of: Partial<Signal>): Signal => ({
  ...{
    signal: "feedback",
    type: "neutral",
    polarity: 0,
    confidence: 1,
    because: "x",
    event: "e",
    turn: 0,
    rule: "r@1",
  },
  ...of,
})
const complaint = signal({ type: "explicit_negative", polarity: -1 })
const red = signal({ signal: "tool", type: "fail", polarity: -1, facts: { salient: "test" } })
const plainRed = signal({ signal: "tool", type: "fail", polarity: -1, facts: { salient: null } })

describe("averages", () => {
  it("[part 4] a message that says nothing moves nothing; the averages stay within 0 and 1", () => {
    expect(average({ frustration: 0.4, success: 0.6 }, { bad: null, good: null }, 0.3)).toEqual({
      frustration: 0.4,
      success: 0.6,
    })
    const bit = fc.constantFrom(0 as const, 1 as const, null)
    fc.assert(
      fc.property(
        fc.array(fc.record({ bad: bit, good: bit })),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, alpha) => {
          const end = all.reduce((now, said) => average(now, said, alpha), START)
          for (const x of [end.frustration, end.success]) {
            expect(x).toBeGreaterThanOrEqual(0)
            expect(x).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })
  it("[C2-3] from 0 it takes four bad signals at alpha 0.3 to pass 0.7", () => {
    let now = START
    const seen = [1, 2, 3, 4].map(() => (now = average(now, { bad: 1, good: null }, 0.3)).frustration > 0.7)
    expect(seen).toEqual([false, false, false, true])
  })
  it("[S2-16] a red test is bad, a failing ls is only counted", () => {
    expect(progressOf([red])).toMatchObject({ bad: 1, good: 0, tool: "fail", marks: ["fail"] })
    expect(progressOf([plainRed])).toMatchObject({ bad: null, good: null, tool: "fail", marks: [] })
  })
})

describe("breakers", () => {
  const play = (rule: Rule<"alarm">, said: readonly (readonly Signal[])[], gapMs = 60_000) => {
    const own = alone()
    return said.map((signals, i) => {
      const progress = progressOf(signals)
      const input = { episode: "e", message: i + 1, by: "user" as const, signals, progress, at: i * gapMs }
      rule.on!["message heard"]!(own, { message: input, at: input.at, seq: i }, rule.params)
      return rule.decide(own, input, rule.params).answer?.trip ?? null
    })
  }
  it("[S2-36, D37] ema-breaker: three complaints in five user messages, then the average", () => {
    expect(play(emaBreaker, [[complaint], [complaint], [complaint], [complaint], [complaint], [complaint]])).toEqual([
      null,
      null,
      "corrections",
      null,
      null,
      "frustration",
    ])
  })
  it("[S2-38] groove-breaker as written: more than three in five, or the average above 0.7", () => {
    expect(play(grooveBreaker, [[complaint], [complaint], [complaint], [complaint]])).toEqual([
      null,
      null,
      null,
      "frustration",
    ])
  })
  it("[S2-45..47] the gate: spacing, cool-down, and beyond the most it is only written down", () => {
    const wants = { trip: "t", intervention: "pivot" as const, because: "b" }
    const tries = [0, 1, 60, 125, 300, 500, 700].map((seconds, i) => ({ message: 1 + i * 3, at: seconds * 1000 }))
    const spoken: (boolean | null)[] = []
    tries.reduce<Gate>((gate, here) => {
      const next = pass(gate, wants, here, true, GATE_PARAMS)
      spoken.push(next === gate ? null : next.last!.spoken)
      return next
    }, OPEN)
    expect(spoken).toEqual([true, null, null, true, true, false, false])
    expect(pass(OPEN, wants, { message: 1, at: 0 }, true, { ...GATE_PARAMS, enabled: false })).toBe(OPEN)
    expect(pass(OPEN, wants, { message: 1, at: 0 }, true, { ...GATE_PARAMS, mute: true }).last?.spoken).toBe(false)
  })
})

describe("[S2-27..31] sampling", () => {
  const plain: Sampled = { id: "f".repeat(32), before: 99, spoke: false, tripped: false, messages: 20, lengths: [] }
  const how = { rate: 0.2, burnInEpisodes: 10 }
  it("says why, or that it passes the episode over", () => {
    expect(sampleEpisode(plain, how)).toBeNull()
    expect(sampleEpisode({ ...plain, before: 9 }, how)).toBe("burn-in")
    expect(sampleEpisode({ ...plain, spoke: true }, how)).toBe("your words")
    expect(sampleEpisode({ ...plain, tripped: true }, how)).toBe("tripped")
    expect(sampleEpisode({ ...plain, messages: 61, lengths: [10, 20, 30] }, how)).toBe("unusually long")
    expect(sampleEpisode({ ...plain, messages: 59, lengths: [10, 20, 30] }, how)).toBeNull()
    expect(sampleEpisode({ ...plain, id: "0".repeat(32) }, how)).toBe("sampled")
  })
})

describe("[S2-40, D69] calibration", () => {
  const now = { threshold: 0.7, alpha: 0.3, messages: 10 }
  const watch = { spacing: 3, perEpisode: 3, watched: 5 }
  /** four bad signals and a complaint after them, or none */
  const course = (right: boolean): Course => ({
    here: true,
    messages: 30,
    points: [1, 2, 3, 4, ...(right ? [6] : [])].map(message => ({
      message,
      bad: 1,
      marks: [message === 6 ? ("correction" as const) : ("fail" as const)],
    })),
  })
  it("says too early below ten trips, and then proposes nothing", () => {
    const [threshold] = weigh([course(true), course(true)], now, watch, seeded("a"))
    expect(threshold).toMatchObject({ early: true, proposed: 0.7 })
  })
  it("is a pure function of courses and seed, counts what each value would have done, and proposes a tried one", () => {
    const courses = Array.from({ length: 14 }, (_, i) => course(i % 7 !== 0))
    const first = weigh(courses, now, watch, seeded("a"))
    expect(weigh(courses, now, watch, seeded("a"))).toEqual(first)
    const threshold = first.find(w => w.parameter === "threshold")!
    const at = (value: number) => threshold.arms.find(arm => arm.value === value)!
    expect(threshold.early).toBe(false)
    expect(at(0.7).here).toEqual({ n: 14, right: 12 })
    expect(at(0.9).here.n).toBe(0)
    expect(threshold.arms.map(arm => arm.value)).toContain(threshold.proposed)
    for (const arm of first.flatMap(w => w.arms)) {
      expect(arm.low).toBeLessThanOrEqual(arm.mean)
      expect(arm.mean).toBeLessThanOrEqual(arm.high)
    }
  })
})
