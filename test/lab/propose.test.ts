import { describe, expect, it } from "vitest"
import { labPropose } from "../../src/lab/propose.ts"

describe("lab propose", () => {
  it("[S4-15] answers with the id, offsets into the text, and takes a missing author for the user", () => {
    const text = "thanks 😀 always use pnpm"
    const { id, proposals } = labPropose({ id: "a", text }, "mettle")
    expect(id).toBe("a")
    expect(proposals).toHaveLength(1)
    expect(text.slice(proposals[0]!.start, proposals[0]!.end)).toContain("always use pnpm")
    expect(Object.keys(proposals[0]!)).toEqual(["kind", "statement", "start", "end"])
  })
  it("[D76] is silent for other authors and for nonsense", () => {
    expect(labPropose({ id: 1, text: "always use pnpm", author: "harness" }, "mettle").proposals).toEqual([])
    expect(labPropose({ id: 1, text: "always use pnpm", author: "someone" }, "mettle").proposals).toEqual([])
    expect(labPropose(null, "mettle")).toEqual({ id: null, proposals: [] })
    expect(labPropose({ text: 7 }, "nucleus").proposals).toEqual([])
  })
})
