// The latent label: Bayes over what was seen, nothing for what was not; a store learns its own tables, and keeps the written-down
// ones as pseudo-counts.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { NO_EVIDENCE } from "../../../src/core/label/evidence.ts"
import {
  EXPERT_TABLES,
  FIRST_REFIT,
  isRefit,
  type LabelTables,
  labelSeen,
  REFIT_WEIGHTS,
  RUN_TABLES,
  refit,
  talkerness,
} from "../../../src/core/label/latent-label.ts"
import { CODED, codeOf, fifth, START_PACE, seenOf } from "../../../src/core/label/signals.ts"
import { FEEDBACK_TYPES } from "../../../src/core/model.ts"
import type { TurnEvidence } from "../../../src/core/questions/happened.ts"
import { LEARNED, learnFrom, SEEN, salientLatent } from "../../../src/core/rules/judge/salient-latent.ts"
import { alone } from "../../../src/core/rules/rule.ts"
import { logit, seeded } from "../../../src/core/stats.ts"

const seen = (parts: Partial<TurnEvidence>): TurnEvidence => ({ ...NO_EVIDENCE, ...parts })
const latentLabel = (e: TurnEvidence) => labelSeen(seenOf(e, START_PACE))
const logOdds = (e: TurnEvidence): number => logit(latentLabel(e).p)
const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: null })
const unit = fc.double({ min: 0, max: 1, noNaN: true })
const calls = fc.tuple(fc.nat(5), fc.nat(5)).map(([ok, bad]) => [ok + bad, bad] as const)
const evidence: fc.Arbitrary<TurnEvidence> = fc
  .record({
    test: maybe(fc.boolean()),
    testAgain: fc.boolean(),
    build: maybe(fc.boolean()),
    lint: maybe(fc.boolean()),
    typecheck: maybe(fc.boolean()),
    nTools: fc.nat(20),
    calls: fc.record({ runs: calls, looks: calls, acts: calls }),
    feedback: maybe(fc.constantFrom(...FEEDBACK_TYPES)),
    feedbackConfidence: maybe(unit),
    echo: maybe(unit),
    trace: fc.boolean(),
    heard: fc.integer({ min: 3, max: 9 }),
    spoke: fc.nat(3),
    end: maybe(fc.constantFrom("normal" as const, "vanished" as const)),
    minutes: maybe(fc.double({ min: 0, max: 600, noNaN: true })),
    interrupted: fc.boolean(),
    refused: fc.nat(3),
    edits: fc.nat(9),
    tries: maybe(fc.integer({ min: 1, max: 6 })),
    committed: maybe(fc.boolean()),
    reverted: maybe(fc.boolean()),
    survived: maybe(unit),
    judge: maybe(unit),
    reported: maybe(fc.boolean()),
  })
  .map(seen)

describe("outcome.latent (credit.md 4.1)", () => {
  test("nothing seen is the base rate, and says nothing", () => {
    expect(latentLabel(NO_EVIDENCE)).toMatchObject({ p: expect.closeTo(EXPERT_TABLES.prior, 12), n: 0, llr: 0 })
  })
  test("one signal adds its log likelihood ratio, beside what was expected", () => {
    const { p, llr } = latentLabel(seen({ test: true }))
    expect(llr).toBeCloseTo(Math.log(0.76 / 0.25), 12)
    expect(logit(p)).toBeCloseTo(logit(0.62) + llr, 12)
  })
  test("[D07] edits weigh nothing", () => {
    expect(latentLabel(seen({ test: true, edits: 9 })).p).toBe(latentLabel(seen({ test: true })).p)
  })
  test("a detector that is hardly sure is not heard, an undecided judge neither", () => {
    const said = (feedbackConfidence: number) => logOdds(seen({ feedback: "explicit_negative", feedbackConfidence }))
    expect(said(1)).toBeLessThan(said(0.3))
    expect(logOdds(seen({ judge: 0.5 }))).toBeCloseTo(logOdds(NO_EVIDENCE), 12)
  })
  test("a verdict weighs more where the user says verdicts aloud", () => {
    const quiet = seen({ feedback: "explicit_negative", heard: 8, spoke: 0 })
    const talker = seen({ feedback: "explicit_negative", heard: 8, spoke: 6 })
    expect(talkerness(EXPERT_TABLES, talker)).toBeGreaterThan(talkerness(EXPERT_TABLES, quiet))
    expect(logOdds(talker)).toBeLessThan(logOdds(quiet))
  })
  test.each([
    ["test", { test: true }, { test: false }],
    ["build", { build: true }, { build: false }],
    ["lint", { lint: true }, { lint: false }],
    ["typecheck", { typecheck: true }, { typecheck: false }],
    ["calls", { calls: { ...NO_EVIDENCE.calls, runs: [4, 0] } }, { calls: { ...NO_EVIDENCE.calls, runs: [4, 3] } }],
    ["echo", { echo: 0, feedback: null }, { echo: 1, feedback: null }],
    ["end", { end: "normal" }, { end: "vanished" }],
    ["pace", { minutes: 0.5, nTools: 5 }, { minutes: 60, nTools: 5 }],
    ["interrupted", { interrupted: false }, { interrupted: true }],
    ["refused", { refused: 0 }, { refused: 2 }],
    ["tries", { tries: 1 }, { tries: 4 }],
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
          expect(logOdds({ ...e, ...better })).toBeGreaterThan(logOdds({ ...e, ...worse }) - 1e-12)
        }),
        { numRuns: 40 },
      )
    },
  )
  test("tables are distributions over the categories that occur, in both sets", () => {
    for (const tables of [EXPERT_TABLES, RUN_TABLES])
      for (const table of Object.values(tables.signals))
        for (const side of [0, 1] as const)
          expect(Object.values(table).reduce((sum, odds) => sum + odds[side], 0)).toBeCloseTo(1, 6)
    fc.assert(
      fc.property(evidence, e => {
        for (const signal of CODED) {
          const category = codeOf(signal, e, START_PACE)
          if (category !== null) expect(Object.keys(EXPERT_TABLES.signals[signal])).toContain(category)
        }
        const { p } = latentLabel(e)
        expect(p > 0 && p < 1).toBe(true)
      }),
    )
  })
  test("pace has five parts, and what cannot be timed has none", () => {
    expect([0.5, 60].map(minutes => fifth(START_PACE, minutes, 5))).toEqual([0, 4])
    expect(fifth(START_PACE, null, 5)).toBeNull()
    expect(fifth(START_PACE, 3, 0)).toBeNull()
  })
})

