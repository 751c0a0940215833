// What a log can prove: contrasts, standing down and uplift on made-up records whose truth is known.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { EpisodeRecord } from "../../../src/core/questions/worth.ts"
import { seeded } from "../../../src/core/stats.ts"
import {
  add,
  aged,
  contrast,
  NO_PILE,
  noStanding,
  pile,
  STANDING,
  type Standing,
  seen,
  standsDown,
  UPLIFT,
  upliftOf,
} from "../../../src/core/uplift/uplift.ts"

/** Episodes whose success rises by `effect` where a card is shown, and falls by half where the prompt is hard. */
function log(n: number, effect: number, seed: string): EpisodeRecord[] {
  const random = seeded(seed)
  return Array.from({ length: n }, (_, i) => {
    const hard = random() < 0.4
    const shown = random() < 0.5
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

/** Sessions of an idle memory that go on while they fail: the longer, the likelier that a card was shown somewhere. */
function idle(n: number, seed: string, drawShare = 0): { records: EpisodeRecord[]; control: Map<string, boolean> } {
  const random = seeded(seed)
  const control = new Map<string, boolean>()
  const records = log(n, 0, seed).map((episode, i) => {
    const hard = random() < 0.5
    control.set(episode.ep, random() < drawShare)
    const held = control.get(episode.ep)!
    const prompts: EpisodeRecord["prompts"][number][] = []
    for (let idx = 0; idx < 12; idx++) {
      const ok = random() < (hard ? 0.25 : 0.8)
      const pi = hard ? 0.45 : 0.2
      const [base, cand] = [episode.prompts[0]!, episode.prompts[0]!.cand[0]!]
      prompts.push({
        ...base,
        idx,
        hasError: false,
        cand: [{ ...cand, score: pi, pi, shown: !held && random() < pi }],
        label: ok ? 0.9 : 0.15,
      })
      if (ok) break
    }
    return { ...episode, ep: `${seed}-${i}`, prompts }
  })
  const drawn = new Map(records.map((r, i) => [r.ep, control.get(`e${i}`)!]))
  return { records, control: drawn }
}
const shareOf = (cases: readonly boolean[]): number => cases.filter(Boolean).length / cases.length

describe("[credit 3.4] uplift", () => {
  it("says too early before it says a number", () => {
    expect(upliftOf([])).toMatchObject({ verdict: "early", uplift: null, with: { n: 0, success: null } })
    expect(upliftOf(log(20, 0.3, "few"))).toMatchObject({ verdict: "early", uplift: null })
  })
  it("finds a large effect and its sign, and says what would be wanted to know more", () => {
    const found = upliftOf(log(600, 0.3, "help"))
    expect(found.verdict).toBe("helps")
    expect(found.low!).toBeGreaterThan(0.1)
    expect(upliftOf(log(600, -0.3, "harm")).verdict).toBe("harms")
    const short = upliftOf(log(80, 0, "none"))
    expect(short.needs!).toBeGreaterThan(100)
    expect(short.needsWithControl).toBeNull()
    expect(upliftOf(log(80, 0, "none"), () => null, { ...UPLIFT, aim: 0.2 }).needsWithControl!).toBeGreaterThan(100)
    expect(upliftOf(log(80, 0, "none"), () => null, { ...UPLIFT, withinReach: 100 }).needs).toBeNull()
  })
  it("[R7] an idle memory is neither praised nor blamed for sessions that go on while failing", () => {
    const worlds = Array.from({ length: 60 }, (_, i) => upliftOf(idle(400, `idle-${i}`).records))
    expect(Math.abs(worlds.reduce((sum, u) => sum + u.uplift!, 0) / worlds.length)).toBeLessThan(0.02)
    expect(shareOf(worlds.map(u => u.verdict === "unclear"))).toBeGreaterThan(0.95)
  })
  it("[R7] the interval holds the truth at every look at once, by either draw", () => {
    for (const share of [0, 0.2]) {
      const held = Array.from({ length: 40 }, (_, i) => {
        const { records, control } = idle(500, `look-${share}-${i}`, share)
        const drawn = (ep: string) => (share === 0 ? null : { control: control.get(ep)!, chance: share })
        return [120, 160, 200, 260, 320, 400, 500].every(n => {
          const u = upliftOf(records.slice(0, n), drawn)
          return u.uplift === null || (u.low! <= 0 && 0 <= u.high!)
        })
      })
      expect(shareOf(held), `control share ${share}`).toBeGreaterThanOrEqual(0.9)
    }
  })
  it("the user's own draw is used once it has both sides, and only it", () => {
    const { records, control } = idle(400, "drawn", 0.2)
    const u = upliftOf(records, ep => ({ control: control.get(ep)!, chance: 0.2 }))
    expect(u.design).toBe("control")
    expect(u.without.n).toBe([...control.values()].filter(Boolean).length)
    expect(upliftOf(records).design).toBe("first prompt")
  })
  it("who was certain to be shown proves nothing", () => {
    const sure = log(200, 0.3, "sure").map(e => ({
      ...e,
      prompts: e.prompts.map(p => ({ ...p, cand: p.cand.map(c => ({ ...c, pi: 1 })) })),
    }))
    expect(upliftOf(sure).verdict).toBe("early")
  })
})
