// A Gaussian belief over named weights: what plus-minus regression and pooled Thompson choice stand on. Ground truth: textbook
// rank-one conditioning. What was learned last is kept as rank-one parts beside a shared square and taken into a new square at
// fixed counts, so that a prompt costs as much as the weights are many, not their square. The owner may change it; callers copy.

export interface Gaussian {
  size: number
  mean: Float64Array
  /**
   * The square, packed: row i holds (i, 0 … i) from offset i(i+1)/2, for as many weights as there were when it was made. Shared by
   * copies, never changed. Single precision: half the bytes to keep, to load and to walk through.
   */
  cov: Float32Array
  /** variance on top of the square: of weights that came since, and of those that drift */
  extra: Float64Array
  /** vectors whose outer products are still to be taken from the square; a shorter one is 0 from there on */
  recent: Float32Array[]
}

const packedAt = (i: number, j: number): number => (i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i)

const ROOM = 32
export const emptyGaussian = (): Gaussian => ({
  size: 0,
  mean: new Float64Array(ROOM),
  cov: new Float32Array(0),
  extra: new Float64Array(ROOM),
  recent: [],
})

const grown = (xs: Float64Array, room: number): Float64Array => {
  const out = new Float64Array(room)
  out.set(xs.length > room ? xs.subarray(0, room) : xs)
  return out
}
/** A copy with a little room to grow. */
export const copyGaussian = (g: Gaussian): Gaussian => ({
  size: g.size,
  mean: grown(g.mean.subarray(0, g.size), g.size + ROOM),
  cov: g.cov,
  extra: grown(g.extra.subarray(0, g.size), g.size + ROOM),
  recent: g.recent.slice(),
})

/** The belief about these weights alone. */
export function partOf(g: Gaussian, places: readonly number[]): Gaussian {
  const cov = new Float32Array((places.length * (places.length + 1)) / 2)
  for (let i = 0, at = 0; i < places.length; i++)
    for (let j = 0; j <= i; j++, at++) cov[at] = g.cov[packedAt(places[i]!, places[j]!)] ?? 0
  const picked = (xs: Float64Array): Float64Array => Float64Array.from(places, i => xs[i]!)
  const recent = g.recent.map(part => Float32Array.from(places, i => part[i] ?? 0))
  return { size: places.length, mean: picked(g.mean), cov, extra: picked(g.extra), recent }
}

/** Adds one weight, independent of all others a priori. Returns its index. */
export function addWeight(g: Gaussian, mean: number, variance: number): number {
  const i = g.size
  if (i >= g.mean.length) {
    const room = Math.ceil(i * 1.25) + ROOM
    g.mean = grown(g.mean, room)
    g.extra = grown(g.extra, room)
  }
  g.size = i + 1
  g.mean[i] = mean
  g.extra[i] = variance
  return i
}

const squared = (g: Gaussian, i: number): number => g.cov[(i * (i + 3)) / 2] ?? 0

/** Gives a belief to a weight that hangs together with no other: a place that was freed, or one that is alone again. */
export function resetWeight(g: Gaussian, i: number, mean: number, variance: number): void {
  g.mean[i] = mean
  g.extra[i] = variance - squared(g, i)
}

/** Forgets what was learned of a weight since the square was made without it: it hangs together with no other from now on. */
export function aloneAgain(g: Gaussian, i: number): void {
  for (const part of g.recent) if (i < part.length) part[i] = 0
}

export function covarianceOf(g: Gaussian, i: number, j: number): number {
  let v = (g.cov[packedAt(i, j)] ?? 0) + (i === j ? g.extra[i]! : 0)
  for (const part of g.recent) v -= (part[i] ?? 0) * (part[j] ?? 0)
  return v
}
export const varianceOf = (g: Gaussian, i: number): number => covarianceOf(g, i, i)
/** The variance of every weight, at once. */
export function variances(g: Gaussian): Float64Array {
  const v = g.extra.slice(0, g.size)
  for (let i = 0, at = 0; at < g.cov.length; i++, at += i + 1) v[i] = v[i]! + g.cov[at]!
  for (const part of g.recent) for (let i = 0; i < part.length; i++) v[i] = v[i]! - part[i]! * part[i]!
  return v
}
export const widen = (g: Gaussian, i: number, variance: number): void => {
  g.extra[i] = g.extra[i]! + variance
}

