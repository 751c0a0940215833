import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { endGaps, type Gap, gapAt, keptOut, readGaps, writeGaps } from "../../src/core/pause.ts"

const gap: fc.Arbitrary<Gap> = fc.record({
  from: fc.integer({ min: 0, max: 1000 }),
  until: fc.option(fc.integer({ min: 0, max: 1000 })),
  episode: fc.option(fc.constantFrom("a", "b")),
})

describe("users 9: pauses", () => {
  it("a mark that cannot be read keeps everything out; none keeps nothing out", () => {
    expect(readGaps(null)).toEqual([])
    for (const broken of ["{", "1", '[{"from":"x"}]', "[null]"]) expect(gapAt(readGaps(broken), 5)).not.toBeNull()
  })
  it("what was written is read, and ended gaps hold nothing afterwards and all that they held before", () => {
    fc.assert(
      fc.property(fc.array(gap, { maxLength: 8 }), fc.integer({ min: 0, max: 1200 }), (gaps, at) => {
        expect(readGaps(writeGaps(gaps))).toEqual(gaps)
        const ended = endGaps(gaps, at)
        expect(gapAt(ended, Math.max(at, 1000), "a")).toBeNull()
        for (const before of [at - 1, at - 100])
          expect(gapAt(ended, before, "a") !== null).toBe(gapAt(gaps, before, "a") !== null)
      }),
    )
  })
  it("keeps out what an agent does, never what a person does, nor proposals about text recorded before", () => {
    const gaps: Gap[] = [{ from: 10, until: 20, episode: null }]
    const draft = (type: "prompt.submitted" | "card.proposed" | "card.archived", ts: number, episode: string | null) =>
      keptOut(gaps, { type, ts, episode })
    expect(draft("prompt.submitted", 10, "a")).toBe(true)
    expect(draft("prompt.submitted", 20, "a")).toBe(false)
    expect(draft("prompt.submitted", 9, "a")).toBe(false)
    expect(draft("card.proposed", 15, "a")).toBe(false)
    expect(draft("card.archived", 15, null)).toBe(false)
    expect(keptOut([{ from: 10, until: null, episode: "b" }], { type: "prompt.submitted", ts: 15, episode: "a" })).toBe(
      false,
    )
  })
})
