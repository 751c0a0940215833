// What prompts say about the work before them: our own labelled sentences, the hard prompts of D09, D10 and C0-11, and
// properties that hold for any text.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FEEDBACK_TYPES } from "../../../../src/core/model.ts"
import { readFeedback as readWith } from "../../../../src/core/words/feedback/read-feedback.ts"
import type { FeedbackInput } from "../../../../src/core/words/feedback/traits.ts"
import { builtInHearWork } from "../../../../src/meaning/ear.ts"
import { GROWS_LINEARLY, growth } from "../../../growth.ts"
import { type Said, SENTENCES } from "./sentences.ts"
import { TONGUES } from "./tongues.ts"

const DONE = "Done. I added the login form and updated the styles."
const ASKED = "I can rename the flag. Option A keeps the alias, option B drops it. Want me to go ahead?"

const turn = (text: string, over: Partial<FeedbackInput> = {}): FeedbackInput => ({
  text,
  prev: "Implement the login form with validation",
  agentTail: DONE,
  tools: ["Edit"],
  nTools: 3,
  interrupted: false,
  ...over,
})
/** As the product reads: with the ear that is quick enough for every prompt. */
const readHeard = (input: FeedbackInput) => readWith(input, builtInHearWork(input.text, input.agentTail ?? ""))
/** What the traits say by themselves. */
const readFeedback = (input: FeedbackInput) => readWith(input, null)
const typeOf = (text: string, over: Partial<FeedbackInput> = {}) => readFeedback(turn(text, over)).type
const saidBy = (type: string): Said =>
  type === "explicit_negative"
    ? "complaint"
    : type === "explicit_positive"
      ? "praise"
      : type === "accept"
        ? "accept"
        : "other"

describe("our labelled sentences", () => {
  const read = SENTENCES.map(sentence => ({
    ...sentence,
    got: saidBy(readHeard(turn(sentence.text, { agentTail: sentence.said === "accept" ? ASKED : DONE })).type),
  }))

  it("[D09] has at least 250 sentences in a dozen languages", () => {
    expect(SENTENCES.length).toBeGreaterThanOrEqual(250)
    expect(new Set(SENTENCES.map(s => s.language)).size).toBeGreaterThanOrEqual(12)
  })

  it.each(["complaint", "praise", "accept"] as const)(
    "[D09] reads %s with precision of at least 0.9 and recall of at least 0.85",
    said => {
      const hits = read.filter(s => s.got === said)
      const right = hits.filter(s => s.said === said)
      expect(right.length / hits.length).toBeGreaterThanOrEqual(0.9)
      expect(right.length / read.filter(s => s.said === said).length).toBeGreaterThanOrEqual(0.85)
    },
  )

  it("[D10] never reads a complaint in any language as praise or as a go-ahead", () => {
    const wrong = read.filter(s => s.said === "complaint" && (s.got === "praise" || s.got === "accept"))
    expect(wrong.map(s => s.text)).toEqual([])
  })

  it("gives complaints low, go-aheads middling and praise high sentiment", () => {
    const mean = (said: Said) => {
      const values = SENTENCES.filter(s => s.said === said).map(
        s => readHeard(turn(s.text, { agentTail: said === "accept" ? ASKED : DONE })).sentiment,
      )
      return values.reduce((sum, value) => sum + value, 0) / values.length
    }
    expect(mean("complaint")).toBeLessThan(0.25)
    expect(mean("accept")).toBeGreaterThan(0.55)
    expect(mean("accept")).toBeLessThan(0.7)
    expect(mean("praise")).toBeGreaterThan(0.8)
    expect(mean("other")).toBeGreaterThan(0.35)
    expect(mean("other")).toBeLessThan(0.6)
  })
})

