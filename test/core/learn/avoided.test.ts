// When a card counts as avoided: seldom shown although often at hand, and since when.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { AVOIDED, avoidedIn } from "../../../src/core/learn/avoided.ts"

const times = (shown: readonly boolean[]) => shown.map((s, i) => ({ at: i, shown: s }))
const run = (n: number, shown: boolean) => Array.from({ length: n }, () => shown)

describe("[L8] avoided", () => {
  it("starts where it was left out, and counts what was shown since", () => {
    expect(avoidedIn(times([...run(20, true), ...run(30, false)]))).toEqual({ since: 20, shown: 0, of: 30 })
    expect(avoidedIn(times([...run(20, true), ...run(20, false), true, ...run(10, false)]))).toEqual({
      ...{ since: 20, shown: 1, of: 31 },
    })
    expect(avoidedIn(times(run(AVOIDED.least, false)))).toEqual({ since: 0, shown: 0, of: AVOIDED.least })
  })

  it("is not said of a card that is seldom at hand, or shown again lately", () => {
    expect(avoidedIn(times(run(AVOIDED.least - 1, false)))).toBeNull()
    expect(avoidedIn(times([...run(30, false), ...run(6, true)]))).toBeNull()
    expect(avoidedIn([])).toBeNull()
  })

  it("never says more were shown than the share allows, nor less than enough times at hand", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 80 }), shown => {
        const found = avoidedIn(times(shown))
        if (found === null) return
        expect(found.of).toBeGreaterThanOrEqual(AVOIDED.least)
        expect(found.shown).toBeLessThanOrEqual(AVOIDED.share * found.of)
        expect(shown.slice(-found.of).filter(Boolean).length).toBe(found.shown)
        expect(shown.length - found.of).toBe(found.since)
      }),
    )
  })
})
