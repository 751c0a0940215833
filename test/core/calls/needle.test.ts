// Needles may never hide a match: whatever a pattern matches holds one of them, and the finder finds what is there.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { CRASH_MARKS, SHELL_MARKS, TOOL_FAMILIES } from "../../../src/core/calls/family.ts"
import { needleFinder, needlesOf } from "../../../src/core/calls/needle.ts"

const MARKS = [...TOOL_FAMILIES.flatMap(family => family.marks), ...SHELL_MARKS, ...CRASH_MARKS]

describe("needles", () => {
  test.each<[RegExp, readonly string[]]>([
    [/^Tests +\d+ failed/m, [" failed"]],
    [/^(?:FAIL|ERROR in) x/m, ["FAIL", "ERROR in"]],
    [/a|b{2}/, []],
    [/(?:optional)?kept/, ["kept"]],
    [/(?=ahead)x(?!never)/, ["x"]],
    [/\u2713 done/, [" done"]],
    [/\x41\p{L}tail/u, ["tail"]],
    [/(?<name>inner|other)/, ["inner", "other"]],
    [/[abc]+/, []],
    [/word/i, []],
    [/ab*c\.d/, ["c.d"]],
  ])("%s holds one of %j", (re, needles) => {
    expect(needlesOf(re)).toEqual(needles)
  })

  test("of patterns made at random, every match holds one [S0-39]", () => {
    const times = fc.constantFrom("", "", "", "?", "*", "+", "{0,2}")
    const plain = fc
      .tuple(fc.constantFrom("a", "b", "(?:ab)", "(?:x y)", "\\.", "\\d", "[ab]", "\\s", "é"), times)
      .map(([atom, often]) => atom + often)
    const row = fc.array(plain, { minLength: 1, maxLength: 4 }).map(parts => parts.join(""))
    const choice = fc.array(row, { minLength: 1, maxLength: 3 }).map(rows => rows.join("|"))
    const group = fc.tuple(choice, fc.constantFrom("", "", "?")).map(([inner, often]) => `(?:${inner})${often}`)
    const pattern = fc
      .array(fc.array(fc.oneof(plain, group), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
      .map(rows => rows.map(parts => parts.join("")).join("|"))
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[ab.1 xyé]{0,12}$/), (source, text) => {
        const match = new RegExp(source).exec(text)
        const needles = needlesOf(new RegExp(source))
        expect(match === null || needles.length === 0 || needles.some(needle => match[0].includes(needle))).toBe(true)
      }),
      { numRuns: 600 },
    )
  })

  test("the finder finds exactly what stands in a text", () => {
    const needles = MARKS.flatMap(mark => needlesOf(mark.lastOf ?? mark.re))
    const find = needleFinder([...needles, "✓", "é", "a"])
    const piece = fc.oneof(fc.constantFrom(...needles, "✓", "é", "a"), fc.string({ maxLength: 6 }))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const text = pieces.join("")
        const wanted = [...new Set([...needles, "✓", "é", "a"])].filter(needle => text.includes(needle)).sort()
        expect([...find(text)].sort()).toEqual(wanted)
      }),
      { numRuns: 500 },
    )
  })

  test("most marks have one, so most are not tried", () => {
    const without = MARKS.filter(mark => needlesOf(mark.lastOf ?? mark.re).length === 0)
    expect(without.length / MARKS.length).toBeLessThan(0.05)
  })
})
