// Seed 001's formulas, by id. Where a check of requirements part 3 (C1-…) shows that a sentence of the seed cannot hold as written,
// the test states what does hold.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  coherenceChange,
  conflictChange,
  driftPerHour,
  percentile,
  rewardOf,
  stabilityOf,
  validationOf,
} from "../../../src/core/rules/astra/decisions.ts"
import {
  conviction,
  freshTrust,
  globalScore,
  isGated,
  isRepeat,
  type KeptTag,
  outcomeOf,
  precisionOf,
  type RewardTrustParams,
  rewarded,
  scoreOf,
  selfAlignment,
  stepSize,
  type TagParams,
  tagWeight,
  trustMultiplier,
} from "../../../src/core/rules/astra/formulas.ts"
import { gardener } from "../../../src/core/rules/astra/gardener.ts"
import { outcomeReward } from "../../../src/core/rules/astra/outcome-reward.ts"
import { alignedWith, follow } from "../../../src/core/rules/astra/tags.ts"
import { alone } from "../../../src/core/rules/rule.ts"

const P: RewardTrustParams & TagParams = { ...gardener.params, ...outcomeReward.params }
/** as the preset has it, and as D20 would */
const AS_WRITTEN = P
const AS_STEP = { ...P, shareAs: "step" } as const
const full = (r: number) => ({ r, share: 1, step: 1 })
const HOUR = 3_600_000

/** T after the same reward many times */
const trustAfter = (times: number, r: number, share = 1, p: RewardTrustParams = P, start = freshTrust(p)) =>
  Array.from({ length: times }).reduce<ReturnType<typeof freshTrust>>(
    actor => rewarded(actor, { r, share, step: 1 }, p),
    start,
  )

describe("settings", () => {
  it("[S1-41..51] the eleven of the seed are params, with the seed's values", () => {
    expect(P).toMatchObject({
      ...{ alpha0: 0.3, kSamples: 50, rMin: 0.1 },
      ...{ wCoherence: 0.4, wConflict: 0.2, wStability: 0.2, wValidation: 0.2 },
      ...{ horizonShortHours: 2, horizonLongHours: 24, alignExponent: 1.5, dedupSeconds: 120 },
    })
  })
  it("[S1-74, C1-16] 'nothing is hardcoded' is false of the seed; here every one of its constants is a param", () => {
    expect(P).toMatchObject({
      ...{ precision: 1.2, gate: 0.2, breakerNeg: 0.6, stepShort: 0.15, explicit: 0.7, implicit: 0.3 },
      ...{ stabilityDays: 7, validationHours: 24, base: { keep: 1, doubt: -1, artifact: -0.5 } },
    })
  })
})

describe("trust of an actor", () => {
  it("[S1-03, S1-66, S1-08] starts at 0.5 and stays within 0 and 1", () => {
    expect(freshTrust(P).t).toBe(0.5)
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 60 }), rs => {
        const { t } = rs.reduce((actor, r) => rewarded(actor, full(r), P), freshTrust(P))
        expect(t).toBeGreaterThanOrEqual(0)
        expect(t).toBeLessThanOrEqual(1)
      }),
    )
  })
  it("[S1-04, S1-10] T ← (1 − a)·T + a·q with q = (r + 1)/2", () => {
    expect(outcomeOf(-1)).toBe(0)
    expect(outcomeOf(0.4)).toBeCloseTo(0.7)
    expect(rewarded({ t: 0.8, n: 50, v: 0.1 }, full(-0.4), P).t).toBeCloseTo(0.85 * 0.8 + 0.15 * 0.3)
  })
  it("[S1-05, C1-1] a = 0.3/(1 + n/50): half a step at 50 samples", () => {
    expect(stepSize(0, P)).toBe(0.3)
    expect(stepSize(50, P)).toBeCloseTo(0.15)
  })
  it("[S1-06, S1-43] below |r| = 0.1 nothing moves; at 0.1 it does", () => {
    const start = freshTrust(P)
    expect(rewarded(start, full(0.099), P)).toBe(start)
    expect(rewarded(start, full(-0.099), P)).toBe(start)
    expect(rewarded(start, full(0.1), P).n).toBe(1)
  })
  it("[S1-09, S1-29, C1-10] g_trust = 0.5 + T, between 0.5 and 1.5", () => {
    expect([0, 0.5, 1].map(trustMultiplier)).toEqual([0.5, 1, 1.5])
  })
  it("[S1-57, C1-2] one reward of 0.5 leaves trust at 0.575", () => {
    expect(trustAfter(1, 0.5).t).toBeCloseTo(0.575)
  })
  it("[S1-58, C1-3] then 100 rewards of 1 pass 0.9; five are enough from the start", () => {
    expect(trustAfter(100, 1, 1, P, trustAfter(1, 0.5)).t).toBeGreaterThan(0.9)
    expect(trustAfter(5, 1).t).toBeCloseTo(0.91, 1)
    expect(trustAfter(4, 1).t).toBeLessThan(0.9)
  })
  it("[S1-14, S1-15] a short horizon moves 0.15 of a step, a long one a whole", () => {
    const short = rewarded(freshTrust(P), { r: 1, share: 1, step: 0.15 }, P).t - 0.5
    expect(short).toBeCloseTo(0.15 * (rewarded(freshTrust(P), full(1), P).t - 0.5))
  })
})

