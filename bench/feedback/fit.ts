// Logistic regression held near given weights (a normal prior of one strength), by Newton steps: enough to fit eighty traits
// on a thousand turns in a moment, and to repeat it in folds. Measures; the product only carries the result.
import type { Traits } from "../../src/core/feedback/traits.ts"
import type { Weights } from "../../src/core/feedback/weights.ts"

export interface Example {
  readonly traits: Traits
  readonly hit: boolean
  readonly w: number
}
export interface Fitted {
  readonly weights: Weights
  readonly bias: number
}

const STEPS = 25

export function fitNear(examples: readonly Example[], prior: Weights, priorBias: number, strength: number): Fitted {
  const names = Object.keys(prior)
  const n = names.length + 1
  const start = [...names.map(name => prior[name]!), priorBias]
  const rows = examples.map(example => [...names.map(name => Math.min(2, example.traits[name] ?? 0)), 1])
  // square roots, so that rows standing for many do not drown the others
  const raw = examples.map(example => Math.sqrt(example.w))
  const mean = raw.reduce((sum, w) => sum + w, 0) / raw.length
  let beta = [...start]
  for (let step = 0; step < STEPS; step++) {
    const gradient = beta.map((value, i) => (i === n - 1 ? 1e-3 : strength) * (value - start[i]!))
    const hessian = beta.map((_, i) => beta.map((__, j) => (i === j ? (i === n - 1 ? 1e-3 : strength) : 0)))
    for (const [at, row] of rows.entries()) {
      const active = row.flatMap((value, i) => (value === 0 ? [] : [i]))
      const p = 1 / (1 + Math.exp(-active.reduce((sum, i) => sum + beta[i]! * row[i]!, 0)))
      const w = raw[at]! / mean
      const error = w * (p - (examples[at]!.hit ? 1 : 0))
      for (const i of active) {
        gradient[i]! += error * row[i]!
        for (const j of active) hessian[i]![j]! += w * p * (1 - p) * row[i]! * row[j]!
      }
    }
    const move = solve(hessian, gradient)
    beta = beta.map((value, i) => value - move[i]!)
    if (Math.max(...move.map(Math.abs)) < 1e-6) break
  }
  return { weights: Object.fromEntries(names.map((name, i) => [name, beta[i]!])), bias: beta[n - 1]! }
}

/** Gaussian elimination; the matrix is positive definite by construction. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const m = matrix.map((row, i) => [...row, right[i]!])
  const n = m.length
  for (let i = 0; i < n; i++) {
    for (let k = i + 1; k < n; k++) {
      const factor = m[k]![i]! / m[i]![i]!
      if (factor !== 0) for (let j = i; j <= n; j++) m[k]![j]! -= factor * m[i]![j]!
    }
  }
  const out = new Array<number>(n).fill(0)
  for (let i = n - 1; i >= 0; i--) {
    let sum = m[i]![n]!
    for (let j = i + 1; j < n; j++) sum -= m[i]![j]! * out[j]!
    out[i] = sum / m[i]![i]!
  }
  return out
}
