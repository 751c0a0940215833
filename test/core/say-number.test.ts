// A number that people read says how much stands behind it, and nothing where nothing does.
import { expect, test } from "vitest"
import { sayPoints, sayShare } from "../../src/core/say-number.ts"

test("[N12] a share has its count, and a handful has no percentage", () => {
  expect([sayShare(0.78, 9), sayShare(0.82, 4), sayShare(0.78, 1), sayShare(0.6, 3), sayShare(null, 0)]).toEqual([
    "78% of 9",
    "82% of 4",
    "about 1 of 1",
    "about 2 of 3",
    "none",
  ])
})
test("[N12] an interval wider than the scale is not said", () => {
  expect(sayPoints(0.042, -0.01, 0.094, "90%")).toBe("+4.2 points (90%: −1.0 to +9.4)")
  expect(sayPoints(0.042, -0.89, 0.97, "90%")).toContain("cannot tell")
})
