import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { tilt } from "../../../src/core/learn/tilt.ts"

/** The same moments by brute force. */
function brute(m: number, v: number, llr: number) {
  const sd = Math.sqrt(v)
  let z = 0
  let first = 0
  let second = 0
  for (let i = -4000; i <= 4000; i++) {
    const x = m + (sd * 8 * i) / 4000
    const p = 1 / (1 + Math.exp(-x))
    const w = Math.exp(-((x - m) ** 2) / (2 * v)) * (p * Math.exp(llr) + 1 - p)
    z += w
    first += w * x
    second += w * x * x
  }
  return { mean: first / z, variance: second / z - (first / z) ** 2 }
}

describe("tilt", () => {
  it("learns nothing from a prompt that says nothing", () => {
    const t = tilt(0.3, 0.5, 0)
    expect(t.mean).toBeCloseTo(0.3, 10)
    expect(t.variance).toBeCloseTo(0.5, 6)
    expect(t.after).toBeCloseTo(t.before, 12)
  })
  it("agrees with brute-force integration", () => {
    for (const [m, v, llr] of [
      [0, 0.4, 2],
      [0.8, 1, -3],
      [-0.5, 0.1, 1],
    ] as const) {
      const t = tilt(m, v, llr)
      const b = brute(m, v, llr)
      expect(t.mean).toBeCloseTo(b.mean, 3)
      expect(t.variance).toBeCloseTo(b.variance, 3)
    }
  })
  it("moves with the evidence, never against it, and stays a probability", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 0.01, max: 4, noNaN: true }),
        fc.double({ min: -9, max: 9, noNaN: true }),
        (m, v, llr) => {
          const t = tilt(m, v, llr)
          expect((t.mean - m) * llr).toBeGreaterThanOrEqual(-1e-9)
          expect(t.after).toBeGreaterThanOrEqual(0)
          expect(t.after).toBeLessThanOrEqual(1)
          expect(t.variance).toBeGreaterThan(0)
        },
      ),
    )
  })
})
