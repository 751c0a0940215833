import { createHmac, randomBytes } from "node:crypto"
import fc from "fast-check"
import { expect, it } from "vitest"
import { reference, referenceBytes, referenceOf } from "../../src/store/reference.ts"

it("[L4] is HMAC-SHA256 of the UTF-8 bytes, first 16 bytes", () => {
  const key = randomBytes(32)
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), text => {
      const expected = createHmac("sha256", key).update(text, "utf8").digest().subarray(0, 16)
      const bytes = Buffer.from(text, "utf8")
      expect(referenceOf(key, text)).toBe(reference(expected))
      expect(referenceBytes(key, bytes)).toEqual(expected)
    }),
  )
})
