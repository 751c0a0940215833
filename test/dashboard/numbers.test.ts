// How numbers are said: no share without its count, and "too early" below four (U-07).
import { describe, expect, it } from "vitest"
import { bytes, count, nameOf, points, share, when } from "../../src/dashboard/numbers.ts"

describe("numbers", () => {
  it("[U-07] a share carries its count, and below four judged uses nothing but the count", () => {
    expect([0, 1, 3].map(n => share(Math.min(n, 2), n))).toEqual([
      "0 of 0, too early",
      "1 of 1, too early",
      "2 of 3, too early",
    ])
    expect(share(3, 4)).toBe("3 of 4 (75 %)")
    expect(share(1200, 1600)).toBe("1,200 of 1,600 (75 %)")
  })
  it("[N14] a source is named without its version", () => {
    expect(nameOf("agent-note@1")).toBe("agent note")
  })
  it("points carry their sign", () => {
    expect([points(0.032), points(-0.05), points(0)]).toEqual(["+3.2", "−5.0", "±0.0"])
  })
  it("counts agree with their word", () => {
    expect([count(1, "card"), count(0, "card"), count(2, "reply", "replies")]).toEqual([
      "1 card",
      "0 cards",
      "2 replies",
    ])
  })
  it("sizes are rounded to what a person reads", () => {
    expect([bytes(0), bytes(999), bytes(1500), bytes(2_000_000_000)]).toEqual(["0 B", "999 B", "1.5 kB", "2.0 GB"])
  })
  it("times are near or far, never wrong when there is none", () => {
    const now = new Date(2026, 5, 10, 15, 0).getTime()
    expect(when(now - 60_000, now)).toMatch(/^today /)
    expect(when(now - 86_400_000, now)).toMatch(/^yesterday /)
    expect(when(null, now)).toBe("never")
    expect(when("not a time", now)).toBe("–")
  })
})