/** A store of prompts whose truth is known here and nowhere else. */
function store(n: number, base: number, testRight: number, salt: string): readonly TurnEvidence[] {
  const random = seeded(salt)
  return Array.from({ length: n }, () => {
    const ok = random() < base
    const told = (right: number): boolean => random() < right === ok
    return seen({
      test: random() < 0.7 ? told(testRight) : null,
      reported: random() < 0.15 ? told(0.97) : null,
      calls: { ...NO_EVIDENCE.calls, runs: [4, told(0.8) ? 0 : 2] },
      feedback: random() < 0.3 ? (told(0.85) ? "explicit_positive" : "explicit_negative") : null,
    })
  })
}
const ratio = (t: LabelTables): number => t.signals.test.pass![0] / t.signals.test.pass![1]

describe("refit", () => {
  test("at 8 episodes and at every doubling; tables weigh 40 prompts, the base rate 30", () => {
    expect([7, 8, 9, 16, 24, 32, 64].filter(n => isRefit(n, FIRST_REFIT))).toEqual([8, 16, 32, 64])
    expect(REFIT_WEIGHTS).toMatchObject({ table: 40, prior: 30 })
    expect(refit(EXPERT_TABLES, [])).toBe(EXPERT_TABLES)
  })
  test("stays a set of distributions, is deterministic and leaves its input alone", () => {
    fc.assert(
      fc.property(fc.array(evidence, { minLength: 1, maxLength: 60 }), evidences => {
        const frozen = JSON.stringify(EXPERT_TABLES)
        const all = evidences.map(e => seenOf(e, START_PACE))
        const tables = refit(EXPERT_TABLES, all)
        expect(tables.prior > 0 && tables.prior < 1).toBe(true)
        for (const table of Object.values(tables.signals))
          for (const side of [0, 1] as const)
            expect(Object.values(table).reduce((sum, odds) => sum + odds[side], 0)).toBeCloseTo(1, 6)
        expect(refit(EXPERT_TABLES, all)).toEqual(tables)
        expect(JSON.stringify(EXPERT_TABLES)).toBe(frozen)
      }),
      { numRuns: 20 },
    )
  })
  test("finds a low base rate, and that tests say little here [R8]", () => {
    const all = store(1200, 0.35, 0.58, "low").map(e => seenOf(e, START_PACE))
    let tables = EXPERT_TABLES
    for (let i = 0; i < 6; i++) tables = refit(EXPERT_TABLES, all, REFIT_WEIGHTS, tables)
    expect(tables.prior).toBeGreaterThan(0.27)
    expect(tables.prior).toBeLessThan(0.45)
    expect(ratio(tables)).toBeLessThan(ratio(EXPERT_TABLES) * 0.75)
    // so a lone pass is worth less than by the book
    const pass = seenOf(seen({ test: true }), START_PACE)
    expect(labelSeen(pass, tables).p).toBeLessThan(labelSeen(pass, EXPERT_TABLES).p - 0.2)
  })
})

describe("a store's own labels", () => {
  const tell = (own: ReturnType<typeof alone>, episode: string, turns: readonly TurnEvidence[]): void =>
    void salientLatent.on!["episode judged"]!(own, { episode, turns, at: 0, seq: 0 }, salientLatent.params)
  const asked = (own: ReturnType<typeof alone>) =>
    salientLatent.decide(own, { level: "turn", turns: [seen({ test: true })], outcomes: [] }, salientLatent.params)

  test("a pass is worth what passes were worth here, and the reason says from how many episodes [R8]", () => {
    const own = alone()
    const turns = store(256, 0.35, 0.58, "own")
    const before = asked(own)
    expect(before.because).toContain("usual 62%")
    for (let e = 0; e < 64; e++) tell(own, `e${e}`, turns.slice(4 * e, 4 * e + 4))
    const after = asked(own)
    expect(after.answer.p!).toBeLessThan(before.answer.p! - 0.05)
    expect(after.because).toMatch(/usual \d+% here, learned from 64 episodes/)
  })
  test("evidence that comes late takes the place of what it corrects, and is not counted twice", () => {
    const own = alone()
    tell(own, "e", [seen({ test: true })])
    tell(own, "e", [seen({ test: true, reverted: true })])
    expect(LEARNED.get(own.rows, "all")!.episodes).toBe(1)
    expect(SEEN.list(own.rows).map(([, s]) => s.map(x => x.codes.reverted))).toEqual([["yes"]])
  })
  test("the same evidence makes the same tables", () => {
    const tables = [1, 2].map(() => {
      const own = alone()
      store(40, 0.5, 0.8, "same").forEach((turn, i) => {
        learnFrom(own.rows, `e${i}`, [turn], salientLatent.params)
      })
      return LEARNED.get(own.rows, "all")
    })
    expect(tables[0]).toEqual(tables[1])
    expect(tables[0]!.fittedAt).toBe(32)
  })
})
