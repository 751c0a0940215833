// One observation of hidden success: the belief N(m, v) about a prompt's log-odds, tilted by P(signals | log-odds) =
// σ(η)·e^llr + 1 − σ(η). Moments by fixed Gauss-Hermite quadrature (assumed density filtering). No state here.
import { sigmoid } from "../stats.ts"

// Nodes and weights of ∫ exp(−x²) f(x) dx, 11 points, computed once from the Hermite recurrence by Newton's method.
const POINTS = 11
const { nodes: NODES, weights: WEIGHTS } = hermite(POINTS)

function hermite(n: number): { nodes: Float64Array; weights: Float64Array } {
  const nodes = new Float64Array(n)
  const weights = new Float64Array(n)
  let z = 0
  for (let i = 0; i < (n + 1) >> 1; i++) {
    if (i === 0) z = Math.sqrt(2 * n + 1) - 1.85575 * (2 * n + 1) ** -0.16667
    else if (i === 1) z -= (1.14 * n ** 0.426) / z
    else if (i === 2) z = 1.86 * z - 0.86 * nodes[0]!
    else if (i === 3) z = 1.91 * z - 0.91 * nodes[1]!
    else z = 2 * z - nodes[i - 2]!
    let slope = 1
    for (let pass = 0; pass < 50; pass++) {
      let p1 = Math.PI ** -0.25
      let p2 = 0
      for (let j = 0; j < n; j++) {
        const p3 = p2
        p2 = p1
        p1 = z * Math.sqrt(2 / (j + 1)) * p2 - Math.sqrt(j / (j + 1)) * p3
      }
      slope = Math.sqrt(2 * n) * p2
      const step = p1 / slope
      z -= step
      if (Math.abs(step) < 1e-15) break
    }
    nodes[i] = z
    nodes[n - 1 - i] = -z
    weights[i] = 2 / (slope * slope)
    weights[n - 1 - i] = weights[i]!
  }
  return { nodes, weights }
}

interface Tilted {
  /** mean and variance of the log-odds after seeing the signals */
  readonly mean: number
  readonly variance: number
  /** chance of success before and after seeing them */
  readonly before: number
  readonly after: number
}

export function tilt(m: number, v: number, llr: number): Tilted {
  const sd = Math.sqrt(Math.max(v, 1e-12) * 2)
  const ratio = Math.exp(Math.max(-12, Math.min(12, llr)))
  let z = 0
  let w = 0
  let first = 0
  let second = 0
  let before = 0
  let ok = 0
  for (let i = 0; i < POINTS; i++) {
    const d = sd * NODES[i]!
    const p = sigmoid(m + d)
    const like = WEIGHTS[i]! * (p * ratio + 1 - p)
    w += WEIGHTS[i]!
    before += WEIGHTS[i]! * p
    z += like
    first += like * d
    second += like * d * d
    ok += WEIGHTS[i]! * p * ratio
  }
  const shift = first / z
  return { mean: m + shift, variance: Math.max(second / z - shift * shift, 1e-12), before: before / w, after: ok / z }
}
