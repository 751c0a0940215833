// The judges: the default by last salient outcome and label, the seeds' formulas with their constants.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { NO_EVIDENCE } from "../../../../src/core/label/evidence.ts"
import type { Outcome, Salient } from "../../../../src/core/model.ts"
import { implicitRaw, implicitType } from "../../../../src/core/outcome/episode-outcome.ts"
import type { JudgeInput, TurnEvidence } from "../../../../src/core/questions/happened.ts"
import { weightedBlend } from "../../../../src/core/rules/evolver/evolver.ts"
import { emaEpisode } from "../../../../src/core/rules/groove/figures.ts"
import { salientLatent } from "../../../../src/core/rules/judge/salient-latent.ts"
import { anyAnchored } from "../../../../src/core/rules/nucleus/nucleus.ts"
import { alone, type Rule } from "../../../../src/core/rules/rule.ts"
import { implicitScore } from "../../../../src/core/rules/swarm/swarm.ts"

const turn = (parts: Partial<TurnEvidence> = {}): TurnEvidence => ({ ...NO_EVIDENCE, ...parts })
const out = (salient: Salient, ok: boolean): Outcome => ({
  type: salient === "user" ? (ok ? "user_confirmed_helpful" : "user_corrected") : ok ? "tool_success" : "tool_failure",
  salient,
  event: "e",
  at: 0,
})
const episode = (turns: readonly TurnEvidence[], outcomes: readonly Outcome[] = []): JudgeInput => ({
  level: "episode",
  turns,
  outcomes,
})
const judge = (rule: Rule<"judge">, input: JudgeInput) => rule.decide(alone(), input, rule.params)
const answer = (rule: Rule<"judge">, input: JudgeInput) => judge(rule, input).answer
const RULES = [salientLatent, weightedBlend, implicitScore, anyAnchored, emaEpisode]

describe("salient-latent", () => {
  test("[D55] the last salient outcome decides, and its probability is what that outcome is worth", () => {
    const good = answer(salientLatent, episode([], [out("test", true)]))
    expect(good.verdict).toBe("success")
    expect(answer(salientLatent, episode([], [out("test", false), out("test", true)])).verdict).toBe("success")
    const bad = answer(salientLatent, episode([], [out("test", true), out("test", false)]))
    expect(bad.verdict).toBe("failure")
    expect(bad.p!).toBeLessThan(0.5)
    expect(good.p!).toBeGreaterThan(0.7)
  })
  test("an episode is the mean of its stretches; a verdict that its probability contradicts is mixed", () => {
    const stretches = [
      { p: 0.9, verdict: "success" as const },
      { p: 0.2, verdict: "failure" as const },
      { p: null, verdict: "unjudged" as const },
    ]
    const of = (outcomes: readonly Outcome[]) =>
      answer(salientLatent, { ...episode([], outcomes), segments: stretches })
    expect(of([out("test", true)])).toEqual({ p: expect.closeTo(0.55, 12), verdict: "success" })
    expect(of([out("test", false)]).verdict).toBe("mixed")
    expect(answer(salientLatent, { ...episode([], []), segments: [] })).toEqual({ p: null, verdict: "unjudged" })
  })
  test("[D06] a check still red at the end makes it mixed; the user's word outranks it", () => {
    const red = judge(salientLatent, episode([], [out("test", false), out("lint", true)]))
    expect(red).toMatchObject({ answer: { verdict: "mixed" }, because: "lint passed last, still red: test" })
    expect(answer(salientLatent, episode([], [out("test", false), out("user", true)])).verdict).toBe("success")
    const praised = [out("typecheck", false), out("user", true), out("commit", true)]
    expect(answer(salientLatent, episode([], praised)).verdict).toBe("success")
    expect(answer(salientLatent, episode([], [...praised, out("lint", false), out("commit", true)])).verdict).toBe(
      "mixed",
    )
    expect(answer(salientLatent, episode([], [out("test", true), out("user", false)])).verdict).toBe("failure")
    expect(answer(salientLatent, episode([], [out("user", false), out("test", true)])).verdict).toBe("mixed")
  })
  test("[D70] nothing to judge by is unjudged, not partial", () => {
    expect(answer(salientLatent, episode([]))).toEqual({ p: null, verdict: "unjudged" })
    expect(answer(salientLatent, episode([turn({ edits: 3 })]))).toEqual({ p: null, verdict: "unjudged" })
  })
  test("what only went along is no verdict, however likely it makes one; a call that failed may speak against", () => {
    const along = turn({ minutes: 0.2, nTools: 9, calls: { runs: [3, 0], looks: [3, 0], acts: [3, 0] }, end: "normal" })
    const smooth = { ...along, echo: 0, feedback: "neutral" as const }
    for (const level of ["turn", "segment", "episode"] as const) {
      const said = answer(salientLatent, { level, turns: [smooth], outcomes: [] })
      expect(said.p!).toBeGreaterThan(0.8)
      expect(said.verdict).toBe("unjudged")
    }
    expect(answer(salientLatent, episode([{ ...smooth, reported: true }])).verdict).toBe("success")
    const failing = turn({ calls: { runs: [4, 4], looks: [0, 0], acts: [0, 0] }, nTools: 4, echo: 0.95 })
    expect(answer(salientLatent, episode([failing])).verdict).toBe("failure")
  })
  test("[D13] ending after a failure is said", () => {
    expect(judge(salientLatent, episode([turn({ end: "vanished" })], [out("test", false)])).because).toContain(
      "ended after it",
    )
  })
  test("a turn is its latent label, with the strongest signals as reason", () => {
    const good = judge(salientLatent, {
      level: "turn",
      turns: [turn({ test: true, feedback: "explicit_positive" })],
      outcomes: [],
    })
    expect(good.answer.verdict).toBe("success")
    expect(good.because).toContain("word praise")
    expect(
      answer(salientLatent, {
        level: "turn",
        turns: [turn({ test: false, feedback: "explicit_negative" })],
        outcomes: [],
      }).verdict,
    ).toBe("failure")
  })
})