/** Vectors kept beside a square of this size: few enough to walk through, and small beside it. */
const most = (size: number): number => Math.min(24, size >> 4)

/** Takes what is recent into a new square, once there is enough of it. */
export function settle(g: Gaussian): void {
  if (g.recent.length > most(g.size)) freeWeights(g, [])
}

/** Frees the places of these weights, in a new square. */
export function freeWeights(g: Gaussian, gone: readonly number[]): void {
  const { size } = g
  const cov = new Float32Array((size * (size + 1)) / 2)
  cov.set(g.cov.subarray(0, cov.length))
  take(cov, g.recent, size)
  for (let i = 0; i < size; i++) cov[packedAt(i, i)] = cov[packedAt(i, i)]! + g.extra[i]!
  for (const i of gone) {
    g.mean[i] = 0
    for (let j = 0; j < size; j++) cov[packedAt(i, j)] = 0
  }
  g.cov = cov
  g.extra.fill(0)
  g.recent = []
}

/** cov −= Σ part partᵀ. Four parts and two rows at a time: every number that is fetched is used eight times. */
function take(cov: Float32Array, recent: readonly Float32Array[], size: number): void {
  const parts = recent.map(part => grown(Float64Array.from(part), size))
  while (parts.length % 4 > 0) parts.push(new Float64Array(size))
  for (let t = 0; t < parts.length; t += 4) {
    const [a, b, c, d] = parts.slice(t, t + 4) as [Float64Array, Float64Array, Float64Array, Float64Array]
    // an odd row out is the first: a pair of one, which holds one number
    if (size % 2 > 0) cov[0] = cov[0]! - (a[0]! * a[0]! + b[0]! * b[0]! + c[0]! * c[0]! + d[0]! * d[0]!)
    for (let i = size % 2; i < size; i += 2) {
      const low = (i * (i + 1)) / 2
      const high = low + i + 1
      const [al, bl, cl, dl] = [a[i]!, b[i]!, c[i]!, d[i]!]
      const [ah, bh, ch, dh] = [a[i + 1]!, b[i + 1]!, c[i + 1]!, d[i + 1]!]
      for (let j = 0; j <= i; j++) {
        const aj = a[j]!
        const bj = b[j]!
        const cj = c[j]!
        const dj = d[j]!
        cov[low + j] = cov[low + j]! - (al * aj + bl * bj + cl * cj + dl * dj)
        cov[high + j] = cov[high + j]! - (ah * aj + bh * bj + ch * cj + dh * dj)
      }
      cov[high + i + 1] = cov[high + i + 1]! - (ah * ah + bh * bh + ch * ch + dh * dh)
    }
  }
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
  const { size, cov, extra, recent } = g
  const k = new Float64Array(size)
  // weights that came since the square was made are not in it
  const inside = Math.round(Math.sqrt(2 * cov.length + 0.25) - 0.5)
  for (let n = 0; n < row.at.length; n++) {
    const j = row.at[n]!
    const by = row.by[n]!
    k[j] = k[j]! + by * extra[j]!
    if (j >= inside) continue
    const base = (j * (j + 1)) / 2
    for (let i = 0; i <= j; i++) k[i] = k[i]! + by * cov[base + i]!
    for (let i = j + 1, at = ((j + 1) * (j + 2)) / 2 + j; i < inside; i++, at += i) k[i] = k[i]! + by * cov[at]!
  }
  for (const part of recent) {
    let along = 0
    for (let n = 0; n < row.at.length; n++) along += row.by[n]! * (part[row.at[n]!] ?? 0)
    if (along !== 0) for (let i = 0; i < part.length; i++) k[i] = k[i]! - along * part[i]!
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
  const { size, mean } = g
  for (let i = 0; i < size; i++) mean[i] = mean[i]! + k[i]! * gain
  if (!(shrink > 0)) return
  const root = Math.sqrt(shrink)
  g.recent.push(Float32Array.from(k, x => x * root))
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
