// The formulas rules share. Pure numbers in, pure numbers out.

export const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x))
export const clampUnit = (x: number): number => clamp(x, 0, 1)
export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
export const logit = (p: number): number => Math.log(p / (1 - p))
export const mean = (xs: readonly number[]): number =>
  xs.length === 0 ? Number.NaN : xs.reduce((a, b) => a + b, 0) / xs.length

/** decayed weight of something `days` old under a half-life */
export const halfLife = (days: number, half: number): number => 0.5 ** (days / half)

/** ln Γ(x) by Lanczos; relative error below 1e-13 for x > 0. */
export function logGamma(x: number): number {
  const c = [
    76.180091729471, -86.505320329417, 24.014098240831, -1.2317395724502, 0.0012086509738662, -5.395239384953e-6,
  ]
  let y = x
  const t = x + 5.5 - (x + 0.5) * Math.log(x + 5.5)
  let sum = 1.00000000019001
  for (const k of c) sum += k / ++y
  return -t + Math.log((2.506628274631 * sum) / x)
}

/** Regularised incomplete beta I_x(a, b): P(Beta(a, b) ≤ x), by continued fraction. */
function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 - ((a + b) * x) / (a + 1)
  d = 1 / (Math.abs(d) < tiny ? tiny : d)
  let h = d
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 + even * d
    c = 1 + even / c
    d = 1 / (Math.abs(d) < tiny ? tiny : d)
    c = Math.abs(c) < tiny ? tiny : c
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 + odd * d
    c = 1 + odd / c
    d = 1 / (Math.abs(d) < tiny ? tiny : d)
    c = Math.abs(c) < tiny ? tiny : c
    h *= d * c
    if (Math.abs(d * c - 1) < 1e-14) break
  }
  return h
}

/** Inverse of the Beta distribution, by bisection: a draw, when `u` is a uniform number. */
export function betaQuantile(u: number, a: number, b: number, steps = 40): number {
  let [low, high] = [0, 1]
  for (let i = 0; i < steps; i++) {
    const middle = (low + high) / 2
    if (betaCdf(middle, a, b) < u) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Central interval of Beta(a, b) holding `mass`. */
export const betaInterval = (a: number, b: number, mass: number): readonly [number, number] => [
  betaQuantile((1 - mass) / 2, a, b, 60),
  betaQuantile((1 + mass) / 2, a, b, 60),
]

/** A small seeded generator (mulberry32 over a hashed seed): uniform 0 … 1. */
export function seeded(seed: string): () => number {
  let h = 2166136261
  for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 16777619)
  let a = h >>> 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

// A mean with its t interval over independent runs: what proofs and trials report.

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
