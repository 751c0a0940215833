// Seed 000's feedback rule as written, every constant quoted; and what its own checklist (S0-67..69) is really worth.
import { describe, expect, it } from "vitest"
import type { PromptMoment } from "../../../../src/core/questions/happened.ts"
import { evolverUserWords as rule } from "../../../../src/core/rules/evolver/evolver.ts"
import { evolverOverlap } from "../../../../src/core/rules/evolver/heard.ts"
import { alone } from "../../../../src/core/rules/rule.ts"

const moment = (text: string, over: Partial<PromptMoment> = {}): PromptMoment => ({
  what: "prompt",
  index: 1,
  text,
  prev: "please build the settings screen",
  agentTail: "Done.",
  tools: ["Edit"],
  nTools: 1,
  interrupted: false,
  author: "user",
  interactive: true,
  ...over,
})
const read = (text: string, over: Partial<PromptMoment> = {}) =>
  rule.decide(alone(), moment(text, over), rule.params).answer[0]!

describe("patterns", () => {
  it.each(["thanks", "thank you", "perfect", "great", "awesome", "works", "excellent", "nice", "good job"])(
    "[S0-24][S0-30] %s anywhere is explicit positive: 1.0 at 0.9",
    word => {
      expect(read(`well, ${word.toUpperCase()} indeed`)).toMatchObject({
        type: "explicit_positive",
        polarity: 1,
        confidence: 0.9,
        because: "positive-1",
        facts: { sentiment: 1 },
      })
    },
  )
  it.each(["yes", "Yep.", "yeah!", "correct", "exactly"])("[S0-25] %s alone is explicit positive", word => {
    expect(read(word)).toMatchObject({ type: "explicit_positive", because: "positive-2" })
    expect(read(`${word} please`).type).not.toBe("explicit_positive")
  })
  it.each(["wrong", "incorrect", "not what", "undo", "revert", "rollback", "broken", "failed"])(
    "[S0-26][S0-31] %s anywhere is explicit negative: 0.0 at 0.9",
    word => {
      expect(read(`the ${word} one`)).toMatchObject({
        type: "explicit_negative",
        polarity: -1,
        confidence: 0.9,
        because: "negative-1",
        facts: { sentiment: 0 },
      })
    },
  )
  it.each(["try again", "start over", "that's not", "doesn't work"])("[S0-27] %s is explicit negative", phrase => {
    expect(read(`so ${phrase} here`)).toMatchObject({ type: "explicit_negative", because: "negative-2" })
  })
  it("[S0-26][C0-12] no with a comma needs a word character right behind it, so the plain case is missed", () => {
    expect(read("No, use the other file").type).not.toBe("explicit_negative")
    expect(read("see no.18").type).toBe("explicit_negative")
  })
  it("[S0-29] positive is tested before negative", () => {
    expect(read("thanks, but that is wrong").type).toBe("explicit_positive")
  })
})

describe("overlap", () => {
  it("[S0-36] counts words longer than 3 characters, split on non-word characters, as Jaccard", () => {
    expect(evolverOverlap("Alpha beta gam", "alpha-BETA gam", 3)).toBe(1)
    expect(evolverOverlap("alpha beta", "alpha gamma", 3)).toBeCloseTo(1 / 3)
    expect(evolverOverlap("fix it", "fix it", 3)).toBe(0)
  })
  it("[S0-32] above 0.6 with the last prompt is a retry: 0.2 at 0.7", () => {
    const prev = "alpha beta gamma delta"
    expect(read("alpha beta gamma", { prev })).toMatchObject({
      type: "implicit_retry",
      confidence: 0.7,
      facts: { sentiment: 0.2 },
    })
    expect(read("alpha beta gamma", { prev: "alpha beta gamma delta omega" }).type).not.toBe("implicit_retry")
  })
  it("[S0-33] below 0.2 after at least one tool call is continuation: 0.7 at 0.6", () => {
    expect(read("omega sigma")).toMatchObject({
      type: "implicit_continuation",
      confidence: 0.6,
      facts: { sentiment: 0.7 },
    })
    expect(read("omega sigma", { nTools: 0, tools: [] }).type).toBe("neutral")
    expect(read("omega sigma", { prev: null }).type).toBe("neutral")
    expect(read("alpha beta gamma delta omega", { prev: "alpha xxxx yyyy zzzz vvvv" }).type).not.toBe("implicit_retry")
  })
  it("[S0-28] no word alone asks for a retry: the seed's list of such words is empty", () => {
    for (const text of ["retry", "once more please", "do it over", "same thing as before"])
      expect(read(text, { prev: "translate every label of the checkout" }).type, text).not.toBe("implicit_retry")
  })
  it("[S0-34] anything else is neutral: 0.5 at 0.5", () => {
    expect(read("omega", { prev: null })).toMatchObject({ type: "neutral", polarity: 0, confidence: 0.5 })
  })
  it("[S0-35] the index is the number of prompts before", () => {
    const seen = ["one", "two", "three"].map((text, index) => read(text, { index }).facts!.promptIndex)
    expect(seen).toEqual([0, 1, 2])
  })
})

describe("the seed's own checklist", () => {
  it("[S0-67] the rule is a value of the Rule type with JSON-safe parameters", () => {
    expect(JSON.parse(JSON.stringify(rule.params))).toEqual(rule.params)
  })
  it("[S0-68] explicit words are detected in the seed's plain cases", () => {
    expect(read("perfect, thanks").type).toBe("explicit_positive")
    expect(read("that is wrong").type).toBe("explicit_negative")
  })
  it("[S0-69] retry and continuation are detected in the seed's plain cases", () => {
    expect(read("please build the settings screen").type).toBe("implicit_retry")
    expect(read("translate error messages").type).toBe("implicit_continuation")
  })
  it("[C0-11] what really holds: tasks read as verdicts and complaints as satisfaction", () => {
    expect(read("explain how this works").type).toBe("explicit_positive")
    expect(read("fix the broken link").type).toBe("explicit_negative")
    for (const text of ["still failing", "stop", "не работает", "違います"])
      expect(read(text).facts!.sentiment).toBe(0.7)
  })
})
