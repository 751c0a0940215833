// Phrases compiled piece by piece find what the whole table would find.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ENGLISH, NEGATION } from "../../../src/core/feedback/cues-english.ts"
import { SPACED_WORLD } from "../../../src/core/feedback/cues-world.ts"
import { openings, type Phrases, phrases } from "../../../src/core/feedback/phrases.ts"

const isPhrases = (pattern: unknown): pattern is Phrases => !(pattern instanceof RegExp) && pattern !== undefined
const TABLES = [...Object.values(ENGLISH), ...Object.values(SPACED_WORLD), NEGATION].filter(isPhrases)
/** Words and pieces of words that the tables speak of, and some that they do not. */
const VOCABULARY = [
  ...new Set(TABLES.flatMap(({ source }) => source.match(/[\p{L}'’-]+/gu) ?? [])),
  ..."zebra quux checkout payments 12 a i".split(" "),
]
/** As at its first use: what is asked often is compiled whole. */
const anew = (source: string): Phrases =>
  source.startsWith("^") ? openings(source.slice(5, -6)) : phrases(source.slice(4, -6))
const clause = fc
  .array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 12 })
  .map(words => ` ${words.join(" ")} `)

describe("[D10] phrases", () => {
  it("find at the same place what all alternatives in one pattern find", () => {
    const whole = TABLES.map(({ source }) => new RegExp(source, "u"))
    fc.assert(
      fc.property(clause, words => {
        for (const [i, { source }] of TABLES.entries()) {
          const table = anew(source)
          expect(table.exec(words)?.index).toBe(whole[i]!.exec(words)?.index)
          expect(table.test(words)).toBe(whole[i]!.test(words))
        }
      }),
      { numRuns: 200 },
    )
  })

  it("find the same when they are asked often", () => {
    const often = phrases("no good|broken|bro")
    for (let n = 0; n < 100; n++)
      expect([often.exec(" it is broken ")?.index, often.test(" fine ")]).toEqual([6, false])
  })

  it("know what an alternative can begin with, whatever its form", () => {
    const forms = phrases(
      "plain",
      "tail(?:s|ed)?",
      "(?:one|two) word",
      "(?:an? )?option",
      "m+k",
      "(?<! the )failed",
      "\\d{1,3} times",
      "[ab]c",
      "(?:x|y){2}z",
      "wor?d",
    )
    const found = (words: string): boolean => forms.test(` ${words} `)
    for (const words of [
      "plain",
      "a tailed",
      "two word",
      "option",
      "an option",
      "mmk",
      "it failed",
      "12 times",
      "bc",
      "xyz",
      "wod",
    ])
      expect([words, found(words)]).toEqual([words, true])
    for (const words of ["plane", "the failed", "two words", "cc", "xz", "wrd"])
      expect([words, found(words)]).toEqual([words, false])
    expect(openings("ok|okay").test(" well ok ")).toBe(false)
    expect(openings("ok|okay").test(" okay then ")).toBe(true)
  })
})
