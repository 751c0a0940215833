// A Gaussian belief over named weights with a packed lower-triangular covariance: what plus-minus regression and pooled
// Thompson choice stand on. Ground truth: textbook rank-one conditioning. The owner may change it in place; callers copy.

export interface Gaussian {
  size: number
  mean: Float64Array
  /** row i holds (i, 0 … i) from offset i(i+1)/2; single precision: half the bytes to keep, to load and to walk through */
  cov: Float32Array
}

export const packedAt = (i: number, j: number): number => (i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i)

export const emptyGaussian = (): Gaussian => ({
  size: 0,
  mean: new Float64Array(64),
  cov: new Float32Array((64 * 65) / 2),
})

/** A copy with a little room to grow; copying spare capacity would cost more than growing again. */
export function copyGaussian(g: Gaussian): Gaussian {
  const room = g.size + 32
  const mean = new Float64Array(room)
  mean.set(g.mean.subarray(0, g.size))
  const cov = new Float32Array((room * (room + 1)) / 2)
  cov.set(g.cov.subarray(0, (g.size * (g.size + 1)) / 2))
  return { size: g.size, mean, cov }
}

/** Adds one weight, independent of all others a priori. Returns its index. */
export function addWeight(g: Gaussian, mean: number, variance: number): number {
  const i = g.size
  if (i >= g.mean.length) {
    const capacity = Math.max(64, Math.ceil(g.mean.length * 1.25))
    const nextMean = new Float64Array(capacity)
    nextMean.set(g.mean)
    const nextCov = new Float32Array((capacity * (capacity + 1)) / 2)
    nextCov.set(g.cov)
    g.mean = nextMean
    g.cov = nextCov
  }
  g.size = i + 1
  resetWeight(g, i, mean, variance)
  return i
}

/** Forgets a weight: independent of all others again, with the given belief. */
export function resetWeight(g: Gaussian, i: number, mean: number, variance: number): void {
  g.mean[i] = mean
  for (let j = 0; j < g.size; j++) g.cov[packedAt(i, j)] = 0
  g.cov[packedAt(i, i)] = variance
}

export const varianceOf = (g: Gaussian, i: number): number => g.cov[(i * (i + 1)) / 2 + i] ?? 0
export const covarianceOf = (g: Gaussian, i: number, j: number): number => g.cov[packedAt(i, j)] ?? 0
export const widen = (g: Gaussian, i: number, variance: number): void => {
  const at = (i * (i + 1)) / 2 + i
  g.cov[at] = (g.cov[at] ?? 0) + variance
}

/** Sparse row of the design: weights that matter and by how much. */
export interface Row {
  readonly at: readonly number[]
  readonly by: readonly number[]
}

export function rowMean(g: Gaussian, row: Row): number {
  let m = 0
  for (let n = 0; n < row.at.length; n++) m += row.by[n]! * g.mean[row.at[n]!]!
  return m
}

/** Covariance of every weight with the row's prediction. */
export function rowCovariance(g: Gaussian, row: Row): Float64Array {
  const { size, cov } = g
  const k = new Float64Array(size)
  for (let n = 0; n < row.at.length; n++) {
    const j = row.at[n]!
    const by = row.by[n]!
    const base = (j * (j + 1)) / 2
    for (let i = 0; i <= j; i++) k[i] = k[i]! + by * cov[base + i]!
    for (let i = j + 1, at = ((j + 1) * (j + 2)) / 2 + j; i < size; i++, at += i) k[i] = k[i]! + by * cov[at]!
  }
  return k
}

export function rowVariance(k: Float64Array, row: Row): number {
  let v = 0
  for (let n = 0; n < row.at.length; n++) v += row.by[n]! * k[row.at[n]!]!
  return v
}

/** mean += k·gain; cov −= k kᵀ·shrink. */
export function condition(g: Gaussian, k: Float64Array, gain: number, shrink: number): void {
  const { size, mean, cov } = g
  // single precision throughout, so that the inner loop converts nothing
  const single = new Float32Array(k)
  const { fround } = Math
  let at = 0
  for (let i = 0; i < size; i++) {
    const ki = k[i]!
    mean[i] = mean[i]! + ki * gain
    const c = fround(ki * shrink)
    if (c === 0) at += i + 1
    else for (let j = 0; j <= i; j++, at++) cov[at] = fround(cov[at]! - fround(c * single[j]!))
  }
}

/** Lower Cholesky factor of a small dense symmetric matrix (row-major); tiny or negative pivots become 0. */
export function cholesky(a: Float64Array, n: number): Float64Array {
  const l = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let s = a[i * n + j]!
      for (let k = 0; k < j; k++) s -= l[i * n + k]! * l[j * n + k]!
      if (i === j) l[i * n + i] = s > 1e-12 ? Math.sqrt(s) : 0
      else l[i * n + j] = l[j * n + j]! > 0 ? s / l[j * n + j]! : 0
    }
  }
  return l
}