describe("weighted-blend (seed 000)", () => {
  test("[S0-48] [S0-49] weights and formula", () => {
    const input = episode([turn({ nTools: 4, toolFailShare: 0.25, sentiment: 1, edits: 1, errors: 1 })])
    expect(answer(weightedBlend, input).p).toBeCloseTo(0.25 * 0.75 + 0.35 * 1 + 0.2 * 0.8 + 0.2 * 0.8, 12)
  })
  test("[S0-42] [S0-46] [C0-2] an empty session scores 0.685 and succeeds", () => {
    expect(answer(weightedBlend, episode([]))).toEqual({ p: expect.closeTo(0.685, 12), verdict: "success" })
  })
  test("[S0-50] thresholds 0.65 and 0.35 are inclusive", () => {
    expect(answer(weightedBlend, episode([turn({ sentiment: 0.4, errors: 0 })])).p).toBeCloseTo(0.65, 12)
    expect(answer(weightedBlend, episode([turn({ sentiment: 0.4 })])).verdict).toBe("success")
    const bad = episode([turn({ nTools: 1, toolFailShare: 1, sentiment: 2 / 7, errors: 1, edits: 1 })])
    expect(answer(weightedBlend, bad).verdict).toBe("mixed")
    expect(answer(weightedBlend, episode([turn({ nTools: 1, toolFailShare: 1, sentiment: 0, errors: 5 })]))).toEqual({
      p: expect.closeTo(0.06, 12),
      verdict: "failure",
    })
  })
  test("[C0-3] the score stays in 0.06 … 0.96", () => {
    fc.assert(
      fc.property(
        fc.nat(9),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(3),
        fc.nat(9),
        (nTools, share, sentiment, edits, errors) => {
          const { p } = answer(
            weightedBlend,
            episode([turn({ nTools, toolFailShare: share, sentiment, edits, errors })]),
          )
          expect(p! >= 0.06 - 1e-9 && p! <= 0.96 + 1e-9).toBe(true)
        },
      ),
    )
  })
  test("[C0-5] with clean tools failure cannot occur", () => {
    expect(answer(weightedBlend, episode([turn({ nTools: 5, toolFailShare: 0, sentiment: 0 })]))).toEqual({
      p: expect.closeTo(0.51, 12),
      verdict: "mixed",
    })
  })
})

