import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DISPUTE_WEIGHTS, truthScore } from "../../src/core/truth.ts"

describe("truth", () => {
  it("[D60] is a half when nothing is known and moves with evidence only", () => {
    expect(truthScore(0, 0)).toBe(0.5)
    expect(truthScore(3, 0)).toBe(0.8)
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (s, c) => {
        expect(truthScore(s + 1, c)).toBeGreaterThan(truthScore(s, c))
        expect(truthScore(s, c + 1)).toBeLessThan(truthScore(s, c))
      }),
    )
  })
  it("[D59] weighs a dispute by what anchors it: tool, document, user, nothing", () => {
    expect([
      DISPUTE_WEIGHTS.tool_output,
      DISPUTE_WEIGHTS.doc_span,
      DISPUTE_WEIGHTS.user_span,
      DISPUTE_WEIGHTS.none,
    ]).toEqual([1, 0.6, 0.4, 0.2])
  })
})
