// A small encoder in plain arithmetic: four layers over the pieces of a window, weights of 4 bits, activations of 8. Products are whole
// numbers (four-bits.ts), so that every machine finds the same bits. Ground truth of the layout:
// tools/ear/pack-encoder.py; how the weights were fitted: tools/ear/encoder.py.
import { dense, type Matrix, product } from "./four-bits.ts"
import { half } from "./half.ts"

export interface Encoder {
  readonly vocabulary: ReadonlyMap<string, number>
  /** states of the pieces, row by row; `said` is 0 for what stands around the message */
  readonly states: (ids: readonly number[], said: readonly number[]) => Float64Array
  /** weights of a head over [first state, mean, greatest, facts] */
  readonly head: (name: "cs" | "cm") => {
    readonly weights: Float64Array
    readonly bias: Float64Array
    readonly columns: number
  }
}
const ENCODER_MAGIC = "MENC"
export const BREADTH = 256
const HEADS = 4
const LAYERS = 4
const EPS = 1e-5
/** pieces looked at side by side */
const ABREAST = 4

interface Header {
  readonly tensors: readonly {
    readonly name: string
    readonly rows: number
    readonly columns: number
    readonly bits: number
  }[]
  readonly vocabulary: string
}

export function readEncoder(bytes: Uint8Array): Encoder {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || new TextDecoder("latin1").decode(bytes.subarray(0, 4)) !== ENCODER_MAGIC)
    throw new TypeError("not an encoder")
  const length = view.getUint32(4, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Header
  const matrices = new Map<string, Matrix>()
  const vectors = new Map<string, Float64Array>()
  let at = 8 + length
  for (const { name, rows, columns, bits } of header.tensors) {
    const size = bits === 4 ? ((rows * columns) / 64) * 2 + (rows * columns) / 2 : rows * columns * 2
    if (at + size > bytes.length) throw new TypeError("encoder cut short")
    const part = bytes.subarray(at, at + size)
    if (bits === 4) matrices.set(name, { rows, columns, bytes: part })
    else vectors.set(name, halves(part))
    at += size
  }
  const vector = (name: string): Float64Array => vectors.get(name)!
  const embedding = matrices.get("e.weight")!
  const layers = Array.from({ length: LAYERS }, (_, i) => ({
    n1: [vector(`b.${i}.n1.weight`), vector(`b.${i}.n1.bias`)] as const,
    n2: [vector(`b.${i}.n2.weight`), vector(`b.${i}.n2.bias`)] as const,
    qkv: dense(matrices.get(`b.${i}.qkv.weight`)!, vector(`b.${i}.qkv.bias`)),
    o: dense(matrices.get(`b.${i}.o.weight`)!, vector(`b.${i}.o.bias`)),
    f1: dense(matrices.get(`b.${i}.f1.weight`)!, vector(`b.${i}.f1.bias`)),
    f2: dense(matrices.get(`b.${i}.f2.weight`)!, vector(`b.${i}.f2.bias`)),
  }))
  return {
    vocabulary: new Map(header.vocabulary.split("\n").map((piece, id) => [piece, id])),
    states(ids, said) {
      const n = ids.length
      const x = new Float64Array(n * BREADTH)
      const places = vector("p.weight")
      const sides = vector("t.weight")
      for (let i = 0; i < n; i++) {
        const row = rowOf(embedding, ids[i]!)
        const side = (said[i] === 0 ? 0 : 1) * BREADTH
        for (let d = 0; d < BREADTH; d++) x[i * BREADTH + d] = row[d]! + places[i * BREADTH + d]! + sides[side + d]!
      }
      for (const layer of layers) {
        add(x, product(layer.o, attend(product(layer.qkv, normal(x, n, layer.n1), n), n), n))
        add(x, product(layer.f2, bend(product(layer.f1, normal(x, n, layer.n2), n)), n))
      }
      return normal(x, n, [vector("n.weight"), vector("n.bias")])
    },
    head: name => ({
      weights: vector(`${name}.weight`),
      bias: vector(`${name}.bias`),
      columns: vector(`${name}.weight`).length / vector(`${name}.bias`).length,
    }),
  }
}

