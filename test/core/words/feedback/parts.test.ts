// The parts of the feedback reader, one by one: words, own words against pasted text, clauses, surroundings, lists.
import { describe, expect, it } from "vitest"
import { clausesOf } from "../../../../src/core/words/feedback/clauses.ts"
import { proseOf } from "../../../../src/core/words/feedback/prose.ts"
import { produced, repeated } from "../../../../src/core/words/feedback/resent.ts"
import { traitsOf } from "../../../../src/core/words/feedback/traits.ts"
import { FEEDBACK_PARAMS } from "../../../../src/core/words/feedback/weights.ts"
import { keywords, sharedOf } from "../../../../src/core/words/similar.ts"
import { normalise, wordList, wordsIn } from "../../../../src/core/words/word-list.ts"

describe("words", () => {
  it("[D10] splits any script into words", () => {
    expect(wordsIn("don't stop-gap élan 日本語 x_y")).toEqual(["don't", "stop-gap", "élan", "日本語", "x_y"])
    expect([...keywords("日本語", 3)]).toEqual(["日本", "本語"])
  })
  it("[D10] says nothing about overlap when one side is empty", () => {
    expect(sharedOf(keywords("fix it", 3), keywords("fix it", 3))).toBeNull()
    expect(sharedOf(keywords("alpha beta gamma", 3), keywords("alpha beta delta", 3))).toBe(0.5)
  })
  it("[D73] compares texts without case, spacing and closing marks", () => {
    const same = (a: string, b: string) => repeated(a, b, FEEDBACK_PARAMS).same
    expect(same("Fix  the tests.", "fix the tests!")).toBe(true)
    expect(same("fix the tests", "fix the test")).toBe(false)
    expect(same("👍", "🎉")).toBe(false)
  })
})

describe("own words", () => {
  it("takes fences, logs, diffs and quotations away", () => {
    const own = proseOf(
      'This is mine.\n```\nthat is wrong\n```\n2026-01-01 10:00:00 ERROR boom\n> quoted line\nIt says "this is completely broken" here',
    )
    expect(own.prose).toContain("This is mine.")
    expect(own.prose).not.toMatch(/wrong|boom|quoted line|broken/)
    expect(own.pasted.split("\n")).toHaveLength(3)
  })
  it("keeps an ordinary sentence whole", () => {
    expect(proseOf("please rename the flag, it is confusing").pasted).toBe("")
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
    expect(clausesOf("the table is fine but the chart is not")).toHaveLength(2)
  })
})

describe("surroundings", () => {
  const around = { prev: null, tools: null, nTools: null, interrupted: null }
  it("sees questions and offers at the end of the agent's message", () => {
    const tail = (agentTail: string | null) => traitsOf({ ...around, text: "hm", agentTail }, false)
    expect(tail(null)).not.toHaveProperty("asked")
    expect(tail("Shall I rename it?")).toMatchObject({ asked: 1, offered: 1 })
    expect(tail("Done. All tests pass.")).not.toHaveProperty("offered")
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
    const pasted = (text: string) => traitsOf({ ...around, text, agentTail: null }, false)
    expect(pasted("FAIL src/a.test.ts\nTests: 2 failed")).toHaveProperty("failing-output")
    expect(pasted("PASS src/a.test.ts\nTests  12 passed")).not.toHaveProperty("failing-output")
  })
})

describe("lists of words", () => {
  const list = wordList("roll back, crash*, went … wrong, put it back, 失败")
  const found = (text: string) => list.find(wordsIn(normalise(text)))
  it("finds whole words and phrases, endings, gaps and scripts without blanks", () => {
    expect(found("please roll back that")).toEqual([1, 3])
    expect(found("it crashes")).toEqual([1, 2])
    expect(found("it went really very wrong")).toEqual([1, 5])
    expect(found("构建失败了")).toEqual([0, 1])
    expect(found("rollback, rolled back, it went on and on and wrong")).toBeNull()
  })
})
