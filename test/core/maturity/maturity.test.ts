import { describe, expect, it } from "vitest"
import {
  criterionWeight,
  deprecate,
  faded,
  MATURITY,
  type Maturing,
  MULTIPLIER,
  maturedScore,
  maturityOf,
  promote,
  recordObservation,
  reset,
  shouldInvert,
} from "../../../src/core/rules/swarm/maturity.ts"

const pattern: Maturing = {
  id: "p",
  content: "Split by file",
  state: "established",
  kind: "pattern",
  is_negative: false,
  success_count: 0,
  failure_count: 0,
  reason: null,
  tags: [],
}

describe("seed 003's maturity", () => {
  it("[S3-11] halves every 90 days: 1, .5, .25, .125", () => {
    expect([0, 90, 180, 270].map(d => faded(1, d))).toEqual([1, 0.5, 0.25, 0.125])
  })
  it("[S3-12] [S3-13] weighs helpful against harmful with a floor, and does not fade at equal age (C3-6)", () => {
    expect(criterionWeight(12, 3)).toBeCloseTo(0.8, 12)
    expect(criterionWeight(faded(12, 400), faded(3, 400))).toBeCloseTo(0.8, 12)
    expect(criterionWeight(0, 9)).toBe(0.1)
    expect(criterionWeight(0, 0)).toBe(0.5)
  })
  it("[S3-17..20] candidate, established, proven, deprecated and their multipliers", () => {
    expect(maturityOf({ helpful: 2, harmful: 0, total: 2 })).toBe("candidate")
    expect(maturityOf({ helpful: 3, harmful: 0, total: 3 })).toBe("established")
    expect(maturityOf({ helpful: 5, harmful: 0, total: 5 })).toBe("proven")
    expect(maturityOf({ helpful: 6, harmful: 1, total: 7 })).toBe("proven")
    expect(maturityOf({ helpful: 5, harmful: 1, total: 6 })).toBe("established")
    expect(maturityOf({ helpful: 2, harmful: 1, total: 3 })).toBe("deprecated")
    expect(MULTIPLIER).toEqual({ candidate: 0.5, established: 1, proven: 1.5, deprecated: 0 })
    expect(maturedScore(0.8, "proven")).toBeCloseTo(1.2, 12)
  })
  it("[S3-21] must keep earning: three events are a candidate again the next day (C3-9, C3-10)", () => {
    expect(maturityOf({ helpful: faded(3, 1), harmful: 0, total: faded(3, 1) })).toBe("candidate")
    expect(maturityOf({ helpful: faded(5, 1), harmful: 0, total: faded(5, 1) })).toBe("established")
  })
  it("[S3-22..24] a deprecated pattern can only be reset", () => {
    expect(promote(pattern).state).toBe("proven")
    const out = deprecate(pattern, "broke the build")
    expect(out).toMatchObject({ state: "deprecated", reason: "broke the build" })
    expect(() => promote(out)).toThrow(/reset/)
    expect(promote(reset(out)).state).toBe("proven")
  })
  it("[S3-26] inverts at 60% of three and not before", () => {
    expect([shouldInvert(0, 2), shouldInvert(2, 3), shouldInvert(3, 4), shouldInvert(1, 2)]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })
  it("[S3-28] [S3-29] hands back the AVOID with its counts", () => {
    let p = pattern
    let last = recordObservation(p, true)
    for (const ok of [false, false]) {
      p = last.pattern
      last = recordObservation(p, ok)
    }
    expect(last.pattern).toMatchObject({ success_count: 1, failure_count: 2 })
    expect(last.inversion!.inverted).toMatchObject({
      id: "anti-p",
      content: "AVOID: Split by file. Failed 2/3 times (67% failure rate)",
      kind: "anti_pattern",
      is_negative: true,
      success_count: 1,
      failure_count: 2,
    })
  })
  it("[S3-45] [S3-51..58] keeps the seed's tuning keys", () => {
    expect(MATURITY).toMatchObject({
      halfLifeDays: 90,
      minFeedback: 3,
      minHelpful: 5,
      maxHarmful: 0.15,
      deprecationThreshold: 0.3,
      minObservations: 3,
      failureRatioThreshold: 0.6,
      antiPatternPrefix: "AVOID: ",
    })
  })
})
