// Makes a screenshot small: 8 bits and a palette instead of 24, which is what a page of text and flat colours needs. Ground
// truth: the PNG specification (chunks, filters of scan lines, indexed colour).
import { deflateSync, inflateSync } from "node:zlib"

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const COLOURS = 256
const COMMON = 170
/** squared distance from which a rare colour is kept */
const UNLIKE = 500

export function smallPng(png: Buffer): Buffer {
  const { width, height, channels, pixels } = decode(png)
  const { palette, indexed } = quantise(pixels, width * height, channels)
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) Buffer.from(indexed.buffer, y * width, width).copy(lines, y * (width + 1) + 1)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const body = deflateSync(lines, { level: 9, memLevel: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", body),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function decode(png: Buffer): { width: number; height: number; channels: number; pixels: Buffer } {
  let at = 8
  let width = 0
  let height = 0
  let channels = 3
  const parts: Buffer[] = []
  while (at < png.length) {
    const length = png.readUInt32BE(at)
    const type = png.toString("latin1", at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (type === "IHDR") {
      width = data.readUInt32BE(0)
      height = data.readUInt32BE(4)
      channels = data[9] === 6 ? 4 : 3
    } else if (type === "IDAT") parts.push(data)
    at += 12 + length
  }
  return {
    width,
    height,
    channels,
    pixels: unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels),
  }
}

function unfilter(raw: Buffer, stride: number, height: number, channels: number): Buffer {
  const out = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]!
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? out[y * stride + x - channels]! : 0
      const up = y > 0 ? out[(y - 1) * stride + x]! : 0
      const corner = y > 0 && x >= channels ? out[(y - 1) * stride + x - channels]! : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      out[y * stride + x] = (raw[y * (stride + 1) + 1 + x]! + guess) & 255
    }
  }
  return out
}
function paeth(a: number, b: number, c: number): number {
  const p = a + b - c
  const [da, db, dc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
  return da <= db && da <= dc ? a : db <= dc ? b : c
}

/** The commonest colours stay as they are, and rare ones that are unlike all of them; the rest take the nearest. */
function quantise(pixels: Buffer, count: number, channels: number): { palette: Buffer; indexed: Uint8Array } {
  const at = (i: number) => (pixels[i * channels]! << 16) | (pixels[i * channels + 1]! << 8) | pixels[i * channels + 2]!
  const times = new Map<number, number>()
  for (let i = 0; i < count; i++) times.set(at(i), (times.get(at(i)) ?? 0) + 1)
  const ranked = [...times].sort((a, b) => b[1] - a[1]).map(([colour]) => colour)
  const kept = ranked.slice(0, COMMON)
  for (const colour of ranked.slice(COMMON))
    if (kept.length < COLOURS && apart(colour, kept[nearest(colour, kept)]!) > UNLIKE) kept.push(colour)
  const index = new Map(kept.map((colour, i) => [colour, i]))
  for (const colour of times.keys()) if (!index.has(colour)) index.set(colour, nearest(colour, kept))
  return {
    palette: Buffer.from(kept.flatMap(colour => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    indexed: Uint8Array.from({ length: count }, (_, i) => index.get(at(i))!),
  }
}
function nearest(colour: number, kept: readonly number[]): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  kept.forEach((other, i) => {
    const d = apart(colour, other)
    if (d < least) {
      least = d
      best = i
    }
  })
  return best
}

const apart = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc(body), body.length + 4)
  return out
}
function crc(data: Buffer): number {
  let value = 0xffffffff
  for (const byte of data) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}
