// The latent label: Bayes over what was seen, nothing for what was not; EM keeps the expert as pseudo-counts.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { labelOf, latentLabel, logOdds, NO_EVIDENCE } from "../../../src/core/label/latent-label.ts"
import { REFIT_WEIGHTS, refit, standIn } from "../../../src/core/label/refit.ts"
import { categoryOf, SIGNALS } from "../../../src/core/label/signals.ts"
import { EXPERT_TABLES, RUN_TABLES } from "../../../src/core/label/tables.ts"
import { FEEDBACK_TYPES } from "../../../src/core/model.ts"
import type { TurnEvidence } from "../../../src/core/questions/judge.ts"
import { logit } from "../../../src/core/stats.ts"

const seen = (parts: Partial<TurnEvidence>): TurnEvidence => ({ ...NO_EVIDENCE, ...parts })
const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: null })
const evidence: fc.Arbitrary<TurnEvidence> = fc.record({
  test: maybe(fc.boolean()),
  build: maybe(fc.boolean()),
  lint: maybe(fc.boolean()),
  typecheck: maybe(fc.boolean()),
  toolFailShare: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
  nTools: fc.nat(20),
  feedback: maybe(fc.constantFrom(...FEEDBACK_TYPES)),
  sentiment: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
  feedbackConfidence: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
  end: maybe(fc.constantFrom("normal" as const, "vanished" as const)),
  minutesPerCall: maybe(fc.double({ min: 0, max: 60, noNaN: true })),
  minutes: maybe(fc.double({ min: 0, max: 600, noNaN: true })),
  interrupted: fc.boolean(),
  refused: fc.nat(3),
  edits: fc.nat(9),
  files: fc.nat(9),
  retries: fc.nat(4),
  errors: fc.nat(9),
  committed: maybe(fc.boolean()),
  reverted: maybe(fc.boolean()),
  survived: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
  judge: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
  reported: maybe(fc.boolean()),
})

describe("outcome.latent (credit.md 4.1)", () => {
  test("nothing seen is the prior, and no label", () => {
    expect(latentLabel(NO_EVIDENCE)).toMatchObject({ p: EXPERT_TABLES.prior, n: 0 })
    expect(labelOf(NO_EVIDENCE)).toBeNull()
    expect(logOdds(NO_EVIDENCE)).toBeCloseTo(logit(0.62), 12)
  })
  test("one signal adds its log likelihood ratio", () => {
    expect(logOdds(seen({ test: true }))).toBeCloseTo(logit(0.62) + Math.log(0.86 / 0.48), 12)
    expect(logOdds(seen({ test: false, feedback: "explicit_negative" }))).toBeCloseTo(
      logit(0.62) + Math.log(0.14 / 0.52) + Math.log(0.05 / 0.27),
      12,
    )
  })
  test("[D07] edits weigh nothing", () => {
    expect(labelOf(seen({ test: true, edits: 9, files: 4 }))).toBe(labelOf(seen({ test: true })))
  })
  test("a doubtful detector counts less, an undecided judge not at all", () => {
    const sure = logOdds(seen({ feedback: "explicit_negative", feedbackConfidence: 1 }))
    const unsure = logOdds(seen({ feedback: "explicit_negative", feedbackConfidence: 0.3 }))
    expect(sure).toBeLessThan(unsure)
    expect(logOdds(seen({ judge: 0.5 }))).toBeCloseTo(logOdds(NO_EVIDENCE), 12)
  })
  test.each([
    ["test", { test: true }, { test: false }],
    ["build", { build: true }, { build: false }],
    ["lint", { lint: true }, { lint: false }],
    ["typecheck", { typecheck: true }, { typecheck: false }],
    ["tool", { toolFailShare: 0 }, { toolFailShare: 0.9 }],
    ["feedback", { feedback: "accept" }, { feedback: "implicit_retry" }],
    ["end", { end: "normal" }, { end: "vanished" }],
    ["slow", { minutesPerCall: 0.1 }, { minutesPerCall: 9 }],
    ["interrupted", { interrupted: false }, { interrupted: true }],
    ["refused", { refused: 0 }, { refused: 2 }],
    ["retries", { retries: 0 }, { retries: 3 }],
    ["committed", { committed: true }, { committed: false }],
    ["reverted", { reverted: false }, { reverted: true }],
    ["survived", { survived: 1 }, { survived: 0 }],
    ["reported", { reported: true }, { reported: false }],
    ["judge", { judge: 0.9 }, { judge: 0.1 }],
  ] as [string, Partial<TurnEvidence>, Partial<TurnEvidence>][])(
    "better %s never lowers the label",
    (_name, better, worse) => {
      fc.assert(
        fc.property(evidence, e => {
          const plain = { ...e, feedbackConfidence: 1 }
          expect(logOdds({ ...plain, ...better })).toBeGreaterThan(logOdds({ ...plain, ...worse }) - 1e-12)
        }),
        { numRuns: 40 },
      )
    },
  )
  test("tables are distributions over the categories that occur, in both sets", () => {
    for (const tables of [EXPERT_TABLES, RUN_TABLES])
      for (const signal of SIGNALS)
        for (const odds of Object.values(tables.signals[signal]))
          for (const p of odds) expect(p > 0 && p < 1).toBe(true)
    for (const signal of SIGNALS)
      for (const side of [0, 1] as const)
        expect(Object.values(EXPERT_TABLES.signals[signal]).reduce((sum, odds) => sum + odds[side], 0)).toBeCloseTo(
          1,
          6,
        )
    fc.assert(
      fc.property(evidence, e => {
        for (const signal of SIGNALS) {
          const category = categoryOf(signal, e, EXPERT_TABLES.cuts)
          if (category !== null) expect(Object.keys(EXPERT_TABLES.signals[signal])).toContain(category)
        }
        const { p } = latentLabel(e)
        expect(p > 0 && p < 1).toBe(true)
      }),
    )
  })
})

