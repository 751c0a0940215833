// One observation of hidden success: the belief N(m, v) about a prompt's log-odds, tilted by P(signals | log-odds) =
// σ(η)·e^llr + 1 − σ(η). Moments by fixed Gauss-Hermite quadrature (assumed density filtering). No state here.
import { sigmoid } from "../stats.ts"

// Nodes and weights of ∫ exp(−x²) f(x) dx by 11 points (roots of the Hermite polynomial), from the outside in; the rest mirrors them.
const OUTER = [3.6684708465595826, 2.783290099781652, 2.025948015825755, 1.3265570844949328, 0.6568095668820997]
const WEIGHS = [
  0.000001439560393714255, 0.00034681946632334496, 0.011911395444911505, 0.11722787516770808, 0.4293597523561247,
]
const NODES = Float64Array.of(...OUTER, 0, ...OUTER.map(x => -x).reverse())
const WEIGHTS = Float64Array.of(...WEIGHS, 0.6547592869145914, ...WEIGHS.toReversed())
const POINTS = NODES.length

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