describe("implicit-score (seed 003)", () => {
  test("[S3-10] 180 s, no errors, no retries, success is 1.0 and helpful", () => {
    expect(implicitRaw({ minutes: 3, errors: 0, retries: 0, success: true })).toBeCloseTo(1, 12)
    expect(answer(implicitScore, episode([turn({ minutes: 3, reported: true })]))).toEqual({ p: 1, verdict: "success" })
  })
  test.each([
    ["[S3-02]", { minutes: 4.99, errors: 0, retries: 0, success: false }, 0.6],
    ["[S3-02]", { minutes: 5, errors: 0, retries: 0, success: false }, 0.52],
    ["[S3-02]", { minutes: 30, errors: 0, retries: 0, success: false }, 0.52],
    ["[S3-02]", { minutes: 30.1, errors: 0, retries: 0, success: false }, 0.44],
    ["[S3-03]", { minutes: 0, errors: 2, retries: 0, success: true }, 0.92],
    ["[S3-03]", { minutes: 0, errors: 3, retries: 0, success: true }, 0.84],
    ["[S3-04]", { minutes: 0, errors: 0, retries: 1, success: true }, 0.94],
    ["[S3-04]", { minutes: 0, errors: 0, retries: 2, success: true }, 0.86],
    ["[S3-05] [S3-06]", { minutes: 99, errors: 9, retries: 9, success: false }, 0.14],
  ])("%s %j scores %d", (_id, signals, score) => {
    expect(implicitRaw(signals)).toBeCloseTo(score, 12)
  })
  test("[S3-07] 0.7 and 0.4 are inclusive", () => {
    expect([implicitType(0.7), implicitType(0.69), implicitType(0.41), implicitType(0.4)]).toEqual([
      "helpful",
      "neutral",
      "neutral",
      "harmful",
    ])
  })
  test("[D50] success is never harmful, failure never helpful; 10 of 27 failures are neutral", () => {
    let neutral = 0
    for (const minutes of [1, 10, 60])
      for (const errors of [0, 1, 3])
        for (const retries of [0, 1, 2]) {
          expect(implicitType(implicitRaw({ minutes, errors, retries, success: true }))).not.toBe("harmful")
          const type = implicitType(implicitRaw({ minutes, errors, retries, success: false }))
          expect(type).not.toBe("helpful")
          if (type === "neutral") neutral++
        }
    expect(neutral).toBe(10)
  })
})

test("[S4-38] [S4-44] … [S4-48] any-anchored: presence of a win, a loss, both, none", () => {
  expect(answer(anyAnchored, episode([], [out("user", true)]))).toEqual({ p: 1, verdict: "success" })
  expect(answer(anyAnchored, episode([], [out("test", true)]))).toEqual({ p: 1, verdict: "success" })
  expect(answer(anyAnchored, episode([], [out("user", false)]))).toEqual({ p: 0, verdict: "failure" })
  expect(answer(anyAnchored, episode([], [out("test", false), out("test", true)]))).toEqual({
    p: 0.5,
    verdict: "mixed",
  })
  expect(answer(anyAnchored, episode([turn({ test: true })]))).toEqual({ p: null, verdict: "unjudged" })
})

test("[S2-17] [S2-35] ema-episode: a·signal + (1−a)·ema with a 0.3; no evidence, no update", () => {
  expect(answer(emaEpisode, episode([turn({ test: true })])).p).toBeCloseTo(0.3 + 0.7 * 0.5, 12)
  expect(answer(emaEpisode, episode([turn({ test: true }), turn()])).p).toBeCloseTo(0.65, 12)
  expect(answer(emaEpisode, episode([turn()]))).toEqual({ p: null, verdict: "unjudged" })
  const angry = Array.from({ length: 8 }, () => turn({ test: true, feedback: "explicit_negative" }))
  expect(answer(emaEpisode, episode(angry)).verdict).toBe("failure")
})

test("every judge answers empty input with a reason, in range, and leaves frozen input alone", () => {
  for (const rule of RULES) {
    const input = Object.freeze(
      episode(
        Object.freeze([Object.freeze(turn({ test: true }))]) as never,
        Object.freeze([out("test", true)]) as never,
      ),
    )
    for (const asked of [episode([]), input]) {
      const decision = judge(rule, asked)
      expect(decision.because).not.toBe("")
      expect(decision.answer.p === null || (decision.answer.p >= 0 && decision.answer.p <= 1)).toBe(true)
      expect(JSON.parse(JSON.stringify(decision))).toEqual(decision)
    }
  }
})