describe("shares", () => {
  it("[S1-16, D20, C1-12] as written a helper's trust falls on a good outcome; any r below 2T − 1 lowers it, whatever the share", () => {
    const trusted = { t: 0.9, n: 50, v: 0.1 }
    expect(rewarded(trusted, { r: 0.5, share: 0.3, step: 1 }, AS_WRITTEN).t).toBeCloseTo(0.85125)
    expect(rewarded(trusted, { r: 0.5, share: 0.3, step: 1 }, { ...AS_STEP, rMin: 0 }).t).toBeLessThan(0.9)
  })
  it("[D20] with the share as step, small helpers end where great ones do, only later", () => {
    expect(trustAfter(400, 1, 0.3, AS_STEP).t).toBeGreaterThan(0.95)
    expect(trustAfter(400, 1, 0.3, AS_WRITTEN).t).toBeCloseTo(0.65, 2)
    expect(trustAfter(400, 1, 0.7, AS_WRITTEN).t).toBeCloseTo(0.85, 2)
  })
  it("[S1-30, C1-15] agent equals user when outcomes are good: only with equal shares as written, always as step", () => {
    expect(trustAfter(300, 1, 0.5, AS_WRITTEN).t).toBeCloseTo(0.75, 2)
    expect(Math.abs(trustAfter(400, 1, 0.3, AS_STEP).t - trustAfter(400, 1, 0.7, AS_STEP).t)).toBeLessThan(0.05)
  })
  it("[C1-17] gated per actor, a share of 0.3 needs |r| of a third; gated on the whole reward it needs 0.1", () => {
    const start = freshTrust(P)
    expect(rewarded(start, { r: 0.33, share: 0.3, step: 1 }, AS_WRITTEN)).toBe(start)
    expect(rewarded(start, { r: 0.34, share: 0.3, step: 1 }, AS_WRITTEN).n).toBe(1)
    expect(rewarded(start, { r: 0.1, share: 0.3, step: 1 }, AS_STEP).n).toBe(1)
  })
})

