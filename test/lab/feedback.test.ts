// The contract of `lab feedback` (design 10): fields, missing ones, junk, presets.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FEEDBACK_TYPES } from "../../src/core/model.ts"
import { labFeedback } from "../../src/lab/each.ts"
import { builtInHear } from "../../src/meaning/ear.ts"

const feedback = labFeedback(builtInHear)

const PRESETS = ["mettle", "evolver", "groove", "nucleus", "swarm", "astra", "plain"]

describe("lab feedback", () => {
  it("answers with exactly the contract's fields", () => {
    const answer = feedback(
      { id: "a", text: "that's wrong", prev: "build it", agent_tail: "Done.", tools: ["Edit"], n_tools: 1 },
      "mettle",
    )
    expect(Object.keys(answer).sort()).toEqual(["because", "confidence", "id", "p", "sentiment", "target", "type"])
    expect(answer).toMatchObject({ id: "a", type: "explicit_negative", target: "previous_turn" })
    expect(answer.p).toBeGreaterThan(0.7)
  })
  it("reads a line that has only a text", () => {
    expect(feedback({ id: 1, text: "this does not work" }, "mettle").type).toBe("explicit_negative")
    expect(feedback({ id: 1, text: "yes please" }, "mettle").type).toBe("accept")
  })
  it("says so when a preset has no rule of its own", () => {
    expect(feedback({ text: "that's wrong" }, "swarm").because).toMatch(/^this preset has no own rule/)
  })
  it("[S0-10..13] shows the seeds as they are: type, sentiment, confidence, and whom it is about", () => {
    const line = { text: "explain how this works", prev: "x", n_tools: 1 }
    expect(feedback(line, "evolver")).toMatchObject({ type: "explicit_positive", sentiment: 1, confidence: 0.9 })
    expect(feedback(line, "evolver").target).toBe("previous_turn")
    expect(feedback(line, "groove")).toMatchObject({ type: "neutral", sentiment: 0.5, confidence: 0 })
    expect(feedback({ text: "that's wrong", prev: "x" }, "nucleus")).toMatchObject({
      type: "explicit_negative",
      sentiment: 0,
    })
  })
  it("never throws on junk, whatever the preset", () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...PRESETS, "__proto__", "toString"), (line, preset) => {
        const answer = feedback(line, preset)
        expect(FEEDBACK_TYPES).toContain(answer.type)
        expect(answer.sentiment).toBeGreaterThanOrEqual(0)
        expect(answer.sentiment).toBeLessThanOrEqual(1)
      }),
    )
  })
})
