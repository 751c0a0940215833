import { describe, expect, it } from "vitest"
import { labPropose } from "../../src/lab/each.ts"
import { builtInHear } from "../../src/meaning/ear.ts"

const propose = labPropose(builtInHear)

describe("lab propose", () => {
  it("[S4-15] answers with the id, offsets into the text, and takes a missing author for the user", () => {
    const text = "thanks 😀 always use pnpm, never npm"
    const { id, proposals } = propose({ id: "a", text }, "mettle")
    expect(id).toBe("a")
    expect(proposals).toHaveLength(1)
    expect(text.slice(proposals[0]!.start, proposals[0]!.end)).toContain("always use pnpm")
    expect(Object.keys(proposals[0]!)).toEqual(["kind", "statement", "start", "end", "score", "sure"])
    expect(proposals[0]!.sure).toBe(true)
    expect(proposals[0]!.score).toBeGreaterThan(0.5)
  })
  it("[D76] is silent for other authors and for nonsense", () => {
    expect(propose({ id: 1, text: "always use pnpm", author: "harness" }, "mettle").proposals).toEqual([])
    expect(propose({ id: 1, text: "always use pnpm", author: "someone" }, "mettle").proposals).toEqual([])
    expect(propose(null, "mettle")).toEqual({ id: null, proposals: [] })
    expect(propose({ text: 7 }, "nucleus").proposals).toEqual([])
  })
})
