import fc from "fast-check"
import { expect, test } from "vitest"
import { ESTIMATE, type Estimate, episodesWanted, oddsOf } from "../../../src/core/learn/estimate.ts"

const card = (own: number, ownSd: number, sessions: number): Estimate => ({
  card: "c",
  mean: own,
  sd: ownSd,
  n: sessions,
  sessions,
  help: 0,
  nothing: 1,
  harm: 0,
  utility: 0.5,
  own,
  ownSd,
})

test("after the sessions wanted a verdict can be said, if the evidence stays as it is [D70]", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      fc.double({ min: 0.01, max: 0.4, noNaN: true }),
      fc.integer({ min: 1, max: 400 }),
      (own, sd, sessions) => {
        const more = episodesWanted(card(own, sd, sessions))
        // beyond one person's reach nothing is promised
        if (more === null) return
        expect(more).toBeGreaterThanOrEqual(1)
        expect(more).toBeLessThanOrEqual(1000)
        const se = sd * Math.sqrt(sessions / (sessions + more))
        const [help, nothing, harm] = oddsOf([{ own, se }], ESTIMATE)[0]!
        expect(
          help > ESTIMATE.helps - 0.02 || nothing > ESTIMATE.inert - 0.02 || harm > 1 - ESTIMATE.harmSet - 0.02,
        ).toBe(true)
        expect(sessions + more).toBeGreaterThanOrEqual(ESTIMATE.minSessions)
      },
    ),
  )
})

test("a card between two verdicts is not said to be one session away", () => {
  expect(episodesWanted(card(0.1, 0.08, 40))).toBeGreaterThan(20)
  expect(episodesWanted(card(0.035, 0.08, 40))).toBeNull()
})
