// A blob reference: HMAC-SHA256 of the text's UTF-8 bytes under the store's key, first 16 bytes, base64url (L4).
// Keyed, so that a reference left in an event after forgetting cannot be matched by guessing the text.
import { createHmac } from "node:crypto"
import { REF } from "../core/events/define.ts"

export const referenceBytes = (key: Uint8Array, text: string | Uint8Array): Buffer =>
  createHmac("sha256", key).update(text).digest().subarray(0, 16)
export const reference = (bytes: Uint8Array): string =>
  "b:" + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64url")
/** null when it has not the form of a reference */
export const referenced = (ref: string): Buffer | null =>
  REF.test(ref) ? Buffer.from(ref.slice(2), "base64url") : null
