// The parts of the feedback reader, one by one: words, own words against pasted text, clauses, tails, third parties.
import { describe, expect, it } from "vitest"
import { invitation } from "../../../src/core/feedback/agent-tail.ts"
import { clausesOf } from "../../../src/core/feedback/clauses.ts"
import { readPasted } from "../../../src/core/feedback/failing-output.ts"
import { proseOf } from "../../../src/core/feedback/prose.ts"
import { produced } from "../../../src/core/feedback/resent.ts"
import { thirdPartyMarks } from "../../../src/core/feedback/third-party.ts"
import { keywords, overlap, sameText, tokens } from "../../../src/core/feedback/words.ts"

describe("words", () => {
  it("[D10] splits any script into words", () => {
    expect(tokens("don't stop-gap élan 日本語 x_y")).toEqual(["don't", "stop-gap", "élan", "日本語", "x_y"])
    expect([...keywords("日本語", 3)]).toEqual(["日本", "本語"])
  })
  it("[D10] says nothing about overlap when one side is empty", () => {
    expect(overlap(keywords("fix it", 3), keywords("fix it", 3))).toBeNull()
    expect(overlap(keywords("alpha beta gamma", 3), keywords("alpha beta delta", 3))).toBe(0.5)
  })
  it("[D73] compares texts without case, spacing and closing marks", () => {
    expect(sameText("Fix  the tests.", "fix the tests!")).toBe(true)
    expect(sameText("fix the tests", "fix the test")).toBe(false)
  })
})

describe("own words", () => {
  it("takes fences, logs, diffs and quotations away", () => {
    const own = proseOf(
      'This is mine.\n```\nthat is wrong\n```\n2026-01-01 10:00:00 ERROR boom\n> quoted line\nIt says "this is completely broken" here',
    )
    expect(own.prose).toContain("This is mine.")
    expect(own.prose).not.toMatch(/wrong|boom|quoted line|broken/)
    expect(own.pastedLines).toBe(3)
  })
  it("keeps an ordinary sentence whole", () => {
    expect(proseOf("please rename the flag, it is confusing").pastedLines).toBe(0)
  })
})

describe("clauses", () => {
  it("[D09] tells tasks, questions, conditions and statements apart", () => {
    const kinds = clausesOf("Fix the link. Why is it red? If it fails, retry. The page is blank.").map(
      clause => clause.kind,
    )
    expect(kinds).toEqual(["task", "question", "condition", "statement"])
  })
  it("[D09] opens a clause at a contrast", () => {
    const [, second] = clausesOf("the table is fine but the chart is not")
    expect(second?.contrast).toBe(true)
  })
})

describe("surroundings", () => {
  it("sees questions, offers and options at the end of the agent's message", () => {
    expect(invitation(null)).toBeNull()
    expect(invitation("Shall I rename it?")).toMatchObject({ asked: true, offered: true })
    expect(invitation("Done. All tests pass.")).toMatchObject({ asked: false, offered: false })
  })
  it("knows whether the agent produced anything, or does not know", () => {
    expect(produced("", [], 40)).toBe(false)
    expect(produced("text", [], 0)).toBe(true)
    expect(produced("", ["Edit"], 1)).toBe(true)
    expect(produced("", ["!rejected-by-user"], 1)).toBe(false)
    expect(produced(null, null, null)).toBeNull()
    expect(produced(null, [], 0)).toBe(false)
  })
  it("tells failing from passing output", () => {
    expect(readPasted("FAIL src/a.test.ts\nTests: 2 failed")).toEqual({ failing: true, passing: false })
    expect(readPasted("Tests  12 passed\nexit code 0")).toEqual({ failing: false, passing: true })
  })
  it("counts marks of a passed-on review", () => {
    expect(thirdPartyMarks("please rename it")).toBe(0)
    expect(
      thirdPartyMarks("Medium Severity\nThe handler lacks a check (lines 10-14). Consider adding one."),
    ).toBeGreaterThanOrEqual(3)
  })
})
