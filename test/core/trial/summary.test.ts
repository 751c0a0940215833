// What may be said of a trial: pairs, not averages of strangers; and nothing at all of too few.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { interval, studentT } from "../../../src/core/stats.ts"
import { LEAST_PAIRS, summarise, type TrialRun } from "../../../src/core/trial/summary.ts"

const run = (arm: string, task: string, corrections: number, more: Partial<TrialRun> = {}): TrialRun => ({
  ...{ arm, task, corrections, round: 0, solved: true, seconds: 1, broken: null },
  ...{ inputTokens: 1_000, outputTokens: 100, ...more },
})
const tasks = Array.from({ length: 12 }, (_, i) => `t${i}`)

describe("a t interval", () => {
  it("has the quantiles of the tables", () => {
    expect(studentT(1, 0.95)).toBeCloseTo(12.706, 2)
    expect(studentT(9, 0.95)).toBeCloseTo(2.262, 3)
    expect(studentT(120, 0.95)).toBeCloseTo(1.98, 2)
  })
  it("says nothing about the spread of one run, and holds its own mean", () => {
    expect(interval([3], 0.95)).toEqual({ n: 1, mean: 3, low: null, high: null })
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 30 }), xs => {
        const { mean, low, high } = interval(xs, 0.95)
        expect(low!).toBeLessThanOrEqual(mean + 1e-9)
        expect(high!).toBeGreaterThanOrEqual(mean - 1e-9)
      }),
    )
  })
})

describe("a trial's summary", () => {
  it("[issue 13.3] compares the same task in the same round, and calls a clear difference one", () => {
    const runs = tasks.flatMap((t, i) => [run("none", t, 2 + (i % 2)), run("mettle", t, i % 2)])
    const { differences, arms } = summarise(runs, ["none", "mettle"])
    expect(arms.map(a => [a.arm, a.runs, a.solved])).toEqual([
      ["none", 12, 12],
      ["mettle", 12, 12],
    ])
    expect(differences[0]).toMatchObject({ pairs: 12, verdict: "fewer corrections", against: "none" })
    expect(differences[0]!.corrections.mean).toBeCloseTo(-2)
    const turned = summarise(runs, ["mettle", "none"])
    expect(turned.differences[0]!.verdict).toBe("more corrections")
  })
  it("an arm's own counts are never less than none, however few the runs", () => {
    const { arms, differences } = summarise(
      [run("none", "a", 0), run("none", "b", 1), run("mettle", "a", 0), run("mettle", "b", 0)],
      ["none", "mettle"],
    )
    expect(arms[0]!.corrections).toMatchObject({ n: 2, mean: 0.5, low: 0 })
    expect(differences[0]!.corrections.low).toBeLessThan(0)
  })
  it("[L8] says too early below the least number of pairs, however large the difference", () => {
    const few = tasks.slice(0, LEAST_PAIRS - 1).flatMap(t => [run("none", t, 9), run("mettle", t, 0)])
    expect(summarise(few, ["none", "mettle"]).differences[0]!.verdict).toBe("too early")
  })
  it("leaves out what could not be run, with its partner, and counts it", () => {
    const runs = tasks.flatMap((t, i) => [
      run("none", t, 1, i < 3 ? { broken: "no log-in" } : {}),
      run("mettle", t, 1, { inputTokens: null }),
    ])
    const { arms, differences } = summarise(runs, ["none", "mettle"])
    expect(arms[0]).toMatchObject({ runs: 9, broken: 3 })
    expect(differences[0]).toMatchObject({ pairs: 9, verdict: "not told apart", inputTokens: null })
    expect(differences[0]!.outputTokens!.mean).toBe(0)
  })
})
