// A mean with its t interval over independent runs. Quantiles of Student's t by inverting the incomplete beta function,
// which core/stats already has.
import { betaCdf } from "../src/core/stats.ts"

export interface Interval {
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

export function interval(xs: readonly number[], mass: number): Interval {
  const n = xs.length
  const mean = xs.reduce((a, b) => a + b, 0) / n
  const variance = xs.reduce((s, x) => s + (x - mean) ** 2, 0) / Math.max(1, n - 1)
  const half = n < 2 ? Number.POSITIVE_INFINITY : studentT(n - 1, mass) * Math.sqrt(variance / n)
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
