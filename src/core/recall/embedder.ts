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
  // By index: a process that has just begun walks an iterator ten times slower.
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * vector[i]!
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

// A unit vector as it is stored: one float32 scale, then int8 per dimension. A quarter of the bytes; the cosine moves by
// less than .005. Both twins of search go through here, so that they rank alike.

export function packVector(vector: Float32Array): Uint8Array {
  const out = new Uint8Array(4 + vector.length)
  let top = 0
  for (const x of vector) top = Math.max(top, Math.abs(x))
  new DataView(out.buffer).setFloat32(0, top / 127, true)
  if (top > 0) for (let i = 0; i < vector.length; i++) out[4 + i] = Math.round((vector[i]! / top) * 127) & 0xff
  return out
}

export function unpackVector(bytes: Uint8Array): Float32Array {
  const out = new Float32Array(Math.max(0, bytes.length - 4))
  if (out.length === 0) return out
  const scale = new DataView(bytes.buffer, bytes.byteOffset, 4).getFloat32(0, true)
  for (let i = 0; i < out.length; i++) out[i] = ((bytes[4 + i]! << 24) >> 24) * scale
  return out
}

// The nearest of many unit vectors that lie row after row in one array: a plain scan, which below some thousand rows beats
// every index.

/** Row numbers best first; of equal ones the earlier row. */
export function nearestRows(asked: Float32Array, vectors: Float32Array, rows: number, most: number): number[] {
  const dims = rows > 0 ? vectors.length / rows : 0
  const best: { readonly row: number; readonly score: number }[] = []
  for (let row = 0; row < rows && most > 0; row++) {
    const score = dotAt(asked, vectors, row * dims, dims)
    const last = best[most - 1]
    if (last && score <= last.score) continue
    let at = best.length
    while (at > 0 && best[at - 1]!.score < score) at--
    best.splice(at, 0, { row, score })
    if (best.length > most) best.pop()
  }
  return best.map(({ row }) => row)
}
