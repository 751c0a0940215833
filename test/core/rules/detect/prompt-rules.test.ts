// The rules on prompts beside seed 000's: the default reading, interrupts, boundaries, phrases, seeds 002 and 004.
import { describe, expect, it } from "vitest"
import type { PromptMoment, ToolMoment } from "../../../../src/core/questions/happened.ts"
import { interrupt, taskBoundary, userPhrases, userWords } from "../../../../src/core/rules/detect/prompts.ts"
import { groovePhrases } from "../../../../src/core/rules/groove/figures.ts"
import { nucleusWords } from "../../../../src/core/rules/nucleus/nucleus.ts"
import { alone, type Params, type Rule } from "../../../../src/core/rules/rule.ts"

const prompt = (text: string, over: Partial<PromptMoment> = {}): PromptMoment => ({
  what: "prompt",
  index: 1,
  text,
  prev: "build the settings screen with a dark theme",
  agentTail: "Done. The screen is there.",
  tools: ["Edit"],
  nTools: 1,
  interrupted: false,
  author: "user",
  interactive: true,
  ...over,
})
const tool = (over: Partial<ToolMoment>): ToolMoment => ({
  what: "tool",
  tool: "Bash",
  does: "runs",
  input: "ls",
  text: null,
  stdout: null,
  stderr: null,
  ok: null,
  exitCode: null,
  rejected: false,
  cancelled: false,
  interrupted: false,
  durationMs: null,
  ...over,
})
const ask = (rule: Rule<"detect">, moment: PromptMoment | ToolMoment, params: Params = rule.params) =>
  rule.decide(alone(), moment, params).answer

describe("user-words", () => {
  it("turns sentiment into polarity and keeps the words out", () => {
    const [reading] = ask(userWords, prompt("this zebra button is wrong"))
    expect(reading).toMatchObject({ signal: "feedback", type: "explicit_negative" })
    expect(reading!.polarity).toBeCloseTo(2 * (reading!.facts!.sentiment as number) - 1)
    expect(JSON.stringify(reading)).not.toContain("zebra")
  })
  it("[D11] says nothing about the first prompt, and nothing about texts that are not the user's", () => {
    expect(ask(userWords, prompt("that's wrong", { prev: null }))).toEqual([])
    expect(ask(userWords, prompt("that's wrong", { author: "harness" }))).toEqual([])
    expect(ask(userWords, prompt("that's wrong", { author: "sub-agent" }))).toEqual([])
    expect(ask(userWords, tool({}))).toEqual([])
  })
  it("keeps every constant in its params, safe for JSON", () => {
    expect(JSON.parse(JSON.stringify(userWords.params))).toEqual(userWords.params)
    const deaf = { ...userWords.params, complaintThreshold: 1.1 }
    expect(ask(userWords, prompt("that's wrong"), deaf)[0]!.type).not.toBe("explicit_negative")
  })
})

describe("interrupt", () => {
  it("reads an interrupted turn, and leaves calls to the refusal rule", () => {
    expect(ask(interrupt, prompt("x", { interrupted: true }))[0]).toMatchObject({
      signal: "interrupt",
      polarity: -0.4,
      confidence: 0.4,
    })
    expect(ask(interrupt, tool({ cancelled: true }))).toEqual([])
    expect(ask(interrupt, prompt("x", { interrupted: true, prev: null }))).toEqual([])
    expect(ask(interrupt, prompt("x"))).toEqual([])
  })
})

describe("task-boundary", () => {
  const typeOf = (text: string, over: Partial<PromptMoment> = {}) => ask(taskBoundary, prompt(text, over))[0]?.type
  it("[S2-20] reads done, next and a shift of topic", () => {
    expect(typeOf("ok, we're done here")).toBe("done")
    expect(typeOf("next task: write the importer")).toBe("next")
    expect(typeOf("Generate quarterly invoice summaries grouped by customer region")).toBe("topic_shift")
  })
  it("[S2-20] a remark on the same work is no boundary", () => {
    expect(typeOf("make the dark theme of the settings screen darker")).toBeUndefined()
    expect(typeOf("it should also remember the choice between restarts")).toBeUndefined()
    expect(typeOf("next task: x", { prev: null })).toBeUndefined()
  })
})

describe("user-phrases", () => {
  const params = {
    patterns: [
      { id: "my/meh", pattern: "\\bmeh\\b", says: "complaint", ignoreCase: true },
      { id: "bad", pattern: "(a", says: "praise" },
    ],
    confidence: 0.9,
  }
  it("[S2-14] reads configured phrases, names them by id and survives a bad one", () => {
    expect(ask(userPhrases, prompt("Meh."), params)[0]).toMatchObject({ type: "explicit_negative", because: "my/meh" })
    expect(ask(userPhrases, prompt("fine"), params)).toEqual([])
    expect(ask(userPhrases, prompt("Meh."))).toEqual([])
  })
  it("does not look into pasted text", () => {
    expect(ask(userPhrases, prompt("see:\n```\nmeh\n```"), params)).toEqual([])
  })
})

describe("groove-phrases", () => {
  it.each(["why didn't you", "no, that's not what I meant", "actually, let's go back"])(
    "[S2-14] %s is negative",
    phrase => {
      expect(ask(groovePhrases, prompt(`hm, ${phrase} earlier`))[0]).toMatchObject({
        type: "explicit_negative",
        polarity: -1,
      })
    },
  )
  it.each(["perfect", "great", "thanks", "exactly"])("[S2-15] %s is positive", word => {
    expect(ask(groovePhrases, prompt(`${word}!`))[0]).toMatchObject({ type: "explicit_positive", polarity: 1 })
  })
  it("[S2-16] the same request again is a retry; anything else says nothing", () => {
    expect(ask(groovePhrases, prompt("Fix  the tests", { prev: "fix the tests" }))[0]).toMatchObject({
      type: "implicit_retry",
    })
    expect(ask(groovePhrases, prompt("fix the tests"))).toEqual([])
  })
  it("[S2-14] the phrases are configuration", () => {
    expect(ask(groovePhrases, prompt("nah (really)"), { ...groovePhrases.params, negative: ["nah (really)"] })).toEqual(
      [],
    )
    expect(ask(groovePhrases, prompt("nah mate"), { ...groovePhrases.params, negative: ["nah"] })[0]!.type).toBe(
      "explicit_negative",
    )
  })
})

describe("nucleus-words", () => {
  it("[S4-42] an explicit confirmation is user_confirmed_helpful", () => {
    expect(ask(nucleusWords, prompt("that helped a lot"))[0]!.facts!.outcome).toBe("user_confirmed_helpful")
  })
  it("[S4-43] an explicit correction is user_corrected, and wins over a confirmation", () => {
    expect(ask(nucleusWords, prompt("that’s wrong"))[0]!.facts!.outcome).toBe("user_corrected")
    expect(ask(nucleusWords, prompt("very helpful, but that's wrong"))[0]!.facts!.outcome).toBe("user_corrected")
  })
  it("[S4-48] anything less is no outcome", () => {
    expect(ask(nucleusWords, prompt("great"))).toEqual([])
    expect(ask(nucleusWords, prompt("that's wrong", { prev: null }))).toEqual([])
  })
})
