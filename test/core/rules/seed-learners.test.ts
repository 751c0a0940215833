import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Event } from "../../../src/core/events/define.ts"
import type { ToolDoes } from "../../../src/core/model.ts"
import type { StageInput } from "../../../src/core/questions/cards.ts"
import type { Candidate, EpisodeRecord, PromptRecord } from "../../../src/core/questions/worth.ts"
import { sharedReward, shrinkingStep } from "../../../src/core/rules/astra/outcome-reward.ts"
import { fractional, oldBinaryCredit } from "../../../src/core/rules/evolver/evolver.ts"
import { betaThompson, episodeScore } from "../../../src/core/rules/groove/figures.ts"
import { firstOutcomeTopK } from "../../../src/core/rules/nucleus/nucleus.ts"
import { valueWeighted } from "../../../src/core/rules/rank/order.ts"
import { alone, tellRecord } from "../../../src/core/rules/rule.ts"
import { maturity } from "../../../src/core/rules/swarm/maturity-stage.ts"
import { halfLifeValue, invert } from "../../../src/core/rules/swarm/swarm.ts"
import { betaCounts } from "../../../src/core/rules/value/worth.ts"

const shown = (id: string, score: number): Candidate => ({
  id,
  score,
  rank: 0,
  pi: 1,
  shown: true,
  mode: 1,
  channel: "auto_pack",
  placement: "prompt",
})
const call = (exit: number | null, more: object = {}) => ({
  does: "runs" as const,
  outErr: false,
  exit,
  ok: null,
  test: false,
  file: null,
  ...more,
})
const prompt = (idx: number, more: Partial<PromptRecord> = {}): PromptRecord => ({
  idx,
  lenZ: 0,
  hasError: false,
  taskKind: null,
  overlap: null,
  fb: null,
  nActive: 0,
  slots: 5,
  cand: [],
  tools: [],
  durMin: 1,
  cited: [],
  label: null,
  ...more,
})
const episode = (prompts: PromptRecord[], more: Partial<EpisodeRecord> = {}): EpisodeRecord => ({
  ep: "e",
  day: 0,
  repo: "r",
  prompts,
  endReason: "exit",
  closing: null,
  durMin: 3,
  ...more,
})
const c = (amount: number): number => (1 + amount) / 2
const fact = { id: "x", kind: "tactic" as const, source: "agent" as const, topic: "" }

describe("seed 002", () => {
  it("[S2-75, S2-77] a word about the work moves what a used card gets, up or down; an unused one gets little of it", () => {
    const given = (fb: PromptRecord["fb"], cited: PromptRecord["cited"]) => {
      const first = prompt(0, { cand: [shown("x", 1)], cited })
      const { credits } = episodeScore.decide(
        alone(),
        { episode: episode([first, prompt(1, { fb })]), cards: [] },
        episodeScore.params,
      ).answer
      return credits[0]!.amount
    }
    const use = [{ card: "x", how: "quoted" }] as unknown as PromptRecord["cited"]
    expect(given("explicit_positive", use)).toBeGreaterThan(given("implicit_continuation", use))
    expect(given("implicit_continuation", use)).toBeGreaterThan(0)
    expect(given("implicit_retry", use)).toBeLessThan(given("implicit_continuation", use))
    expect(given("explicit_negative", use)).toBeLessThan(given("implicit_retry", use))
    expect(given("explicit_positive", [])).toBeLessThan(given("explicit_positive", use) / 4)
  })
})

describe("seed 001", () => {
  it("[S1-13] the reward of an episode has four terms: its score, its errors, whether it had to be asked again, and plain words", () => {
    const reward = (prompts: readonly PromptRecord[], params = {}) =>
      sharedReward.decide(
        alone(),
        { episode: episode([prompt(0, { cand: [shown("x", 1)] }), ...prompts]), cards: [] },
        { ...sharedReward.params, ...params },
      ).answer.credits[0]!.amount
    const differs = (prompts: readonly PromptRecord[], weight: string) =>
      reward(prompts) - reward(prompts, { [weight]: 0 })
    expect(differs([prompt(1, { fb: "explicit_positive" })], "wValidation")).toBeCloseTo(0.2)
    expect(differs([prompt(1, { fb: "explicit_negative" })], "wValidation")).toBeCloseTo(-0.2)
    expect(differs([prompt(1, { fb: "implicit_retry" })], "wStability")).toBeCloseTo(-0.2)
    expect(differs([prompt(1, { tools: [call(1, { outErr: true })] })], "wConflict")).toBeCloseTo(-0.04)
    expect(differs([prompt(1)], "wConflict")).toBeCloseTo(0)
  })
})