describe("reward", () => {
  const W = { coherence: 0.4, conflict: 0.2, stability: 0.2, validation: 0.2 }
  it("[S1-13, S1-44..47, C1-13] 0.4·coherence + 0.2·conflict + 0.2·stability + 0.2·validation", () => {
    expect(rewardOf({ coherence: 1, conflict: 1, stability: 1, validation: 1 }, W)).toBeCloseTo(1)
    expect(rewardOf({ coherence: 0.5, conflict: -1, stability: 1, validation: 0 }, W)).toBeCloseTo(0.2)
  })
  it("[D22] weights are shared among the terms that are known; with none there is no reward", () => {
    expect(rewardOf({ coherence: null, conflict: null, stability: null, validation: -0.5 }, W)).toBeCloseTo(-0.5)
    expect(rewardOf({ coherence: 0.5, conflict: null, stability: null, validation: 1 }, W)).toBeCloseTo(2 / 3)
    expect(rewardOf({ coherence: null, conflict: null, stability: null, validation: null }, W)).toBeNull()
  })
  it("[S1-17, S1-25, S1-76] coherence after less before, less the drift there was anyway", () => {
    const course = [
      [0, 0, 0],
      [10 * HOUR, 0.1, 0.5],
      [12 * HOUR, 0.18, 0.32],
    ] as const
    expect(driftPerHour(course.slice(0, 2))).toBeCloseTo(0.01)
    expect(coherenceChange(course, 10 * HOUR, 12 * HOUR)).toBeCloseTo(0.22 - 0.02)
    expect(coherenceChange(course, 12 * HOUR, 14 * HOUR)).toBeNull()
  })
  it("[S1-18, S1-79] fewer contradictions are good, by the 95th percentile of the past", () => {
    expect(percentile([...Array(100).keys()], 0.95)).toBe(94)
    expect([percentile([], 0.95), percentile([5], 0.95)]).toEqual([0, 5])
    expect(conflictChange(3, 1, [])).toBeNull()
    expect(conflictChange(3, 1, [0, 1, 4, 4])).toBeCloseTo(0.5)
    expect(conflictChange(0, 9, [0, 3])).toBe(-1)
    expect(conflictChange(0, 0, [0, 0])).toBeNull()
  })
  it("[S1-19, S1-77, D27] +1 stood, −1 turned round, 0 when nothing independent spoke", () => {
    expect([stabilityOf(true, true), stabilityOf(false, true), stabilityOf(false, false)]).toEqual([-1, 1, 0])
  })
  it("[S1-20..22, S1-80] 0.7 of the user's tags, 0.3 of the fall in doubt", () => {
    const v = { explicit: 0.7, implicit: 0.3 }
    expect(validationOf({ keep: 1, doubt: 0 }, { before: 0.5, now: 0.1 }, v)).toBeCloseTo(0.7 + 0.3 * 0.4)
    expect(validationOf({ keep: 1, doubt: 3 }, { before: null, now: 0.1 }, v)).toBeCloseTo(-0.5)
    expect(validationOf({ keep: 0, doubt: 0 }, { before: 0.5, now: 0 }, v)).toBeNull()
  })
})