describe("the ear and the traits", () => {
  const heard = (read: typeof readFeedback, said: (s: Said) => boolean): number => {
    const of = SENTENCES.filter(s => said(s.said))
    return of.filter(s => read(turn(s.text)).type === "explicit_negative").length / of.length
  }
  it("[D09] hears complaints that no word of a list names", () => {
    for (const text of ["it's showing the old data", "why did you touch the config?"])
      expect(readHeard(turn(text)).type).toBe("explicit_negative")
  })
  it("[D09] keeps what is told by words of a dozen languages", () => {
    expect(heard(readHeard, said => said === "complaint")).toBeGreaterThanOrEqual(0.85)
    expect(heard(readHeard, said => said !== "complaint")).toBeLessThanOrEqual(0.05)
  })
  it("[D09] tells complaints of other tongues from tasks that use their words", () => {
    const complain = (texts: readonly string[]) =>
      texts.filter(text => readHeard(turn(text)).type === "explicit_negative").length
    expect(complain(TONGUES.complaints)).toBeGreaterThanOrEqual(0.8 * TONGUES.complaints.length)
    expect(complain(TONGUES.others)).toBeLessThanOrEqual(0.2 * TONGUES.others.length)
  })
  it("[D09] tells complaints where nobody listens", () => {
    expect(heard(readFeedback, said => said === "complaint")).toBeGreaterThanOrEqual(0.85)
    expect(heard(readFeedback, said => said !== "complaint")).toBeLessThanOrEqual(0.05)
  })
})

describe("hard prompts", () => {
  it("[C0-12] reads a sentence-initial no with a comma, and not the number 18", () => {
    expect(typeOf("No, use the other file")).toBe("explicit_negative")
    expect(typeOf("fix issue no.18")).not.toBe("explicit_negative")
  })
  it("[D09] a task that names a failure is a task, not a verdict", () => {
    for (const text of [
      "fix the broken link",
      "add an undo button",
      "explain how this works",
      "test that a failed login is logged",
    ])
      expect(["neutral", "implicit_continuation"]).toContain(typeOf(text))
  })
  it("[D09] a task that is only named is no complaint", () => {
    for (const named of ["next the invoices", "and now the footer", "the readme next"])
      expect(readHeard(turn(named)).type).not.toBe("explicit_negative")
  })
  it("[D73] a complaint that is sent again before anybody worked is heard once", () => {
    const read = readHeard(
      turn("no, that is still the wrong file, look again", {
        prev: "no, that is still the wrong file",
        ...{ agentTail: "", tools: [], nTools: 0 },
      }),
    )
    expect(read.type).toBe("resend")
  })
  it("[D09] negation turns praise around", () => {
    expect(typeOf("that's not great")).toBe("explicit_negative")
    expect(typeOf("not good enough")).toBe("explicit_negative")
  })
  it("[D09] thanks before a complaint is a complaint, and mixed", () => {
    const read = readFeedback(turn("thanks, but that's wrong"))
    expect(read.type).toBe("explicit_negative")
    expect(read.because).toContain("mixed")
    expect(read.sentiment).toBeLessThan(0.4)
  })
  it("[D09] curly apostrophes read like straight ones", () => {
    expect(readFeedback(turn("that doesn’t work"))).toEqual(readFeedback(turn("that doesn't work")))
  })
  it("[D10] short prompts and other scripts are not praise by default", () => {
    for (const text of ["stop", "still failing", "fix it", "違います", "не работает", "不对", "안 돼요"])
      expect(readFeedback(turn(text)).sentiment).toBeLessThanOrEqual(0.55)
  })
  it("[D10] continuation is capped at 0.55 with confidence 0.3", () => {
    const read = readFeedback(turn("add pagination to the orders table"))
    expect(read.type).toBe("implicit_continuation")
    expect(read.sentiment).toBeLessThanOrEqual(0.55)
    expect(read.confidence).toBe(0.3)
  })
  it("text that is quoted, fenced or handed on is not the user's verdict", () => {
    expect(typeOf('translate "that is wrong and broken" to German')).not.toBe("explicit_negative")
    expect(typeOf("use this as the fixture:\n```\nthis is wrong, it does not work\n```")).not.toBe("explicit_negative")
    expect(
      typeOf(
        "The parseHeader function in reader.ts lacks a bounds check, which could lead to a crash. Consider adding a guard (lines 10-14).",
      ),
    ).not.toBe("explicit_negative")
  })
  it("failing output pasted after delivered work is a complaint", () => {
    const read = readFeedback(turn("--- FAIL: TestLogin (0.01s)\n    login_test.go:14: got 500, want 200\nFAIL"))
    expect(read.type).toBe("explicit_negative")
    expect(read.because).toContain("failing-output")
  })
  it("a supposed failure is not a reported one", () => {
    expect(typeOf("we need to handle it if the upload fails")).not.toBe("explicit_negative")
  })
  it("a go-ahead is not praise, and praise is not a go-ahead", () => {
    expect(typeOf("yes, go ahead", { agentTail: ASKED })).toBe("accept")
    expect(typeOf("perfect, thanks")).toBe("explicit_positive")
  })
})