describe("seed 000", () => {
  it("[S0-54, S0-55] praise gives a card 0.3 of itself, a complaint takes as much, beside how the calls went", () => {
    const given = (fb: PromptRecord["fb"]) => {
      const prompts = [prompt(0, { cand: [shown("x", 1)], tools: [call(0)] }), prompt(1, { fb })]
      const { credits } = fractional.decide(alone(), { episode: episode(prompts), cards: [] }, fractional.params).answer
      return credits[0]!.amount
    }
    expect(given("explicit_positive") - given("explicit_negative")).toBeGreaterThan(0.6)
  })
  it("[S0-56] credit stays within 0 … 1, whatever was said and however the calls went", () => {
    const word = fc.constantFrom("explicit_positive", "explicit_negative", "implicit_retry", "neutral", null)
    const done = fc.array(fc.record({ does: fc.constantFrom<ToolDoes>("runs", "edits"), outErr: fc.boolean() }))
    fc.assert(
      fc.property(fc.array(fc.tuple(word, done), { minLength: 1, maxLength: 8 }), turns => {
        const prompts = turns.map(([fb, tools], i) =>
          prompt(i, { fb, cand: [shown(`card ${i}`, 1)], tools: tools.map(more => call(0, more)) }),
        )
        const { credits } = fractional.decide(
          alone(),
          { episode: episode(prompts), cards: [] },
          fractional.params,
        ).answer
        expect(credits).toHaveLength(turns.length)
        for (const { amount } of credits) expect(c(amount)).toBe(Math.min(1, Math.max(0, c(amount))))
      }),
    )
  })
  it("[S0-01] the old rule: an edit is success for every card", () => {
    const e = (does: ToolDoes) => episode([prompt(0, { cand: [shown("x", 1)], tools: [call(0, { does })] })])
    expect(
      oldBinaryCredit.decide(alone(), { episode: e("edits"), cards: [] }, oldBinaryCredit.params).answer.credits[0]!
        .amount,
    ).toBe(1)
    expect(
      oldBinaryCredit.decide(alone(), { episode: e("reads"), cards: [] }, oldBinaryCredit.params).answer.credits[0]!
        .amount,
    ).toBe(-1)
  })
  it("[S0-53..56] no tools and no words: credit is the outcome score 0.685 (C0-2)", () => {
    const e = episode([prompt(0, { cand: [shown("x", 1)] })])
    const r = fractional.decide(alone(), { episode: e, cards: [] }, fractional.params).answer.credits[0]!
    expect(c(r.amount)).toBeCloseTo(0.685, 12)
    expect(r.because).toBe("base_outcome")
  })
  it("[S0-54] [S0-55] an ordinary neutral session: score 0.785, credit 0.760 (C0-6)", () => {
    const e = episode([prompt(0, { fb: "neutral", cand: [shown("x", 1)], tools: [call(0, { does: "edits" })] })])
    const r = fractional.decide(alone(), { episode: e, cards: [] }, fractional.params).answer.credits[0]!
    expect(c(r.amount)).toBeCloseTo(0.7597, 4)
    expect(r.because).toBe("tool_success=100%, user_sentiment=50%")
  })
  it("[S0-02] two cards of one prompt tie, one injected after failures does not (C0-9)", () => {
    const e = episode([
      prompt(0, { cand: [shown("a", 1), shown("b", 1)], tools: Array.from({ length: 5 }, () => call(1)) }),
      prompt(1, { cand: [shown("late", 1)], tools: Array.from({ length: 5 }, () => call(0)) }),
    ])
    const by = new Map(
      fractional
        .decide(alone(), { episode: e, cards: [] }, fractional.params)
        .answer.credits.map(x => [x.card, x.amount]),
    )
    expect(by.get("a")).toBe(by.get("b"))
    expect(by.get("late")!).toBeGreaterThan(by.get("a")!)
  })
  it("[S0-58] no injected cards, no credits: what was only on the shortlist was not injected", () => {
    for (const cand of [[], [{ ...shown("kept back", 1), shown: false }]])
      expect(
        fractional.decide(alone(), { episode: episode([prompt(0, { cand })]), cards: [] }, fractional.params).answer
          .credits,
      ).toEqual([])
  })
})

