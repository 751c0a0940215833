import { describe, expect, it } from "vitest"
import type { AdmitInput } from "../../../../src/core/questions/cards.ts"
import { nucleusAdmit as rule } from "../../../../src/core/rules/nucleus/admit.ts"
import { alone } from "../../../../src/core/rules/rule.ts"
import { near, offer, span } from "./offer.ts"

const answer = (input: AdmitInput) => rule.decide(alone(), input, rule.params).answer

describe("seed 004's gate", () => {
  it("[S4-22] admits with the evidence its kind requires", () => {
    expect(answer(offer("use tabs"))).toEqual({ act: "admit", stage: "active" })
    expect(answer(offer("use tabs", { evidence: [span("use tabs", { kind: "doc_span" })] }))).toEqual({
      act: "refuse",
      refused: "needs-user-words",
    })
    expect(
      answer(offer("x failed", { kind: "negative_result", evidence: [span("x", { kind: "tool_output" })] })),
    ).toEqual({ act: "refuse", refused: "no-failure" })
  })
  it("[S4-23] [S4-26] measures novelty within the same kind, merges near-duplicates", () => {
    expect(answer(offer("use tabs", { near: [near("tabs", { jaccard: 0.7 })] }))).toEqual({
      act: "refuse",
      refused: "not-novel",
    })
    expect(answer(offer("use tabs", { near: [near("tabs", { jaccard: 0.85 })] }))).toEqual({
      act: "merge",
      into: "old",
    })
    expect(answer(offer("use tabs", { near: [near("tabs", { kind: "fact", jaccard: 1 })] }))).toEqual({
      act: "admit",
      stage: "active",
    })
  })
  it("[S4-24] [S4-25] keeps hard and soft caps, norms included", () => {
    expect(answer(offer("use tabs", { live: 60 }))).toEqual({ act: "refuse", refused: "budget-scope" })
    expect(answer(offer("use tabs", { episodeAdmitted: 6 }))).toEqual({ act: "refuse", refused: "budget-episode" })
  })
  it("[S4-27] lets later user words on the topic win, and words that were said before it not", () => {
    const old = near("use pnpm, not npm", { topic: "package-manager", at: 1 })
    const asked = (at: number) => answer(offer("use npm instead", { topic: "package-manager", at, near: [old] })).act
    expect([asked(2), asked(0)]).toEqual(["supersede", "admit"])
  })
})
