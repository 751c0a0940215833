// Logistic regression on sparse rows by L-BFGS: no chance in it, so the same rows give the same weights to the last bit.

export interface Sparse {
  readonly starts: Int32Array
  readonly keys: Int32Array
  readonly values: Float32Array
}
export interface Fit {
  readonly weights: Float64Array
  readonly bias: number
}

export function margins(x: Sparse, weights: Float64Array, bias: number): Float64Array {
  const n = x.starts.length - 1
  const out = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let sum = bias
    for (let j = x.starts[i]!; j < x.starts[i + 1]!; j++) sum += weights[x.keys[j]!]! * x.values[j]!
    out[i] = sum
  }
  return out
}

/** Least Σ cost·log(1 + e^(−ym)) + |w|²/2C; y is a share in 0…1. */
export function fitLogistic(x: Sparse, y: Float64Array, cost: Float64Array, columns: number, c: number, rounds = 60): Fit {
  const n = y.length
  const size = columns + 1 // the last is the bias, hardly held back
  const lambda = 1 / c
  const held = (k: number): number => (k === columns ? lambda * 0.01 : lambda)
  const gradient = new Float64Array(size)
  const lossAt = (w: Float64Array): number => {
    gradient.fill(0)
    let loss = 0
    for (let i = 0; i < n; i++) {
      let m = w[columns]!
      const from = x.starts[i]!
      const to = x.starts[i + 1]!
      for (let j = from; j < to; j++) m += w[x.keys[j]!]! * x.values[j]!
      const soft = m > 0 ? m + Math.log1p(Math.exp(-m)) : Math.log1p(Math.exp(m))
      loss += cost[i]! * (soft - y[i]! * m)
      const g = cost[i]! * (1 / (1 + Math.exp(-m)) - y[i]!)
      for (let j = from; j < to; j++) gradient[x.keys[j]!]! += g * x.values[j]!
      gradient[columns]! += g
    }
    for (let k = 0; k < size; k++) {
      loss += (held(k) / 2) * w[k]! * w[k]!
      gradient[k]! += held(k) * w[k]!
    }
    return loss
  }
  let w: Float64Array = new Float64Array(size)
  let loss = lossAt(w)
  let g: Float64Array = gradient.slice()
  const past: { s: Float64Array; y: Float64Array; rho: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const d = g.slice()
    const alphas: number[] = []
    for (let k = past.length - 1; k >= 0; k--) {
      const a = past[k]!.rho * dot(past[k]!.s, d)
      alphas[k] = a
      add(d, past[k]!.y, -a)
    }
    const last = past.at(-1)
    scale(d, last ? 1 / (last.rho * dot(last.y, last.y)) : 1 / Math.max(1, Math.sqrt(dot(d, d))))
    past.forEach((p, k) => add(d, p.s, alphas[k]! - p.rho * dot(p.y, d)))
    const slope = -dot(g, d)
    if (slope > -1e-9) break
    let step = 1
    let next = w
    let nextLoss = loss
    for (let tries = 0; tries < 20; tries++) {
      next = w.slice()
      add(next, d, -step)
      nextLoss = lossAt(next)
      if (nextLoss <= loss + 1e-4 * step * slope) break
      step /= 2
    }
    const s = next.slice()
    add(s, w, -1)
    const dg = gradient.slice()
    add(dg, g, -1)
    const sy = dot(s, dg)
    if (sy > 1e-12) past.push({ s, y: dg, rho: 1 / sy })
    if (past.length > 8) past.shift()
    const gained = loss - nextLoss
    w = next
    g = gradient.slice()
    loss = nextLoss
    if (gained < 1e-4 * Math.abs(loss)) break
  }
  return { weights: w.slice(0, columns), bias: w[columns]! }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
function add(a: Float64Array, b: Float64Array, times: number): void {
  for (let i = 0; i < a.length; i++) a[i]! += b[i]! * times
}
function scale(a: Float64Array, times: number): void {
  for (let i = 0; i < a.length; i++) a[i]! *= times
}