describe("what a tag weighs", () => {
  it("[S1-26, S1-27] a card that says what work is about now reacts wholly, one that says how it began not at all", () => {
    const own = alone()
    for (const stems of [
      ["invoice", "printer"],
      ["mobile", "price"],
    ])
      follow(own, "repo", stems, 1)
    const reacts = (stems: readonly string[]) => alignedWith(own, "repo", stems, 1, P)
    expect(reacts(["mobile", "price"])).toBeCloseTo(1, 9)
    expect(reacts(["invoice", "printer"])).toBeCloseTo(0, 9)
    expect(reacts(["backup"])).toBeCloseTo(0.5 ** P.alignExponent, 9)
    expect(alignedWith(own, "elsewhere", ["mobile"], 1, P)).toBeUndefined()
  })
  it("[S1-02, S1-26, S1-50, D23, C1-7] g_align is clamped: never NaN, never above 1", () => {
    expect(selfAlignment(0.9, 0.1, P)).toBeCloseTo(0.9 ** 1.5)
    expect(selfAlignment(-1, 1, P)).toBe(0)
    expect(selfAlignment(1, -1, P)).toBe(1)
  })
  it("[S1-27] nearer to the live self than to the origin is more sensitive", () => {
    expect(selfAlignment(0.8, 0.2, P)).toBeGreaterThan(selfAlignment(0.2, 0.8, P))
  })
  it("[C1-8] two equal anchors give 0.354, not 1", () => {
    expect(selfAlignment(0.7, 0.7, P)).toBeCloseTo(0.354, 3)
  })
  it("[S1-28, S1-68, C1-10] conviction runs from 0.5 to 2 with confidence", () => {
    expect([0, 1 / 3, 1].map(c => conviction(c, P))).toEqual([0.5, 1, 2])
  })
  it("[S1-32, S1-64, D26, C1-6] scenario 3: alignment 0.9 has precision 0.881 by the formula; 0.85 is another exponent", () => {
    expect(precisionOf(0.9, P)).toBeCloseTo(0.881, 3)
    expect(0.9 ** 1.5).toBeCloseTo(0.854, 3)
  })
  it("[D24] an anti-aligned tag is not precise", () => {
    expect(precisionOf(-0.9, P)).toBe(0)
  })
  it("[S1-33] weight = base · precision · conviction · trust, without g_align", () => {
    const weight = tagWeight({ tag: "keep", alignment: 0.5, confidence: 0.5, trust: 0.8 }, P)
    expect(weight).toBeCloseTo(1 * 0.5 ** 1.2 * 1.25 * 1.3)
    expect(tagWeight({ tag: "artifact", alignment: 1, confidence: 1 / 3, trust: 0.5 }, P)).toBeCloseTo(-0.5)
  })
  it("[D63] the user's explicit words are scaled by nobody's trust", () => {
    expect(tagWeight({ tag: "doubt", alignment: 1, confidence: 1 / 3, trust: 0.5 }, P)).toBeCloseTo(-1)
  })
  it("[S1-34, S1-65] scenario 4: a vague dismissal is gated out, a vague praise is not", () => {
    expect(isGated("doubt", 0.19, P)).toBe(true)
    expect(isGated("artifact", 0.19, P)).toBe(true)
    expect(isGated("doubt", 0.2, P)).toBe(false)
    expect(isGated("keep", 0.1, P)).toBe(false)
    expect(tagWeight({ tag: "doubt", alignment: 0.19, confidence: 1, trust: 1 }, P)).toBe(0)
  })
  it("[S1-69, C1-9] cold start is base weights only at confidence 1/3; else 0.5 to 2 times them", () => {
    const cold = (confidence: number) => tagWeight({ tag: "keep", alignment: 1, confidence, trust: 0.5 }, P)
    expect([0, 1 / 3, 1].map(cold)).toEqual([0.5, 1, 2])
  })
  it("[C1-10] the multiplier stays within 0.036 and 3 for whatever passes the gate", () => {
    expect(tagWeight({ tag: "keep", alignment: 1, confidence: 1, trust: 1 }, P)).toBe(3)
    expect(-tagWeight({ tag: "doubt", alignment: 0.2, confidence: 0, trust: 0 }, P)).toBeCloseTo(0.036, 3)
  })
})

describe("repeats and scores", () => {
  const tag = (over: Partial<KeptTag> = {}): KeptTag => ({
    ...{ tag: "keep", actor: "agent", at: 0, episode: null, content: "a", alignment: 1, weight: 1 },
    ...over,
  })
  it("[S1-31, S1-51] the same words within 120 s are one tag; other words and later ones are not", () => {
    expect(isRepeat([tag()], tag({ at: 120_000 }), P)).toBe(true)
    expect(isRepeat([tag()], tag({ at: 120_001 }), P)).toBe(false)
    expect(isRepeat([tag()], tag({ at: 60_000, content: "b" }), P)).toBe(false)
    expect(isRepeat([tag()], tag({ actor: "user" }), P)).toBe(false)
  })
  it("[D28, C1-14] a template every three minutes passes the window, so an episode counts once", () => {
    const said = Array.from({ length: 21 }, (_, i) => tag({ at: i * 180_000, episode: "e" }))
    const kept: KeptTag[] = []
    for (const t of said) if (!isRepeat(kept, t, P)) kept.push(t)
    expect(kept).toHaveLength(1)
  })
  it("[S1-35] score: feedback within ±1, neg within 0 and 1, contributions that add up", () => {
    const one = scoreOf([tag({ weight: 2, episode: "a" }), tag({ actor: "user", weight: -1, episode: "b" })])
    expect(one.feedback).toBeCloseTo(1 / 4)
    expect(one.neg).toBeCloseTo(1 / 4)
    expect(one.contributions).toEqual({ agent: 2 / 3, user: 1 / 3 })
    expect(one.episodes).toBe(2)
    // what one actor says again and again adds up
    const again = [tag({ weight: 2 }), tag({ weight: 1 }), tag({ actor: "user", weight: -1 })]
    expect(scoreOf(again).contributions).toEqual({ agent: 3 / 4, user: 1 / 4 })
    fc.assert(
      fc.property(fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { maxLength: 40 }), weights => {
        const score = scoreOf(weights.map(weight => tag({ weight })))
        expect(Math.abs(score.feedback)).toBeLessThanOrEqual(1)
        expect(score.neg >= 0 && score.neg <= 1).toBe(true)
      }),
    )
  })
  it("[S1-36, D04] the global score is the direction and the negative share of the last tags", () => {
    expect(globalScore([])).toEqual({ feedback: 0, neg: 0, n: 0 })
    expect(globalScore([2, -1, -0.5, -3])).toEqual({ feedback: -0.5, neg: 0.75, n: 4 })
  })
})

