import fc from "fast-check"
import { expect, it } from "vitest"
import { clip, KEEP, KEEP_READ, keep } from "../../src/core/clip.ts"

it("[security 18] keeps head and tail by code point, well-formed, and says how much is gone", () => {
  expect(clip("short")).toBe("short")
  const text = `${"😀".repeat(10)}${"m".repeat(100)}${"é".repeat(5)}`
  expect(clip(text, { head: 3, tail: 2 })).toBe("😀😀😀…[clipped 110 characters]…éé")
  expect(clip("a".repeat(30), { head: 10, tail: 10 })).toBe("a".repeat(30))
  expect(clip("x\ud800y")).toBe("x\ufffdy")
})

it("is bounded, well-formed and keeps both ends, for any text", () => {
  const text = fc
    .array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\ud83d", "\ude00", "x".repeat(200))))
    .map(parts => parts.join(""))
  fc.assert(
    fc.property(text, fc.nat(40), fc.nat(40), (t, head, tail) => {
      const kept = clip(t, { head, tail })
      expect(/\p{Surrogate}/u.test(kept)).toBe(false)
      expect([...kept].length).toBeLessThanOrEqual(Math.max(head + tail + 40, 0))
      const points = [...t.replace(/\p{Surrogate}/gu, "\ufffd")]
      if (points.length > head + tail + 40) {
        expect([...kept].slice(0, head)).toEqual(points.slice(0, head))
        expect(kept).toContain(`[clipped ${points.length - head - tail} characters]`)
      }
    }),
  )
})

it("keeps little only of reads that the client says succeeded", () => {
  expect(keep("reads", true)).toBe(KEEP_READ)
  expect(keep("searches", true)).toBe(KEEP_READ)
  expect([keep("reads", false), keep("reads", null), keep("runs", true)]).toEqual([KEEP, KEEP, KEEP])
})
