// A small encoder: four layers over the pieces of a window, weights of 4 bits, activations of 8 (machine.ts). Ground truth of the
// layout: tools/ear/pack-encoder.py; how the weights were fitted: tools/ear/encoder.py.
import { assetHead } from "../../asset-head.ts"
import { BREADTH, GROUP, half, halves, type Matrix, machine, WIDTH } from "./machine.ts"

export interface Encoder {
  readonly vocabulary: ReadonlyMap<string, number>
  /** states of the first piece and of those behind the first `front`, row by row; they hold until the next call */
  readonly states: (ids: readonly number[], said: readonly number[], front: number) => Float64Array
  /** weights of a head over [first state, mean, greatest, facts] */
  readonly head: (name: "cs" | "cm") => {
    readonly weights: Float64Array
    readonly bias: Float64Array
    readonly columns: number
  }
}
const ENCODER_MAGIC = "MENC"
const LAYERS = 4
const WIDEST = 1024

interface Header {
  readonly tensors: readonly {
    readonly name: string
    readonly rows: number
    readonly columns: number
    readonly bits: number
  }[]
  readonly vocabulary: string
}

export function readEncoder(bytes: Uint8Array, program: Uint8Array): Encoder {
  const { header, matrices, vectors } = tensorsIn(bytes)
  const vector = (name: string): Float64Array => vectors.get(name)!
  const run = machine(program)
  const norm = (name: string) => [run.place(vector(`${name}.weight`)), run.place(vector(`${name}.bias`))] as const
  const dense = (name: string) => run.dense(matrices.get(`${name}.weight`)!, vector(`${name}.bias`))
  const layers = Array.from({ length: LAYERS }, (_, i) => ({
    n1: norm(`b.${i}.n1`),
    n2: norm(`b.${i}.n2`),
    qkv: dense(`b.${i}.qkv`),
    o: dense(`b.${i}.o`),
    f1: dense(`b.${i}.f1`),
    f2: dense(`b.${i}.f2`),
  }))
  const last = norm("n")
  const [x, y, wide] = [run.place(WIDTH * BREADTH), run.place(WIDTH * BREADTH), run.place(WIDTH * WIDEST)]
  return {
    vocabulary: new Map(header.vocabulary.split("\n").map((piece, id) => [piece, id])),
    states(ids, said, front) {
      let n = ids.length
      embed(matrices.get("e.weight")!, [vector("p.weight"), vector("t.weight")], run.at(x, n * BREADTH), ids, said)
      for (const { n1, n2, qkv, o, f1, f2 } of layers) {
        // nobody asks for the last states of what stands in front
        const skip = o === layers.at(-1)!.o ? front - 1 : 0
        run.normal(x, n1, y, n)
        run.at(wide, n * qkv.rows).fill(0)
        run.product(qkv, y, wide, n)
        run.attend(wide, n, skip, y)
        if (skip > 0) run.at(x, n * BREADTH).copyWithin(BREADTH, (1 + skip) * BREADTH)
        n -= skip
        run.product(o, y, x, n)
        run.normal(x, n2, y, n)
        run.at(wide, n * f1.rows).fill(0)
        run.product(f1, y, wide, n)
        run.bend(wide, n * f1.rows)
        run.product(f2, wide, x, n)
      }
      run.normal(x, last, y, n)
      return run.at(y, n * BREADTH)
    },
    head: name => ({
      weights: vector(`${name}.weight`),
      bias: vector(`${name}.bias`),
      columns: vector(`${name}.weight`).length / vector(`${name}.bias`).length,
    }),
  }
}

/** Matrices of 4 bits and vectors of 16, by name. */
function tensorsIn(bytes: Uint8Array) {
  const { head: header, at: start } = assetHead<Header>(bytes, ENCODER_MAGIC, "an encoder")
  const matrices = new Map<string, Matrix>()
  const vectors = new Map<string, Float64Array>()
  let at = start
  for (const { name, rows, columns, bits } of header.tensors) {
    const size = bits === 4 ? ((rows * columns) / 64) * 2 + (rows * columns) / 2 : rows * columns * 2
    if (at + size > bytes.length) throw new TypeError("an encoder, cut short")
    const part = bytes.subarray(at, at + size)
    if (bits === 4) matrices.set(name, { rows, columns, bytes: part })
    else vectors.set(name, halves(part))
    at += size
  }
  return { header, matrices, vectors }
}

/** Each piece by itself, by its place and by its side: `said` is 0 for what stands around the message. */
function embed(
  { rows, columns, bytes }: Matrix,
  [places, sides]: readonly [places: Float64Array, sides: Float64Array],
  out: Float64Array,
  ids: readonly number[],
  said: readonly number[],
): void {
  const groups = columns / GROUP
  ids.forEach((id, i) => {
    const start = rows * groups * 2 + (id * columns) / 2
    for (let d = 0; d < columns; d++) {
      const group = id * groups + (d >> 6)
      const byte = bytes[start + (d >> 1)]!
      const weight = (((d & 1 ? byte >> 4 : byte) & 15) - 8) * half(bytes[2 * group]! | (bytes[2 * group + 1]! << 8))
      out[i * columns + d] = weight + places[i * columns + d]! + sides[(said[i] === 0 ? 0 : columns) + d]!
    }
  })
}
