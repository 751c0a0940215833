// Seed 000's usage rows and checklists as written, on the rules and views that carry them here (S0-59 … S0-63, S0-71 … S0-74).
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { blendScore } from "../../../src/core/outcome/episode-outcome.ts"
import type { Credit, EpisodeRecord } from "../../../src/core/questions/worth.ts"
import { fractional, oldBinaryCredit } from "../../../src/core/rules/evolver/evolver.ts"
import { alone } from "../../../src/core/rules/rule.ts"
import { usageOf, usageSum } from "../../../src/memory/measuring/receipt.ts"

const credit = (amount: number, prompt = 0): Credit => ({
  card: "p",
  prompt,
  amount,
  weight: 1,
  because: "base_outcome",
})
const tool = (bad: boolean) => ({
  does: "runs" as const,
  outErr: bad,
  exit: bad ? 1 : 0,
  ok: !bad,
  test: false,
  file: null,
})
function episode(
  prompts: readonly {
    bad: readonly boolean[]
    shown: readonly string[]
    fb?: "explicit_negative" | "explicit_positive"
  }[],
): EpisodeRecord {
  return {
    ep: "e",
    day: 1,
    repo: "r",
    endReason: "exit",
    closing: null,
    durMin: 5,
    prompts: prompts.map((p, idx) => ({
      idx,
      lenZ: 0,
      hasError: false,
      topicGuess: null,
      taskKind: "read",
      overlap: null,
      fb: p.fb ?? null,
      nActive: 0,
      slots: 3,
      cand: p.shown.map((id, rank) => ({
        id,
        score: 0.5,
        rank,
        pi: 1,
        shown: true,
        mode: 1 as const,
        channel: "auto_pack" as const,
        placement: "prompt" as const,
      })),
      tools: p.bad.map(tool),
      durMin: 1,
      cited: [],
      label: null,
    })),
  }
}
const creditsOf = (e: EpisodeRecord) =>
  new Map(fractional.decide(alone(), { episode: e, cards: [] }, fractional.params).answer.credits.map(c => [c.card, c]))

describe("usage as a derived view", () => {
  it("[S0-59, S0-60, D40] a credit is one row: uuid, principle, trace or null, successful from one half, fraction, ISO time", () => {
    const row = usageOf(credit(0.52), "trace", 1_700_000_000_000)
    expect(row).toMatchObject({ principle_id: "p", trace_id: "trace", credit: 0.76, was_successful: true })
    expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(row.created_at).toBe("2023-11-14T22:13:20.000Z")
    expect(usageOf(credit(0), null, 0)).toMatchObject({ trace_id: null, credit: 0.5, was_successful: true })
    expect(usageOf(credit(-0.02), null, 0).was_successful).toBe(false)
    expect(usageOf(credit(0.52), "trace", 1_700_000_000_000)).toEqual(row)
  })
  it("[S0-61, S0-73] the principle counts every use once and adds its fraction", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 40 }), amounts => {
        const rows = amounts.map((a, i) => usageOf(credit(a, i), "t", i))
        const sum = usageSum(rows)
        expect(sum.use_count).toBe(amounts.length)
        expect(sum.success_count).toBeCloseTo(
          amounts.reduce((s, a) => s + (1 + a) / 2, 0),
          9,
        )
      }),
    )
  })
})

describe("seed 000's checklists, with what they really give", () => {
  it("[S0-71] the score moves the right way, and an empty session scores 0.685 as computed in C0-2", () => {
    expect(blendScore(episode([{ bad: [], shown: [] }])).score).toBeCloseTo(0.685, 9)
    const good = blendScore(
      episode([
        { bad: [false], shown: [] },
        { bad: [false], shown: [], fb: "explicit_positive" },
      ]),
    )
    const poor = blendScore(
      episode([
        { bad: [true], shown: [] },
        { bad: [true], shown: [], fb: "explicit_negative" },
      ]),
    )
    expect(good.score).toBeGreaterThan(0.685)
    expect(poor.score).toBeLessThan(0.35)
  })
  it("[S0-72] credit differs between prompts and ties within one, as computed in C0-9", () => {
    const five = [true, true, true, true, true]
    const credits = creditsOf(
      episode([
        { bad: five, shown: ["a", "b"] },
        { bad: [false, false], shown: ["c"] },
      ]),
    )
    expect(credits.get("a")!.amount).toBe(credits.get("b")!.amount)
    expect(credits.get("c")!.amount).toBeGreaterThan(credits.get("a")!.amount)
  })
  it("[S0-73] storage accepts fractions: a value between whole wins and losses", () => {
    const c = creditsOf(episode([{ bad: [false, true], shown: ["a"] }])).get("a")!
    expect(Math.abs(c.amount)).toBeLessThan(1)
    const row = usageOf(c, "e", 0)
    expect(row.credit).toBeGreaterThan(0)
    expect(row.credit).toBeLessThan(1)
    expect(JSON.parse(JSON.stringify(row))).toEqual(row)
  })
  it("[S0-74] the old binary rule still answers as it did", () => {
    const of = (e: EpisodeRecord) =>
      oldBinaryCredit
        .decide(alone(), { episode: e, cards: [] }, oldBinaryCredit.params)
        .answer.credits.map(c => c.amount)
    const ran = episode([{ bad: [false], shown: ["a", "b"] }])
    const edited = {
      ...ran,
      prompts: ran.prompts.map(p => ({ ...p, tools: [{ ...tool(false), does: "edits" as const }] })),
    }
    expect(of(ran)).toEqual([-1, -1])
    expect(of(edited)).toEqual([1, 1])
  })
})