describe("retries and resends", () => {
  const prompt = "Add keyboard shortcuts to the message list"
  it("the same prompt before the agent produced anything is a resend, not feedback", () => {
    const read = readFeedback(turn(prompt, { prev: prompt, agentTail: "", tools: [], interrupted: true }))
    expect(read.type).toBe("resend")
    expect(read.sentiment).toBe(0.5)
    expect(read.target).toBeNull()
  })
  it("an edited prompt before the agent produced anything is a resend", () => {
    expect(typeOf(`${prompt} and the sidebar`, { prev: prompt, agentTail: "", tools: [], interrupted: true })).toBe(
      "resend",
    )
  })
  it("[D73] the same prompt after the agent worked is a retry", () => {
    expect(typeOf(`  ${prompt.toUpperCase()}! `, { prev: prompt })).toBe("implicit_retry")
  })
  it("[D73] overlap needs more than 0.6 and three keywords on each side", () => {
    expect(
      typeOf("Add keyboard shortcuts to the message lists and menus", {
        prev: "Add keyboard shortcuts to message lists menus",
      }),
    ).toBe("implicit_retry")
    expect(typeOf("check logs", { prev: "check logs please" })).not.toBe("implicit_retry")
  })
  it("says try again is a retry without a verdict", () => {
    expect(typeOf("try again")).toBe("implicit_retry")
  })
  it("unknown surroundings never make a resend", () => {
    expect(
      readFeedback({ text: prompt, prev: prompt, agentTail: null, tools: null, nTools: null, interrupted: null }).type,
    ).toBe("implicit_retry")
  })
})

describe("properties", () => {
  const anyTurn = fc.record({
    text: fc.oneof(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.string({ maxLength: 400 }),
      fc.constantFrom(...SENTENCES.map(s => s.text)),
    ),
    prev: fc.option(fc.string({ maxLength: 200 }), { nil: null }),
    agentTail: fc.option(fc.string({ maxLength: 300 }), { nil: null }),
    tools: fc.option(fc.array(fc.string({ maxLength: 12 }), { maxLength: 5 }), { nil: null }),
    nTools: fc.option(fc.nat(50), { nil: null }),
    interrupted: fc.option(fc.boolean(), { nil: null }),
  })

  it("never throws, stays in bounds, is deterministic and keeps the user's words out of its reasons", () => {
    fc.assert(
      fc.property(anyTurn, input => {
        const read = readFeedback(input)
        expect(FEEDBACK_TYPES).toContain(read.type)
        for (const value of [read.sentiment, read.confidence, read.complaint, read.goAhead]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
        expect(read.because).toMatch(/^[a-z -]+$/)
        expect(readFeedback(input)).toEqual(read)
      }),
      { numRuns: 300 },
    )
  })
  it.each([
    ["absolutely not", "explicit_negative"],
    ["of course not", "explicit_negative"],
    ["these totals can't be right", "explicit_negative"],
    ["timeout again. same as before.", "explicit_negative"],
    ["das ist jetzt schlimmer als vorher", "explicit_negative"],
    ["the whole batch went through without a single error, great work", "explicit_positive"],
  ] as const)("[D09] reads %j as %s", (text, type) => {
    expect(typeOf(text)).toBe(type)
  })
  it("[D09] asks for the same elsewhere without a complaint", () => {
    expect(typeOf("now the same thing on the settings page")).not.toBe("explicit_negative")
  })
  it("abstains on blank text", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ \t\n]{0,40}$/), text => {
        const read = readFeedback(turn(text))
        expect(read.type).toBe("neutral")
        expect(read.confidence).toBe(0)
      }),
    )
  })
  it("reads 100 KB of adversarial text about as fast as 10 KB", () => {
    const seeds = [
      "a ",
      "if it ",
      "no, that doesn't work. ",
      "Error: x\n",
      "....",
      "不对",
      "aB_",
      "!?",
      '"',
      "```\n",
      "> ",
      "0:0: ",
    ]
    for (const seed of seeds) {
      const read = (size: number) => {
        const text = seed.repeat(Math.ceil(size / seed.length))
        return readFeedback(turn(text, { prev: `${text}x`, agentTail: text }))
      }
      expect(growth(read, 12_500), seed).toBeLessThan(GROWS_LINEARLY)
    }
  })
})
