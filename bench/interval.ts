// An interval over seeds, of which a bench always has at least two: the product's own, without the case of one.
import { interval as general } from "../src/core/stats.ts"

export interface Interval {
  readonly n: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

export function interval(xs: readonly number[], mass: number): Interval {
  const { n, mean, low, high } = general(xs, mass)
  return { n, mean, low: low ?? mean, high: high ?? mean }
}
