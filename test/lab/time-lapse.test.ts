import { describe, expect, it } from "vitest"
import { LAPSE, timeLapse } from "../../src/lab/time-lapse.ts"

describe("the time lapse", () => {
  it("[J5] is the same every time, counts what it lived, and the harmful card loses its showings", () => {
    let lived = 0
    const short = { ...LAPSE, episodes: 200 }
    const lapse = timeLapse(short, () => {
      lived += 1
    })
    expect(lived).toBe(lapse.lived)
    expect(lapse.stretches.reduce((n, s) => n + s.prompts, 0)).toBe(lapse.lived * LAPSE.promptsPerEpisode)
    const share = (from: number, to: number) => {
      const within = lapse.stretches.filter(s => s.from >= from && s.to <= to)
      return within.reduce((n, s) => n + s.shown, 0) / within.reduce((n, s) => n + s.atHand, 0)
    }
    expect(share(120, 200)).toBeLessThan(share(0, 120) / 2)
    expect(timeLapse(short)).toEqual(lapse)
  })
  it("where the card does no harm it is not accused", () => {
    expect(timeLapse({ ...LAPSE, episodes: 120, harms: 0 }).suggestedAt).toBeNull()
  })
})
