// A mean with its t interval over independent runs: what proofs and trials report. Quantiles of Student's t by inverting
// the incomplete beta function.
import { betaCdf } from "./stats.ts"

export interface Interval {
  readonly n: number
  readonly mean: number
  /** null with fewer than two runs: nothing can be said about the spread */
  readonly low: number | null
  readonly high: number | null
}

export function interval(xs: readonly number[], mass: number): Interval {
  const n = xs.length
  const mean = n === 0 ? 0 : xs.reduce((a, b) => a + b, 0) / n
  if (n < 2) return { n, mean, low: null, high: null }
  const variance = xs.reduce((s, x) => s + (x - mean) ** 2, 0) / (n - 1)
  const half = studentT(n - 1, mass) * Math.sqrt(variance / n)
  return { n, mean, low: mean - half, high: mean + half }
}

/** The t between whose minus and plus this mass lies. */
export function studentT(df: number, mass: number): number {
  const within = (t: number): number => 1 - betaCdf(df / (df + t * t), df / 2, 0.5)
  let [low, high] = [0, 1_000]
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2
    if (within(middle) < mass) low = middle
    else high = middle
  }
  return high
}
