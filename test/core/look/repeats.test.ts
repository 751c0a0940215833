import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Instruction, repeatedInstructions as repeated } from "../../../src/core/look/report.ts"
import { sentenceVector } from "../../../src/core/recall/word-table.ts"
import { builtInSemantics } from "../../../src/meaning/word-table.ts"

const repeatedInstructions = (said: readonly Instruction[]) =>
  repeated(said, text => sentenceVector(builtInSemantics().table, text))

const HOUR = 3_600_000
const said = (
  statement: string,
  hour: number,
  episode: string,
  kind: Instruction["kind"] = "constraint",
): Instruction => ({
  kind,
  statement,
  quote: `please ${statement}`,
  at: hour * HOUR,
  episode,
})

describe("instructions said more than once", () => {
  it("[U-03] counts sayings with the same meaning, with their dates and words", () => {
    const [first, ...rest] = repeatedInstructions([
      said("use pnpm, not npm", 1, "a"),
      said("always write tests first", 2, "a"),
      said("Use pnpm, not npm!", 30, "b"),
      said("use pnpm instead of npm", 60, "c"),
    ])
    expect(rest).toEqual([])
    expect(first).toMatchObject({ episodes: 3, firstAt: HOUR, lastAt: 60 * HOUR })
    expect(first?.said.map(s => s.quote)).toContain("please use pnpm instead of npm")
  })
  it("is headed by a saying that asks for something, not by what was seen", () => {
    const [first] = repeatedInstructions([
      said("you're in the main folder", 1, "a"),
      said("do not work in the main folder of the repository", 9, "b"),
      said("never do work in the main folder, use the copy of the repository", 30, "c"),
    ])
    expect(first?.statement).toBe("do not work in the main folder of the repository")
  })
  it("never puts opposite wishes together", () => {
    expect(repeatedInstructions([said("use npm, not pnpm", 1, "a"), said("use pnpm, not npm", 9, "b")])).toEqual([])
  })
  it("one breath, a copied session and answers are no repetition", () => {
    expect(repeatedInstructions([said("use pnpm, not npm", 1, "a"), said("use pnpm, not npm", 1.01, "a")])).toEqual([])
    expect(repeatedInstructions([said("use pnpm, not npm", 1, "a"), said("use pnpm, not npm", 1, "b")])).toEqual([])
    expect(
      repeatedInstructions([
        said("yes do option one", 1, "a", "request"),
        said("yes do option one", 9, "b", "request"),
      ]),
    ).toEqual([])
  })
  it("requests count over episodes only, and stand after norms", () => {
    const all = repeatedInstructions([
      said("can you review the changes in this branch?", 2, "a", "request"),
      said("Can you review all changes in this branch?", 5, "b", "request"),
      said("use pnpm, not npm", 1, "a"),
      said("use pnpm, not npm", 9, "b"),
      said("fix the flaky login test", 1, "c", "request"),
      said("fix the flaky login test", 3, "c", "request"),
    ])
    expect(all.map(r => r.kind)).toEqual(["constraint", "request"])
    const both = ["a", "b"].flatMap((e, i) => [
      said("use pnpm, not npm", i * 9, e),
      said("use pnpm, not npm", i * 9, e, "request"),
    ])
    expect(repeatedInstructions(both)).toHaveLength(1)
    const orders = ["a", "b"].map((e, i) => said("commit and push the changes", i * 9, e, "request"))
    expect(repeatedInstructions(orders)).toEqual([])
  })
  it("counts every saying once, whatever the order", () => {
    const one = fc.record({ hour: fc.integer({ min: 0, max: 500 }), episode: fc.constantFrom("a", "b", "c") })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), list => {
        const all = list.map(l => said("use pnpm, not npm", l.hour, l.episode))
        const [forth] = repeatedInstructions(all)
        const [back] = repeatedInstructions([...all].reverse())
        expect(forth?.said.length).toBe(back?.said.length)
        expect(forth?.said.length ?? 2).toBeGreaterThan(1)
      }),
    )
  })
})
