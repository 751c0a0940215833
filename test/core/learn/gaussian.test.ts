// A belief with what was learned last beside its square is the textbook one: conditioned row by row, weights coming, drifting,
// freed and taken again, on any schedule of settling, and through copies that share the square.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  addWeight,
  aloneAgain,
  condition,
  copyGaussian,
  covarianceOf,
  emptyGaussian,
  freeWeights,
  resetWeight,
  rowCovariance,
  rowMean,
  rowVariance,
  settle,
  variances,
  widen,
} from "../../../src/core/learn/gaussian.ts"

/** The same in double precision, nothing saved and nothing shared. */
interface Plain {
  mean: number[]
  cov: number[][]
}
const far = (g: ReturnType<typeof emptyGaussian>, plain: Plain): number => {
  const all = variances(g)
  return Math.max(
    0,
    ...plain.mean.flatMap((m, i) => [
      Math.abs(m - g.mean[i]!),
      Math.abs(plain.cov[i]![i]! - all[i]!),
      ...plain.cov[i]!.map((v, j) => Math.abs(v - covarianceOf(g, i, j))),
    ]),
  )
}

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("add" as const), mean: fc.double({ min: -1, max: 1, noNaN: true }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("learn" as const),
      at: fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 5 }),
      seen: fc.double({ min: -2, max: 2, noNaN: true }),
    }),
  },
  fc.record({ do: fc.constant("widen" as const), at: fc.nat(60) }),
  fc.record({ do: fc.constant("free" as const), at: fc.nat(60) }),
  fc.record({ do: fc.constant("settle" as const) }),
  fc.record({ do: fc.constant("copy" as const) }),
)

describe("a Gaussian belief", () => {
  it("is textbook conditioning, however it is kept", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), steps => {
        let g = emptyGaussian()
        const plain: Plain = { mean: [], cov: [] }
        const add = (mean: number) => {
          addWeight(g, mean, 0.5)
          for (const row of plain.cov) row.push(0)
          plain.mean.push(mean)
          plain.cov.push([...plain.mean.slice(1).map(() => 0), 0.5])
        }
        for (let i = 0; i < 20; i++) add(0.1 * (i % 3))
        for (const s of steps) {
          const n = plain.mean.length
          if (s.do === "add") add(s.mean)
          else if (s.do === "settle") settle(g)
          else if (s.do === "copy") {
            const before = JSON.stringify([...variances(g)])
            const next = copyGaussian(g)
            condition(next, rowCovariance(next, { at: [0], by: [1] }), 0.3, 0.2)
            settle(next)
            expect(JSON.stringify([...variances(g)])).toBe(before)
            g = copyGaussian(g)
          } else if (s.do === "widen") {
            widen(g, s.at % n, 0.01)
            plain.cov[s.at % n]![s.at % n]! += 0.01
          } else if (s.do === "free") {
            const i = s.at % n
            freeWeights(g, [i])
            resetWeight(g, i, 0.2, 0.3)
            plain.mean[i] = 0.2
            plain.cov.forEach((row, j) => {
              row[i] = 0
              plain.cov[i]![j] = 0
            })
            plain.cov[i]![i] = 0.3
          } else {
            const row = { at: [...new Set(s.at.map(i => i % n))], by: [] as number[] }
            row.by = row.at.map((_, i) => 1 - 0.3 * i)
            const k = rowCovariance(g, row)
            const v = rowVariance(k, row)
            condition(g, k, (s.seen - rowMean(g, row)) / (v + 1), 1 / (v + 1))
            const pk = plain.cov.map(r => row.at.reduce((sum, i, x) => sum + row.by[x]! * r[i]!, 0))
            const pv = row.at.reduce((sum, i, x) => sum + row.by[x]! * pk[i]!, 0)
            const pm = row.at.reduce((sum, i, x) => sum + row.by[x]! * plain.mean[i]!, 0)
            plain.mean = plain.mean.map((m, i) => m + (pk[i]! * (s.seen - pm)) / (pv + 1))
            plain.cov = plain.cov.map((r, i) => r.map((c, j) => c - (pk[i]! * pk[j]!) / (pv + 1)))
          }
        }
        expect(far(g, plain)).toBeLessThan(1e-4)
      }),
      { numRuns: 60 },
    )
  })

  it("a weight that is alone again hangs together with no other, now and after settling", () => {
    const g = emptyGaussian()
    for (let i = 0; i < 40; i++) addWeight(g, 0, 1)
    const before = copyGaussian(g)
    for (let i = 1; i < 40; i++) condition(g, rowCovariance(g, { at: [0, i], by: [1, 1] }), 0.1, 0.2)
    const others = covarianceOf(g, 1, 2)
    aloneAgain(g, 0)
    resetWeight(g, 0, 0, 1)
    for (const look of [() => {}, () => settle(g)]) {
      look()
      expect(covarianceOf(g, 0, 0)).toBeCloseTo(1, 6)
      expect(covarianceOf(g, 0, 5)).toBe(0)
      // what the others share through it is kept
      expect(covarianceOf(g, 1, 2)).toBeCloseTo(others, 6)
      expect(others).not.toBe(0)
    }
    expect(covarianceOf(before, 1, 2)).toBe(0)
  })
})
