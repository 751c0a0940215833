// A blob reference: HMAC-SHA256 of the text's UTF-8 bytes under the store's key, first 16 bytes, base64url (L4).
// Keyed, so that a reference left in an event after forgetting cannot be matched by guessing the text.
// HMAC is written out over one-shot hashes (RFC 2104): every recorded text passes here, and a Hmac object costs double.
import { hash } from "node:crypto"
import { REF } from "../core/events/define.ts"

const BLOCK = 64
interface Pads {
  readonly key: Uint8Array
  readonly inner: Buffer
  readonly outer: Buffer
}
let last: Pads | null = null
function pads(key: Uint8Array): Pads {
  if (last?.key === key) return last
  const inner = Buffer.alloc(BLOCK, 0x36)
  const outer = Buffer.alloc(BLOCK + 32, 0x5c)
  // Keys are 32 bytes, shorter than a block, so they are never hashed first.
  for (let i = 0; i < key.byteLength; i++) {
    inner[i] = key[i]! ^ 0x36
    outer[i] = key[i]! ^ 0x5c
  }
  return (last = { key, inner, outer })
}
// Every recorded text is written here once to be hashed: fresh buffers would keep the collector busy.
let desk = Buffer.allocUnsafe(64 * 1024)
const LARGEST_DESK = 4 * 1024 * 1024
function onDesk(size: number): Buffer {
  const needed = BLOCK + size
  if (needed > LARGEST_DESK) return Buffer.allocUnsafe(needed)
  if (needed > desk.byteLength) desk = Buffer.allocUnsafe(needed * 2)
  return desk
}
export function referenceBytes(key: Uint8Array, bytes: Uint8Array): Buffer {
  const { inner, outer } = pads(key)
  const padded = onDesk(bytes.byteLength)
  padded.set(inner, 0)
  padded.set(bytes, BLOCK)
  outer.write(hash("sha256", padded.subarray(0, BLOCK + bytes.byteLength), "binary"), BLOCK, "binary")
  return Buffer.from(hash("sha256", outer, "binary").slice(0, 16), "binary")
}
/** The name of a text under which it is put, cited and asked for. */
export const referenceOf = (key: Uint8Array, text: string): string => reference(referenceBytes(key, Buffer.from(text)))
export const reference = (bytes: Uint8Array): string =>
  "b:" + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64url")
/** null when it has not the form of a reference */
export const referenced = (ref: string): Buffer | null =>
  REF.test(ref) ? Buffer.from(ref.slice(2), "base64url") : null