describe("what the seed expects", () => {
  it("[S1-62, C1-4] scenario 1: 20 rounds reach 0.7 only with r of 0.4 or more each; the user's keep alone gives that", () => {
    expect(trustAfter(20, 0.39, 1, AS_WRITTEN).t).toBeLessThan(0.7)
    expect(trustAfter(20, 0.41, 1, AS_WRITTEN).t).toBeGreaterThanOrEqual(0.7)
    // share 0.7 and two terms never computed: 0.4·1 + 0.2·0.7·1 = 0.54 at most, and 0.54·0.7 is below 0.4
    expect(trustAfter(20, 0.54, 0.7, AS_WRITTEN).t).toBeLessThan(0.7)
    const r = rewardOf(
      { coherence: 0.2, conflict: null, stability: null, validation: 1 },
      { coherence: 0.4, conflict: 0.2, stability: 0.2, validation: 0.2 },
    )!
    expect(r).toBeCloseTo(0.467, 3)
    expect(trustAfter(20, r, 0.7, AS_STEP).t).toBeGreaterThanOrEqual(0.7)
  })
  it("[S1-63, D27, C1-5] scenario 2: without anything independent a spammer earns 0 and stays at 0.5", () => {
    const r = rewardOf(
      { coherence: 0, conflict: null, stability: stabilityOf(false, false), validation: null },
      { coherence: 0.4, conflict: 0.2, stability: 0.2, validation: 0.2 },
    )!
    expect(trustAfter(50, r).t).toBe(0.5)
    expect(trustAfter(50, 0.2).t).toBeCloseTo(0.6, 2)
  })
  it("[S1-70] after 50 outcomes a good and a bad actor stand apart", () => {
    expect(trustAfter(50, 0.6).t - trustAfter(50, -0.6).t).toBeGreaterThan(0.5)
  })
  it("[S1-71, C1-19] and steps are smaller: both horizons count, so that 50 outcomes are 100 samples at a step of 0.1", () => {
    expect(stepSize(100, P)).toBeCloseTo(0.1)
  })
  it("[S1-72, S1-73, C1-11] equilibrium at 1.3 and above needs rewards of 0.6 on average, 0.7 and below −0.6", () => {
    expect(trustMultiplier(trustAfter(500, 0.6).t)).toBeCloseTo(1.3, 2)
    expect(trustMultiplier(trustAfter(500, -0.6).t)).toBeCloseTo(0.7, 2)
    expect(trustMultiplier(trustAfter(500, 0.3).t)).toBeLessThan(1.3)
    // as written two actors share one reward: they cannot both be trusted
    expect(trustMultiplier(trustAfter(500, 1, 0.5, AS_WRITTEN).t)).toBeLessThan(1.3)
  })
  it("[C1-18] right in 7 of 10 at r = ±0.5, trust is about 0.6: weak, as the seed's own check says", () => {
    const run = Array.from({ length: 500 }, (_, i) => (i % 10 < 7 ? 0.5 : -0.5))
    const { t } = run.reduce((actor, r) => rewarded(actor, full(r), P), freshTrust(P))
    expect(t).toBeGreaterThan(0.55)
    expect(t).toBeLessThan(0.65)
  })
  it("[S1-01] no provenance has a weight of its own: what an actor's tag weighs hangs on its trust alone", () => {
    const weigh = (trust: number) => tagWeight({ tag: "keep", alignment: 0.8, confidence: 0.5, trust }, P)
    expect(weigh(0.9) / weigh(0.1)).toBeCloseTo(1.4 / 0.6)
  })
})
