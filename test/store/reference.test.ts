import { createHmac, randomBytes } from "node:crypto"
import fc from "fast-check"
import { expect, it } from "vitest"
import { referenceBytes, referenceText } from "../../src/store/reference.ts"

it("[L4] is HMAC-SHA256 of the UTF-8 bytes, first 16 bytes", () => {
  const key = randomBytes(32)
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), text => {
      const expected = createHmac("sha256", key).update(text, "utf8").digest().subarray(0, 16)
      const bytes = Buffer.from(text, "utf8")
      expect(referenceText(key, text)).toEqual({ ref: expected, size: bytes.byteLength })
      expect(referenceBytes(key, bytes)).toEqual(expected)
    }),
  )
})
