import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { coveredBy, jaccard, same } from "../../../src/core/words/similar.ts"
import { normaliseStatement, tagsOf, topicKey } from "../../../src/core/words/statement.ts"

describe("likeness of statements", () => {
  it("[S4-26] counts bent words as one", () => {
    expect(jaccard("run the tests before committing", "running tests before commits")).toBe(1)
    expect(jaccard("use tabs", "deploy on Fridays")).toBe(0)
  })
  it("is symmetric and 0 … 1", () => {
    fc.assert(
      fc.property(fc.lorem(), fc.lorem(), (a, b) => {
        expect(jaccard(a, b)).toBe(jaccard(b, a))
        expect(jaccard(a, b)).toBeGreaterThanOrEqual(0)
        expect(jaccard(a, b)).toBeLessThanOrEqual(1)
        expect(jaccard(a, a)).toBe(1)
      }),
    )
  })
  it("[S4-22] measures how much of a statement stands in a quote", () => {
    expect(coveredBy("never use npm", "please, never use npm here")).toBe(1)
    expect(coveredBy("never use npm", "use npm")).toBeCloseTo(2 / 3)
    expect(same("Use  PNPM.", "use pnpm")).toBe(true)
  })
})

describe("a statement", () => {
  it("[S4-08] is one bounded, well-formed line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 900 }), text => {
        const line = normaliseStatement(text)
        expect(line.length).toBeLessThanOrEqual(280)
        expect(line).not.toMatch(/[\n\r\u0000\u200b\u202e]/)
        expect(line).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
        expect(normaliseStatement(line)).toBe(line)
      }),
    )
  })
  it("[S4-08] has a topic that survives rewording of a choice", () => {
    expect(topicKey("use pnpm, not npm")).toBe(topicKey("from now on yarn everywhere"))
    expect(topicKey("")).toBe("general")
    for (const call of ["run pnpm lint before you commit", "always run `pnpm lint` first", "pnpm test has to pass"])
      expect(topicKey(call), call).not.toBe(topicKey("use pnpm here"))
    expect(tagsOf("never push to main before the tests pass")).toEqual(["git", "test"])
  })
})
