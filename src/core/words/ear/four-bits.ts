// Products with matrices of 4-bit weights. Activations are rounded to 8 bits per group of 64, and sums of a group are whole numbers
// below 2^16: nothing is lost and nothing depends on the machine. The sums are taken by WebAssembly, which a process that has just
// begun runs at full speed at once; a hook asks for one message only.
import { half } from "./half.ts"

export const GROUP = 64

/** As it lies in the file: scales of the groups (16 bits), then weights from -7 to 7, two to a byte. */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  readonly bytes: Uint8Array
}
/** Places in the memory of the machine. */
interface Dense {
  readonly rows: number
  readonly columns: number
  readonly weights: number
  readonly scales: number
  readonly bias: number
}
interface Machine {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  /** doubles at `x` as whole numbers at `a`, with the size and the sum of each group */
  round(x: number, a: number, sizes: number, sums: number, groups: number): void
  product(...places: number[]): void
}
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

/** tools/ear/product.wat, assembled */
const PROGRAM = [
  "AGFzbQEAAAABFgJgBX9/f39/AGAKf39/f39/f39/fwADAwIAAQUDAQABBxwDBm1lbW9yeQIABXJvdW5kAAAHcHJvZHVjdAABCqIGAo0CAgN/",
  "AnwCQANAIARFDQFEAAAAAAAAAAAhCEEAIQUDQCAIIAAgBUEDdGorAwCZpSEIIAVBAWohBSAFQcAASQ0AC0EAIQdBACEFIAhEAAAAAAAAAABh",
  "BEAgAkQAAAAAAAAAADkDACABQQBBgAH8CwAFIAIgCEQAAAAAAMBfQKM5AwBEAAAAAADAX0AgCKMhCQNAIAAgBUEDdGorAwAgCaKeqiEGIAcg",
  "BmohByABIAVBMHEgBUEBcUEDdCAFQQF2QQdxcnJBAXRqIAY7AQAgBUEBaiEFIAVBwABJDQALCyADIAc2AgAgAEGABGohACABQYABaiEBIAJB",
  "CGohAiADQQRqIQMgBEEBayEEDAALCwuQBAMHfwF8C3tBD/0QIRQgBkEAIAcgCWxBA3T8CwADQEEAIQsDQCAA/QIDACESIBIgFP1OIRUgEkEE",
  "/Y0BIRYgAP0CAwghEiASIBT9TiEXIBJBBP2NASEYIAD9AgMQIRIgEiAU/U4hGSASQQT9jQEhGiAA/QIDGCESIBIgFP1OIRsgEkEE/Y0BIRwg",
  "AEEgaiEAIAErAwAhESABQQhqIQEgAyALQQd0aiENIAQgC0EDdGohDiAFIAtBAnRqIQ8gBiAKQQN0aiEQIAkhDANAIBUgDf0ABAD9ugEgFiAN",
  "/QAEEP26Af2uASAXIA39AAQg/boBIBggDf0ABDD9ugH9rgH9rgEgGSAN/QAEQP26ASAaIA39AARQ/boB/a4BIBsgDf0ABGD9ugEgHCAN/QAE",
  "cP26Af2uAf2uAf2uASETIBMgEyAT/Q0ICQoLDA0ODwABAgMEBQYH/a4BIRMgECAQKwMAIBP9GwAgE/0bAWogDygCAEEDdGu3IA4rAwCiIBGi",
  "oDkDACANIAhBB3RqIQ0gDiAIQQN0aiEOIA8gCEECdGohDyAQIAdBA3RqIRAgDEEBayEMIAwNAAsgC0EBaiELIAsgCEkNAAsgBiAKQQN0aiEQ",
  "IAkhDANAIBAgECsDACACKwMAoDkDACAQIAdBA3RqIRAgDEEBayEMIAwNAAsgAkEIaiECIApBAWohCiAKIAdJDQALCw==",
].join("")

let machine: Machine | null = null
/** bytes of its memory that are taken */
let taken = 0
const PAGE = 65_536

function running(): Machine {
  machine ??= new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(PROGRAM, "base64"))).exports as Machine
  return machine
}
function roomFor(end: number): ArrayBuffer {
  const { memory } = running()
  const missing = end - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
  return memory.buffer
}
const aligned = (place: number): number => Math.ceil(place / 16) * 16

export function dense({ rows, columns, bytes }: Matrix, bias: Float64Array): Dense {
  const groups = (rows * columns) / GROUP
  const scales = aligned(taken)
  const biased = scales + 8 * groups
  const weights = aligned(biased + 8 * rows)
  taken = weights + (rows * columns) / 2
  const memory = roomFor(taken)
  const scaled = new Float64Array(memory, scales, groups)
  for (let g = 0; g < groups; g++) scaled[g] = half(bytes[2 * g]! | (bytes[2 * g + 1]! << 8))
  new Float64Array(memory, biased, rows).set(bias.subarray(0, rows))
  new Uint8Array(memory, weights).set(bytes.subarray(2 * groups, 2 * groups + (rows * columns) / 2))
  return { rows, columns, weights, scales, bias: biased }
}

/** x (n rows) times the matrix, with its bias. */
export function product({ rows, columns, weights, scales, bias }: Dense, x: Float64Array, n: number): Float64Array {
  if (n === 0) return new Float64Array(0)
  const groups = columns / GROUP
  const at = aligned(taken)
  const a = at + 8 * n * columns
  const sizes = a + 2 * n * columns
  const sums = sizes + 8 * n * groups
  const out = aligned(sums + 4 * n * groups)
  const memory = roomFor(out + 8 * n * rows)
  new Float64Array(memory, at, n * columns).set(x.subarray(0, n * columns))
  running().round(at, a, sizes, sums, n * groups)
  running().product(weights, scales, bias, a, sizes, sums, out, rows, groups, n)
  return new Float64Array(memory, out, n * rows).slice()
}
