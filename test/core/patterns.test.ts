// A user's own patterns: RE2 semantics, caps, and refusals instead of exceptions.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { compilePatterns, PATTERN_CAPS } from "../../src/core/patterns.ts"
import { toolResult } from "../../src/core/rules/detect/calls.ts"
import { alone } from "../../src/core/rules/rule.ts"
import { GROWS_LINEARLY, growth } from "../growth.ts"
import { call } from "./calls/moment.ts"

const one = (pattern: string, id = "mine") => compilePatterns([{ id, pattern, says: "fail" }])

describe("compilePatterns", () => {
  test("compiles, keeps order, matches lines", () => {
    const { patterns, refused } = compilePatterns([
      { id: "a", pattern: "^SMOKE WENT BLACK", says: "fail" },
      { id: "b", pattern: "all green", says: "ok", ignoreCase: true },
    ])
    expect(refused).toEqual([])
    expect(patterns.map(p => p.id)).toEqual(["a", "b"])
    expect(patterns[0]!.matches("x\nSMOKE WENT BLACK now")).toBe(true)
    expect(patterns[1]!.matches("ALL GREEN")).toBe(true)
  })
  test.each([
    ["too-long", "a".repeat(257)],
    ["too-many-repeats", "a{101}"],
    ["too-many-repeats", "(ab){2,500}"],
    ["bad-syntax", "(a"],
    ["bad-syntax", "(?=a)b"],
    ["bad-syntax", "(a)\\1"],
    ["matches-empty", "a*"],
  ])("refuses as %s: %s", (refused, pattern) => {
    const result = one(pattern)
    expect(result.patterns).toEqual([])
    expect(result.refused[0]).toMatchObject({ id: "mine", refused })
    expect(result.refused[0]!.because).not.toBe("")
  })
  test("refuses bad ids and the 51st pattern", () => {
    expect(one("x", "no spaces").refused[0]!.refused).toBe("bad-id")
    const many = Array.from({ length: 52 }, (_, i) => ({ id: `p${i}`, pattern: "x", says: "ok" }))
    const { patterns, refused } = compilePatterns(many)
    expect(patterns).toHaveLength(PATTERN_CAPS.patterns)
    expect(refused.map(r => r.refused)).toEqual(["too-many", "too-many"])
  })
  test("reads the first 8 KB only and never backtracks", () => {
    const [pattern] = one("needle").patterns
    expect(pattern!.matches(`${" ".repeat(8_192)}needle`)).toBe(false)
    const [evil] = one("(a+)+$").patterns
    expect(evil!.matches(`${"a".repeat(8_000)}b`)).toBe(false)
    expect(growth(size => evil!.matches(`${"a".repeat(size)}b`), 1_000)).toBeLessThan(GROWS_LINEARLY)
  })
  test("any text is either compiled or refused", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), pattern => {
        const { patterns, refused } = one(pattern)
        expect(patterns.length + refused.length).toBe(1)
      }),
    )
  })
})

test("a user's pattern decides where the built-in ones are silent", () => {
  const moment = call({ command: "./smoke.sh", stdout: "SMOKE WENT BLACK", stderr: "" })
  const params = { ...toolResult.params, patterns: [{ id: "smoke", pattern: "^SMOKE WENT BLACK", says: "fail" }] }
  expect(toolResult.decide(alone(), moment, params).answer[0]).toMatchObject({
    type: "fail",
    because: "smoke",
    facts: { kind: "hidden" },
  })
  expect(toolResult.decide(alone(), moment, toolResult.params).answer[0]).toMatchObject({ type: "ok" })
})
