// What a log can prove: contrasts, standing down and uplift on made-up records whose truth is known.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { add, contrast, NO_PILE, pile } from "../../../src/core/contrast/contrast.ts"
import { aged, noStanding, STANDING, type Standing, seen, standsDown } from "../../../src/core/contrast/standing.ts"
import type { EpisodeRecord } from "../../../src/core/questions/credit.ts"
import { seeded } from "../../../src/core/stats.ts"
import { upliftOf } from "../../../src/core/uplift/uplift.ts"

/** Episodes whose success rises by `effect` where a card is shown, and falls by half where the prompt is hard. */
function log(n: number, effect: number, seed: string, confounded = false): EpisodeRecord[] {
  const random = seeded(seed)
  return Array.from({ length: n }, (_, i) => {
    const hard = random() < 0.4
    const shown = random() < (confounded ? (hard ? 0.8 : 0.2) : 0.5)
    const ok = random() < 0.65 - (hard ? 0.35 : 0) + (shown ? effect : 0)
    return {
      ep: `e${i}`,
      day: i,
      repo: i % 2 === 0 ? "a" : "b",
      endReason: "exit",
      closing: null,
      durMin: 3,
      prompts: [
        {
          idx: 0,
          lenZ: 0,
          hasError: hard,
          topicGuess: null,
          taskKind: "edit",
          overlap: null,
          fb: null,
          nActive: 0,
          slots: 3,
          cand: [
            {
              id: "c",
              score: 0.5,
              rank: 0,
              pi: 0.5,
              shown,
              mode: 1,
              channel: "auto_pack",
              placement: "prompt",
            },
          ],
          tools: [],
          durMin: 3,
          cited: [],
          label: ok ? 0.9 : 0.15,
        },
      ],
    }
  })
}

describe("contrast", () => {
  it("is empty-handed without two sides, and widens with fewer", () => {
    expect(contrast(NO_PILE, pile([1, 0]))).toMatchObject({ difference: null, low: null, with: { n: 0, mean: null } })
    const few = contrast(pile([1, 1, 1]), pile([0, 0, 0]))
    const many = contrast(pile(Array(60).fill(1)), pile(Array(60).fill(0)))
    expect(few.difference).toBe(1)
    expect(few.high! - few.low!).toBeGreaterThan(many.high! - many.low!)
  })
  it("adding one by one is adding all", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), xs => {
        expect(pile(xs)).toEqual(xs.reduce(add, NO_PILE))
      }),
    )
  })
})

describe("design 8: standing down", () => {
  const feed = (n: number, yes: number, no: number, believed: number): Standing => {
    const random = seeded("feed")
    let s = noStanding(0)
    for (let i = 0; i < n; i++) {
      s = seen(s, random() < yes ? 0.9 : 0.1, believed)
      s = seen(s, random() < no ? 0.9 : 0.1, null)
    }
    return s
  }
  it("needs enough of both sides, plain harm beyond chance, and harm after allowing for difficulty", () => {
    expect(standsDown(null, STANDING).down).toBe(false)
    expect(standsDown(feed(20, 0.2, 0.8, -0.2), STANDING)).toMatchObject({ down: false })
    expect(standsDown(feed(20, 0.2, 0.8, -0.2), STANDING).because).toContain("too early")
    expect(standsDown(feed(60, 0.3, 0.8, -0.1), STANDING).down).toBe(true)
    // fetched when it is hard: plainly worse, but not the cards' doing
    expect(standsDown(feed(60, 0.3, 0.8, 0.01), STANDING).down).toBe(false)
    expect(standsDown(feed(60, 0.8, 0.3, 0.1), STANDING).down).toBe(false)
  })
  it("tries again one day: what was seen long ago fades", () => {
    const harmed = feed(60, 0.3, 0.8, -0.1)
    expect(standsDown(aged(harmed, 30), STANDING).down).toBe(true)
    expect(standsDown(aged(harmed, 120), STANDING).down).toBe(false)
  })
})

describe("credit 3.4: uplift", () => {
  it("says too early before it says a number", () => {
    expect(upliftOf([])).toMatchObject({ verdict: "early", uplift: null, with: { n: 0, success: null } })
    expect(upliftOf(log(10, 0.3, "few"))).toMatchObject({ verdict: "early", uplift: null })
  })
  it("finds a large effect, its sign, and says how many more episodes would be wanted", () => {
    const found = upliftOf(log(400, 0.3, "help"))
    expect(found.verdict).toBe("helps")
    expect(found.low!).toBeGreaterThan(0.1)
    expect(upliftOf(log(400, -0.3, "harm")).verdict).toBe("harms")
    expect(upliftOf(log(60, 0, "none")).needs).toBeGreaterThan(0)
  })
  it("allows for what made episodes hard: cards fetched for hard prompts are not blamed", () => {
    const raw = upliftOf(log(600, 0.1, "confounded", true))
    expect(raw.with.success!).toBeLessThan(raw.without.success!)
    expect(raw.uplift!).toBeGreaterThan(0)
  })
  it("90 % intervals hold the truth about that often", () => {
    const held = Array.from({ length: 60 }, (_, i) => {
      const u = upliftOf(log(200, 0.1, `cover-${i}`))
      return u.low! <= 0.1 && 0.1 <= u.high!
    }).filter(Boolean).length
    expect(held / 60).toBeGreaterThan(0.8)
  })
})
