import { describe, expect, it } from "vitest"
import type { StageInput } from "../../../../src/core/questions/cards.ts"
import { alone } from "../../../../src/core/rules/rule.ts"
import { archive, recheck } from "../../../../src/core/rules/stage/out-of-use.ts"

const DAY = 86_400_000
const card = (over: Partial<StageInput> = {}): StageInput =>
  ({
    card: "c",
    kind: "fact",
    scope: { tier: "repo", id: "r" },
    stage: "active",
    pinned: false,
    value: null,
    support: 1,
    contradiction: 0,
    disputeMass: 0,
    lastExposureAt: 0,
    bornAt: 0,
    recheckSince: null,
    wins: 0,
    losses: 0,
    winsByRepo: {},
    now: 0,
    ...over,
  }) as StageInput
const re = (over: Partial<StageInput>) => recheck.decide(alone(), card(over), recheck.params).answer
const ar = (over: Partial<StageInput>) => archive.decide(alone(), card(over), archive.params).answer

describe("recheck", () => {
  it("[S4-33] [S4-34] moves a fact when disputes reach its tier's threshold", () => {
    expect(re({ disputeMass: 0.8 })).toBeNull()
    expect(re({ disputeMass: 1 })).toEqual({ to: "needs_recheck" })
    expect(re({ disputeMass: 1, scope: { tier: "domain", id: "d" } })).toBeNull()
    expect(re({ disputeMass: 2, scope: { tier: "global", id: "g" } })).toEqual({ to: "needs_recheck" })
  })
  it("[S4-09] leaves norms to the user and work to its value", () => {
    expect(re({ kind: "constraint", disputeMass: 5 })).toBeNull()
    expect(re({ kind: "tactic", disputeMass: 5 })).toBeNull()
  })
  it("[D61] knows the ways out: cleared, or archived after two periods unchecked", () => {
    const waiting = { stage: "needs_recheck", disputeMass: 1, recheckSince: 0 } as const
    expect(re({ ...waiting, disputeMass: 0 })).toEqual({ to: "active" })
    expect(re({ ...waiting, now: 28 * DAY })).toBeNull()
    expect(re({ ...waiting, now: 29 * DAY })).toEqual({ to: "archived" })
    expect(re({ ...waiting, now: 29 * DAY, pinned: true })).toBeNull()
    // the wider a fact holds, the longer it may wait
    for (const [tier, days] of [
      ["domain", 120],
      ["global", 360],
    ] as const) {
      const wide = { ...waiting, disputeMass: 2, scope: { tier, id: "x" } }
      expect(re({ ...wide, now: days * DAY }), tier).toBeNull()
      expect(re({ ...wide, now: (days + 1) * DAY }), tier).toEqual({ to: "archived" })
    }
  })
})

describe("archive", () => {
  it("[S4-66] archives after the window when truth or use is low and nothing is disputed", () => {
    expect(ar({ now: 61 * DAY, contradiction: 2 })).toEqual({ to: "archived" })
    expect(ar({ now: 60 * DAY, contradiction: 2 })).toBeNull()
    expect(ar({ now: 61 * DAY })).toBeNull()
    expect(ar({ now: 61 * DAY, contradiction: 2, disputeMass: 0.2 })).toBeNull()
    expect(ar({ kind: "tactic", losses: 1, now: 61 * DAY })).toEqual({ to: "archived" })
    expect(ar({ kind: "tactic", wins: 1, losses: 1, now: 61 * DAY })).toBeNull()
  })
  it("[S4-66] gives wider scopes longer windows; norms and pinned cards stay", () => {
    expect(ar({ scope: { tier: "global", id: "g" }, now: 200 * DAY, contradiction: 2 })).toBeNull()
    expect(ar({ kind: "preference", now: 999 * DAY, contradiction: 9 })).toBeNull()
    expect(ar({ pinned: true, now: 999 * DAY, contradiction: 9 })).toBeNull()
  })
})