/** Numbers of 16 bits. */
function halves(bytes: Uint8Array): Float64Array {
  const out = new Float64Array(bytes.length / 2)
  for (let i = 0; i < out.length; i++) out[i] = half(bytes[2 * i]! | (bytes[2 * i + 1]! << 8))
  return out
}
function rowOf({ rows, columns, bytes }: Matrix, row: number): Float64Array {
  const out = new Float64Array(columns)
  const groups = columns / 64
  const start = rows * groups * 2 + (row * columns) / 2
  for (let k = 0; k < columns; k++) {
    const group = row * groups + (k >> 6)
    const byte = bytes[start + (k >> 1)]!
    out[k] = (((k & 1 ? byte >> 4 : byte) & 15) - 8) * half(bytes[2 * group]! | (bytes[2 * group + 1]! << 8))
  }
  return out
}

function add(x: Float64Array, y: Float64Array): void {
  for (let i = 0; i < x.length; i++) x[i]! += y[i]!
}
function normal(x: Float64Array, n: number, [weight, bias]: readonly [Float64Array, Float64Array]): Float64Array {
  const out = new Float64Array(n * BREADTH)
  for (let i = 0; i < n; i++) {
    const at = i * BREADTH
    let mean = 0
    for (let d = 0; d < BREADTH; d++) mean += x[at + d]!
    mean /= BREADTH
    let spread = 0
    for (let d = 0; d < BREADTH; d++) spread += (x[at + d]! - mean) ** 2
    const by = 1 / Math.sqrt(spread / BREADTH + EPS)
    for (let d = 0; d < BREADTH; d++) out[at + d] = (x[at + d]! - mean) * by * weight[d]! + bias[d]!
  }
  return out
}
/** x·σ(…), which is GELU by its usual approximation. */
function bend(x: Float64Array): Float64Array {
  for (let i = 0; i < x.length; i++) {
    const v = x[i]!
    x[i] = v / (1 + Math.exp(-1.5957691216057308 * (v + 0.044715 * v * v * v)))
  }
  return x
}
/** Every piece looks at every other; q, k and v stand side by side in a row. */
function attend(qkv: Float64Array, n: number): Float64Array {
  const size = BREADTH / HEADS
  const row = 3 * BREADTH
  const out = new Float64Array(n * BREADTH)
  const weights = new Float64Array(n + ABREAST)
  const keys = new Float64Array((n + ABREAST) * size)
  const by = 1 / Math.sqrt(size)
  for (let h = 0; h < HEADS; h++) {
    // keys of four pieces side by side
    keys.fill(0)
    for (let j = 0; j < n; j++)
      for (let d = 0; d < size; d++)
        keys[(j - (j % ABREAST)) * size + d * ABREAST + (j % ABREAST)] = qkv[j * row + BREADTH + h * size + d]!
    for (let i = 0; i < n; i++) {
      const q = i * row + h * size
      let most = Number.NEGATIVE_INFINITY
      for (let j = 0; j < n; j += ABREAST) {
        let s0 = 0
        let s1 = 0
        let s2 = 0
        let s3 = 0
        for (let d = 0, k = j * size; d < size; d++, k += ABREAST) {
          const x = qkv[q + d]!
          s0 += x * keys[k]!
          s1 += x * keys[k + 1]!
          s2 += x * keys[k + 2]!
          s3 += x * keys[k + 3]!
        }
        weights[j] = s0 * by
        weights[j + 1] = s1 * by
        weights[j + 2] = s2 * by
        weights[j + 3] = s3 * by
      }
      for (let j = 0; j < n; j++) if (weights[j]! > most) most = weights[j]!
      let total = 0
      for (let j = 0; j < n; j++) {
        weights[j] = Math.exp(weights[j]! - most)
        total += weights[j]!
      }
      const o = i * BREADTH + h * size
      for (let j = 0; j < n; j++) {
        const w = weights[j]! / total
        const v = j * row + 2 * BREADTH + h * size
        for (let d = 0; d < size; d++) out[o + d]! += w * qkv[v + d]!
      }
    }
  }
  return out
}