describe("refit", () => {
  test("weights are 40 pseudo-prompts per table and 30 behind the prior", () => {
    expect(REFIT_WEIGHTS).toMatchObject({ table: 40, prior: 30 })
    expect(refit(EXPERT_TABLES, [])).toBe(EXPERT_TABLES)
  })
  test("stays a set of distributions, is deterministic and leaves its input alone", () => {
    fc.assert(
      fc.property(fc.array(evidence, { minLength: 1, maxLength: 60 }), evidences => {
        const frozen = JSON.stringify(EXPERT_TABLES)
        const tables = refit(EXPERT_TABLES, evidences)
        expect(tables.prior > 0 && tables.prior < 1).toBe(true)
        for (const signal of SIGNALS)
          for (const side of [0, 1] as const)
            expect(Object.values(tables.signals[signal]).reduce((sum, odds) => sum + odds[side], 0)).toBeCloseTo(1, 9)
        expect(refit(EXPERT_TABLES, evidences)).toEqual(tables)
        expect(JSON.stringify(EXPERT_TABLES)).toBe(frozen)
        expect(JSON.parse(JSON.stringify(tables))).toEqual(tables)
      }),
      { numRuns: 25 },
    )
  })
  test("learns that a signal says more than the expert thought", () => {
    const good = seen({ test: true, feedback: "explicit_positive", lint: true })
    const bad = seen({ test: false, feedback: "explicit_negative", lint: false })
    const tables = refit(EXPERT_TABLES, [...Array(200).fill(good), ...Array(200).fill(bad)])
    const ratio = (t: typeof EXPERT_TABLES) => t.signals.lint.pass![0] / t.signals.lint.pass![1]
    expect(ratio(tables)).toBeGreaterThan(ratio(EXPERT_TABLES) * 2)
  })
})

test("standIn: mean kept, spread scaled by 1/λ, floor on λ", () => {
  const { mean, lambda, values } = standIn([0.2, 0.4, 0.6, 0.8])
  expect(mean).toBeCloseTo(0.5, 12)
  expect(lambda).toBeCloseTo(0.05 / 0.25, 12)
  expect(values[0]).toBeCloseTo(0.5 - 0.3 / 0.2, 12)
  expect(standIn([0.5, 0.5]).lambda).toBe(0.05)
  expect(standIn([]).values).toEqual([])
})
