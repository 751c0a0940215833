// The Embedder port: text in, unit vectors out. `id` and `dims` are stored with every vector, so that a change of model
// is seen and the vectors are made again. Pure embedders are synchronous; those that ask a server are AsyncEmbedder.

export interface Embedder {
  /** names model and version: vectors of different ids never meet */
  readonly id: string
  readonly dims: number
  readonly embed: (texts: readonly string[]) => Float32Array[]
}

export interface AsyncEmbedder {
  readonly id: string
  /** 0 until the first answer told it */
  readonly dims: number
  readonly embed: (texts: readonly string[], signal?: AbortSignal) => Promise<Float32Array[]>
}

/** Cosine of two unit vectors; 0 where either is empty (nothing known is not the same as far away). */
export function dot(a: Float32Array, b: Float32Array): number {
  const n = Math.min(a.length, b.length)
  let sum = 0
  for (let i = 0; i < n; i++) sum += a[i]! * b[i]!
  return sum
}

/** Scales to length 1 in place; a zero vector stays zero. */
export function toUnit(vector: Float32Array): Float32Array {
  let sum = 0
  for (const x of vector) sum += x * x
  if (sum > 0) {
    const scale = 1 / Math.sqrt(sum)
    for (let i = 0; i < vector.length; i++) vector[i]! *= scale
  }
  return vector
}

/** The same over a row of a larger array; four sums at once, as one alone waits for itself. */
export function dotAt(a: Float32Array, rows: Float32Array, at: number, dims: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  let i = 0
  for (; i + 3 < dims; i += 4) {
    s0 += a[i]! * rows[at + i]!
    s1 += a[i + 1]! * rows[at + i + 1]!
    s2 += a[i + 2]! * rows[at + i + 2]!
    s3 += a[i + 3]! * rows[at + i + 3]!
  }
  for (; i < dims; i++) s0 += a[i]! * rows[at + i]!
  return s0 + s1 + s2 + s3
}