describe("seed 004", () => {
  const mixed = episode([
    prompt(0, { cand: ["a", "b", "c", "d"].map((id, i) => shown(id, 0.9 - i / 10)), tools: [call(0), call(1)] }),
    prompt(1, { cand: [shown("late", 0.99)], tools: [call(0, { test: true })] }),
  ])
  it("[S4-44..46] [S4-49] three best before the first outcome get a win and a loss", () => {
    const { credits } = firstOutcomeTopK.decide(alone(), { episode: mixed, cards: [] }, firstOutcomeTopK.params).answer
    expect(credits.map(x => `${x.card}${x.amount > 0 ? "+" : "-"}`).sort()).toEqual([
      "a+",
      "a-",
      "b+",
      "b-",
      "c+",
      "c-",
    ])
  })
  it("strict: the last verification decides, once [D55]", () => {
    const strict = { ...firstOutcomeTopK.params, strict: true }
    const { credits } = firstOutcomeTopK.decide(alone(), { episode: mixed, cards: [] }, strict).answer
    expect(credits.map(x => [x.card, x.amount])).toEqual([
      ["late", 1],
      ["a", 1],
      ["b", 1],
    ])
  })
  it("[S4-48] no anchored outcome, no credit", () => {
    const e = episode([prompt(0, { cand: [shown("a", 1)], tools: [call(null, { does: "reads" })] })])
    expect(firstOutcomeTopK.decide(alone(), { episode: e, cards: [] }, firstOutcomeTopK.params).answer.credits).toEqual(
      [],
    )
  })
  it("[D02] wins and losses become Beta(1 + w, 1 + l)", () => {
    const credit = (amount: number) => ({ card: "x", prompt: 0, amount, weight: 1, because: "" })
    const own = alone()
    tellRecord(betaCounts, own, { record: mixed, credits: [credit(1), credit(1), credit(-1)], cards: [] })
    expect(betaCounts.decide(own, { card: fact, now: 0 }, betaCounts.params).answer).toMatchObject({
      mean: 0.6,
      n: 3,
    })
  })
})

describe("seed 001 per card", () => {
  const ask = (rewards: number[]) => {
    const own = alone()
    for (const amount of rewards) {
      const credits = [{ card: "x", prompt: 0, amount, weight: 1, because: "" }]
      tellRecord(shrinkingStep, own, { record: episode([]), credits, cards: [] })
    }
    return shrinkingStep.decide(own, { card: fact, now: 0 }, shrinkingStep.params).answer
  }
  it("[S1-04] [S1-05] reward 0.5 from 0.5 gives 0.575 (C1-2)", () => {
    expect(ask([0.5]).mean).toBeCloseTo(0.575, 12)
  })
  it("[S1-06] stays silent under 0.1", () => {
    expect(ask([0.09, -0.05])).toMatchObject({ mean: 0.5, n: 0 })
  })
})

describe("seed 003 stages", () => {
  const at = (more: Partial<StageInput>): StageInput => ({
    card: "x",
    kind: "tactic",
    scope: { tier: "repo", id: "r" },
    stage: "trial",
    pinned: false,
    value: null,
    support: 0,
    contradiction: 0,
    disputeMass: 0,
    lastExposureAt: null,
    bornAt: 0,
    recheckSince: null,
    wins: 0,
    losses: 0,
    now: 0,
    ...more,
  })
  it("[S3-19] [S3-20] [S3-24] moves by faded counts and sticks when deprecated", () => {
    expect(
      maturity.decide(alone(), at({ faded: { helpful: 6, harmful: 0, total: 6 } }), maturity.params).answer,
    ).toEqual({ to: "proven" })
    expect(
      maturity.decide(alone(), at({ faded: { helpful: 2, harmful: 1, total: 3 } }), maturity.params).answer,
    ).toEqual({ to: "deprecated" })
    expect(
      maturity.decide(
        alone(),
        at({ stage: "deprecated", faded: { helpful: 9, harmful: 0, total: 9 } }),
        maturity.params,
      ).answer,
    ).toBeNull()
  })
  it("[S3-59] [S3-60] says the numbers against the thresholds", () => {
    expect(
      maturity.decide(alone(), at({ faded: { helpful: 4.2, harmful: 0.5, total: 5 } }), maturity.params).because,
    ).toContain("proven from 5")
    expect(invert.decide(alone(), at({ wins: 1, losses: 2 }), invert.params)).toMatchObject({
      answer: { to: "deprecated", invert: true },
    })
    expect(invert.decide(alone(), at({ wins: 1, losses: 2 }), invert.params).because).toContain("2 of 3")
  })
  it("[S3-11] what was seen before has faded by the time more is seen", () => {
    const own = alone()
    for (const day of [0, 90]) {
      const credits = [{ card: "x", prompt: 0, amount: 1, weight: 1, because: "" }]
      tellRecord(halfLifeValue, own, { record: episode([], { day }), credits, cards: [] })
    }
    const known = halfLifeValue.decide(own, { card: fact, now: 180 * 86_400_000 }, halfLifeValue.params).answer
    expect(known).toMatchObject({ n: 2, faded: { helpful: 0.25 + 0.5, harmful: 0 } })
  })
  it("[S3-25] a deprecated card is left out of the pack", () => {
    const cand = (card: string, stage: "active" | "deprecated") => ({
      card,
      kind: "tactic" as const,
      tier: "repo" as const,
      stage,
      source: "agent" as const,
      topic: "",
      tokens: 1,
      score: 0.5,
      lexical: 0,
      semantic: 0,
      ageDays: 0,
      value: null,
      truth: 1,
      mustShow: false,
    })
    const { answer } = valueWeighted.decide(
      alone(),
      {
        candidates: [cand("a", "deprecated"), cand("b", "active")],
        slots: { norms: 0, negatives: 0, tactics: 2, facts: 0 },
        placement: "prompt",
        random: () => 0.5,
        posterior: undefined,
      },
      valueWeighted.params,
    )
    expect(answer.find(a => a.card === "a")).toMatchObject({ shown: false, reason: "deprecated" })
    expect(answer.find(a => a.card === "b")!.shown).toBe(true)
  })
})

