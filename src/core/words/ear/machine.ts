// The encoder's loops run in WebAssembly (tools/ear/encoder.wat, assembled as assets/encoder.wasm): a process that has just begun
// runs it at full speed at once, and a hook asks for one message only. Activations of a product are rounded to 8 bits per group of 64,
// so that the sums of a group are whole numbers; every other sum is taken in one fixed order. Nothing depends on the machine.
export const GROUP = 64
export const BREADTH = 256
/** room for so many pieces, each as wide as the widest layer */
export const WIDTH = 128
const WIDEST = 1024
/** pieces looked at side by side */
const ABREAST = 8
/** what four rows of weights take once they are taken apart, a group */
const APART = 544

/** As it lies in the file: scales of the groups (16 bits), then weights from -7 to 7, two to a byte. */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  readonly bytes: Uint8Array
}
/** Where it lies in the memory. */
interface Placed {
  readonly rows: number
  readonly columns: number
  readonly weights: number
  readonly scales: number
  readonly bias: number
}
interface Program {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  normal(x: number, weight: number, bias: number, out: number, n: number): void
  bend(x: number, count: number): void
  attend(qkv: number, n: number, skip: number, out: number, keys: number, weights: number): void
  round(x: number, a: number, sizes: number, groups: number): void
  product(...places: number[]): void
}
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}
const PAGE = 65_536

interface Machine {
  /** Room for doubles, with what lies in it. */
  place(doubles: Float64Array | number): number
  dense(matrix: Matrix, bias: Float64Array): Placed
  /** Doubles as they lie there now. */
  at(place: number, count: number): Float64Array
  normal(x: number, norm: readonly [weight: number, bias: number], out: number, n: number): void
  bend(x: number, count: number): void
  /** What the first piece and those from 1 + skip on see. */
  attend(qkv: number, n: number, skip: number, out: number): void
  /** Onto n rows at `out`: x (n rows) times the matrix, with its bias. */
  product(by: Placed, x: number, out: number, n: number): void
}

export function machine(program: Uint8Array): Machine {
  const run = new WebAssembly.Instance(new WebAssembly.Module(program)).exports as Program
  let taken = 0
  const room = (bytes: number): number => {
    const place = taken
    taken = Math.ceil((taken + bytes) / 16) * 16
    const missing = taken - run.memory.buffer.byteLength
    if (missing > 0) run.memory.grow(Math.ceil(missing / PAGE))
    return place
  }
  const at = (place: number, count: number): Float64Array => new Float64Array(run.memory.buffer, place, count)
  const place = (doubles: Float64Array | number): number => {
    if (typeof doubles === "number") return room(8 * doubles)
    const to = room(8 * doubles.length)
    at(to, doubles.length).set(doubles)
    return to
  }
  const rounded = room(2 * WIDTH * WIDEST)
  const sizes = place((WIDTH * WIDEST) / GROUP)
  const apart = room((APART * WIDEST) / GROUP)
  const keys = place(((WIDTH + ABREAST) * BREADTH) / 4)
  const weights = place(WIDTH + ABREAST)
  return {
    place,
    at,
    dense({ rows, columns, bytes }, bias) {
      const groups = (rows * columns) / GROUP
      const scales = halves(bytes.subarray(0, 2 * groups))
      const packed = room((rows * columns) / 2)
      new Uint8Array(run.memory.buffer, packed).set(bytes.subarray(2 * groups, 2 * groups + (rows * columns) / 2))
      return { rows, columns, weights: packed, scales: place(scales), bias: place(bias) }
    },
    normal: (x, [weight, bias], out, n) => run.normal(x, weight, bias, out, n),
    bend: (x, count) => run.bend(x, count),
    attend: (qkv, n, skip, out) => run.attend(qkv, n, skip, out, keys, weights),
    product(by, x, out, n) {
      const groups = by.columns / GROUP
      run.round(x, rounded, sizes, n * groups)
      run.product(by.weights, by.scales, by.bias, rounded, sizes, out, by.rows, groups, n, apart)
    },
  }
}

// Numbers of 16 bits, as files hold them: five bits of exponent, ten of fraction.
const POWERS = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** (exponent - 25))
export function half(bits: number): number {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * POWERS[exponent]!
  return bits & 0x8000 ? -size : size
}
export function halves(bytes: Uint8Array): Float64Array {
  const out = new Float64Array(bytes.length / 2)
  for (let i = 0; i < out.length; i++) out[i] = half(bytes[2 * i]! | (bytes[2 * i + 1]! << 8))
  return out
}
