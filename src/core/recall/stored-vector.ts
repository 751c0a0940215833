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
