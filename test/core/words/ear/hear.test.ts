// What the ear promises whoever speaks plainly, with the weights that ship. How it does on people it never heard is
// measured, not tested: npm run bench -- ear.
import { createHash } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readEar } from "../../../../src/core/words/ear/model.ts"
import { builtInHear } from "../../../../src/meaning/ear.ts"
import { assetPath } from "../../../../src/meaning/word-table.ts"
import { userWords } from "../../../../src/proposers/user-words.ts"

const levels = (text: string, previous = "") => builtInHear(text, previous).stretches.map(s => s.level)

describe("the ear", () => {
  it.each([
    "always use pnpm, never npm",
    "we use tabs",
    "never commit to main",
    "Never push to main.",
    "以后都用 pnpm，不要用 npm",
    "utilise toujours pnpm, jamais npm",
    "nunca hagas commit en main",
    "use sempre pnpm, nunca npm",
    "niemals direkt auf main committen",
  ])("is sure of a plain standing wish: %s", text => {
    expect(levels(text)).toEqual(["sure"])
  })
  it.each([
    "run the tests",
    "add a button to the settings page",
    "why does the build fail?",
    "use the first approach",
    "ok go on",
    "still red",
    "继续",
    "lance les tests",
    "¿qué hace esta función?",
  ])("is not sure of an order of the day: %s", text => {
    expect(levels(text)).not.toContain("sure")
  })
  it("keeps for being said plainly only what stands alone, and what is beside a stronger sentence not at once", () => {
    expect(levels("nunca hagas commit en main. mira el test")[0]).toBe("heard")
    expect(levels("nunca hagas commit en main")).toEqual(["sure"])
    const beside = builtInHear("always use pnpm, never npm. I want you to review the whole folder", "").stretches
    expect(beside.map(s => s.level)).toEqual(["sure", "heard"])
    expect(beside[1]!.p).toBeGreaterThanOrEqual(readEar(readFileSync(assetPath("ear.bin"))).header.sure)
  })
  it("is the one its page pins, and by a new ear cards are proposed under a new version, so that older ones are heard again", () => {
    const sha = createHash("sha256")
      .update(readFileSync(assetPath("ear.bin")))
      .digest("hex")
    expect(readFileSync("docs/ear.md", "utf8")).toContain(sha)
    expect([sha.slice(0, 12), userWords.version], "a new ear: one version more").toEqual(["7658b2bad15d", 16])
  })
  it("tells complaint from praise and from neither", () => {
    const said = (text: string) => builtInHear(text, "I have fixed the login.")
    expect(said("no, it still does not work").complaint).toBeGreaterThan(0.7)
    expect(said("perfect, it works now, thanks").praise).toBeGreaterThan(0.5)
    expect(said("perfect, it works now, thanks").complaint).toBeLessThan(0.3)
    expect(said("now add a page for invoices").complaint).toBeLessThan(0.3)
    expect(said("")).toMatchObject({ stretches: [], complaint: 0, praise: 0 })
  })
  it("gives offsets into the message, in order, and the same answer twice", () => {
    const parts = fc.constantFrom(
      "use ",
      "pnpm",
      ". ",
      "\n",
      "- ",
      "e.g. ",
      "README.md ",
      "😀",
      "。",
      "不要 ",
      "?",
      "1. ",
      "\ud800",
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), said => {
        const text = said.join("")
        const { stretches } = builtInHear(text, "")
        expect(builtInHear(text, "").stretches).toEqual(stretches)
        let at = 0
        for (const s of stretches) {
          expect(s.start).toBeGreaterThanOrEqual(at)
          expect(s.end).toBeGreaterThan(s.start)
          expect(s.end).toBeLessThanOrEqual(text.length)
          expect(s.p).toBeGreaterThanOrEqual(0)
          at = s.end
        }
      }),
      { numRuns: 60 },
    )
  })
  it("ships small, and refuses bytes that are no ear", () => {
    const bytes = readFileSync(assetPath("ear.bin"))
    const beside = ["words.bin", "encoder.bin.br"].map(name => statSync(assetPath(name)).size)
    expect(beside.reduce((sum, size) => sum + size, bytes.length)).toBeLessThanOrEqual(6_000_000)
    expect(() => readEar(bytes.subarray(0, 1000))).toThrow("cut short")
    expect(() => readEar(new Uint8Array(20))).toThrow("not an ear")
  })
})
