// Products with matrices of 4-bit weights. Three rows share one double (17 bits apart), activations are rounded to 8 bits per
// group of 64: sums of a group are whole numbers below 2^16, so nothing is lost and nothing depends on the machine.
import { half } from "./half.ts"

export const GROUP = 64
const SHIFT = 2 ** 17
const SHIFT2 = 2 ** 34
/** added and taken away again it leaves the nearest whole number */
const WHOLE = 1.5 * 2 ** 52
/** pieces worked on side by side */
const ABREAST = 4

/** As it lies in the file: scales of the groups (16 bits), then weights from -7 to 7, two to a byte. */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  readonly bytes: Uint8Array
}
interface Dense {
  readonly rows: number
  readonly columns: number
  readonly bias: Float64Array
  /** by group, then by three rows, then the 64 of the group */
  readonly packed: Float64Array
  /** by group, then by row */
  readonly scales: Float64Array
}

const threesOf = (rows: number): number => 2 * Math.ceil(rows / 6)

export function dense({ rows, columns, bytes }: Matrix, bias: Float64Array): Dense {
  const groups = columns / GROUP
  const threes = threesOf(rows)
  const packed = new Float64Array(groups * threes * GROUP)
  const scales = new Float64Array(groups * threes * 3)
  const start = rows * groups * 2
  for (let r = 0; r < rows; r++) {
    const by = r % 3 === 0 ? 1 : r % 3 === 1 ? SHIFT : SHIFT2
    const three = (r - (r % 3)) / 3
    for (let g = 0; g < groups; g++) {
      const at = 2 * (r * groups + g)
      scales[g * threes * 3 + r] = half(bytes[at]! | (bytes[at + 1]! << 8))
      const from = start + (r * columns + g * GROUP) / 2
      const to = (g * threes + three) * GROUP
      for (let k = 0; k < GROUP; k++) {
        const byte = bytes[from + (k >> 1)]!
        packed[to + k]! += (((k & 1 ? byte >> 4 : byte) & 15) - 8) * by
      }
    }
  }
  return { rows, columns, bias, packed, scales }
}

/** x (n rows) times the matrix, with its bias. Six rows and four pieces at a time: what is loaded is used often. */
export function product({ rows, columns, bias, packed, scales }: Dense, x: Float64Array, n: number): Float64Array {
  const groups = columns / GROUP
  const threes = threesOf(rows)
  const wide = threes * 3
  const out = new Float64Array(n * rows)
  const a = new Float64Array(ABREAST * columns)
  const sizes = new Float64Array(ABREAST * groups)
  const sums = new Float64Array(ABREAST * wide)
  for (let i = 0; i < n; i += ABREAST) {
    const count = Math.min(ABREAST, n - i)
    round(x, i, count, columns, a, sizes)
    sums.fill(0)
    for (let g = 0; g < groups; g++)
      for (let t = 0; t < threes; t += 2) {
        let s0 = 0
        let s1 = 0
        let s2 = 0
        let s3 = 0
        let r0 = 0
        let r1 = 0
        let r2 = 0
        let r3 = 0
        const p = (g * threes + t) * GROUP
        let q = g * GROUP * ABREAST
        for (let k = 0; k < GROUP; k++, q += ABREAST) {
          const w = packed[p + k]!
          const v = packed[p + GROUP + k]!
          const a0 = a[q]!
          const a1 = a[q + 1]!
          const a2 = a[q + 2]!
          const a3 = a[q + 3]!
          s0 += w * a0
          s1 += w * a1
          s2 += w * a2
          s3 += w * a3
          r0 += v * a0
          r1 += v * a1
          r2 += v * a2
          r3 += v * a3
        }
        const at = g * wide + 3 * t
        const row = 3 * t
        const z = g * ABREAST
        spread(s0, sizes[z]!, scales, at, sums, row)
        spread(s1, sizes[z + 1]!, scales, at, sums, wide + row)
        spread(s2, sizes[z + 2]!, scales, at, sums, 2 * wide + row)
        spread(s3, sizes[z + 3]!, scales, at, sums, 3 * wide + row)
        spread(r0, sizes[z]!, scales, at + 3, sums, row + 3)
        spread(r1, sizes[z + 1]!, scales, at + 3, sums, wide + row + 3)
        spread(r2, sizes[z + 2]!, scales, at + 3, sums, 2 * wide + row + 3)
        spread(r3, sizes[z + 3]!, scales, at + 3, sums, 3 * wide + row + 3)
      }
    for (let j = 0; j < count; j++)
      for (let r = 0; r < rows; r++) out[(i + j) * rows + r] = sums[j * wide + r]! + bias[r]!
  }
  return out
}

/** Takes the three sums of a group apart and adds each, scaled. */
function spread(sum: number, size: number, scales: Float64Array, at: number, sums: Float64Array, row: number): void {
  const third = sum * (1 / SHIFT2) + WHOLE - WHOLE
  const rest = sum - third * SHIFT2
  const second = rest * (1 / SHIFT) + WHOLE - WHOLE
  sums[row]! += (rest - second * SHIFT) * size * scales[at]!
  sums[row + 1]! += second * size * scales[at + 1]!
  sums[row + 2]! += third * size * scales[at + 2]!
}

/** Rows i … i+count of x in whole numbers up to 127, piece beside piece, a size for every group. */
function round(x: Float64Array, i: number, count: number, columns: number, a: Float64Array, sizes: Float64Array): void {
  a.fill(0)
  sizes.fill(0)
  for (let j = 0; j < count; j++)
    for (let g = 0; g < columns / GROUP; g++) {
      const from = (i + j) * columns + g * GROUP
      let most = 0
      for (let k = 0; k < GROUP; k++) most = Math.max(most, Math.abs(x[from + k]!))
      if (most === 0) continue
      const size = most / 127
      sizes[g * ABREAST + j] = size
      for (let k = 0; k < GROUP; k++) a[(g * GROUP + k) * ABREAST + j] = x[from + k]! * (127 / most) + WHOLE - WHOLE
    }
}