describe("seed 003 from credit to weight", () => {
  const DAY = 86_400_000
  const told = (...amounts: number[]) => {
    const own = alone()
    for (const amount of amounts)
      tellRecord(halfLifeValue, own, {
        record: episode([]),
        credits: [{ card: "x", prompt: 0, amount, weight: 1, because: "" }],
        cards: [],
      })
    const faded = (now: number) => halfLifeValue.decide(own, { card: fact, now }, halfLifeValue.params).answer.faded
    const weight = (now: number) =>
      maturity.weigh!(own, { card: "x", kind: "tactic", stage: "active", now }, maturity.params)
    return { own, faded, weight }
  }
  it("[S3-13] a whole success is helpful, a whole failure harmful, what lies between neither; all fade by half in 90 days", () => {
    expect(told(1, 1, -1, 0).faded(0)).toEqual({ helpful: 2, harmful: 1, total: 3 })
    const later = told(1, 1, -1).faded(90 * DAY)!
    expect([later.helpful, later.harmful, later.total].map(n => n.toFixed(6))).toEqual([
      "1.000000",
      "0.500000",
      "1.500000",
    ])
  })
  it("[S3-24] a card that begins anew has nothing behind it; taken back, it has all of it again", () => {
    const { own, faded } = told(1, 1)
    const happens = (type: "card.reset" | "act.undone", data: object) => {
      const event = { id: "r", type, ts: 0, data } as Event<any>
      halfLifeValue.on![type]!(own, { event, at: 0, seq: 0 }, halfLifeValue.params)
    }
    happens("card.reset", { card: "x" })
    expect(faded(0)).toEqual({ helpful: 0, harmful: 0, total: 0 })
    happens("act.undone", { act: "r" })
    expect(faded(0)).toEqual({ helpful: 2, harmful: 0, total: 2 })
  })
  it("[S3-25] the evidence that was credited weighs the card where cards are chosen: harm takes it out", () => {
    expect(told().weight(0)).toBe(maturity.params.multipliers.candidate)
    expect(told(1, 1, 1).weight(0)).toBe(maturity.params.multipliers.established)
    expect(told(1, 1, 1, 1, 1, 1).weight(0)).toBe(maturity.params.multipliers.proven)
    expect(told(1, 1, -1, -1).weight(0)).toBe(maturity.params.multipliers.deprecated)
    expect(told(1, 1, 1, 1, 1, 1).weight(400 * DAY)).toBe(maturity.params.multipliers.candidate)
  })
})

describe("seed 002 draws", () => {
  it("[S2-40] a card's score is its relevance times one half more than the drawn value", () => {
    const candidate = (card: string, score: number) => ({
      card,
      kind: "tactic" as const,
      score,
      mustShow: false,
      value: null,
    })
    const draw = (base: number) =>
      betaThompson.decide(
        alone(),
        {
          candidates: [candidate("a", 1), candidate("b", 0.5)] as never,
          slots: { norms: 0, negatives: 0, tactics: 2, facts: 0 },
          placement: "prompt",
          intent: null,
          random: () => 0.5,
          posterior: undefined,
        } as never,
        { ...betaThompson.params, base },
      ).answer
    const [first, second] = draw(betaThompson.params.base)
    expect(first!.score / second!.score).toBeCloseTo(2, 9)
    expect(betaThompson.params.base).toBe(0.5)
    expect(first!.score - draw(0)[0]!.score).toBeCloseTo(0.5, 9)
  })
})
