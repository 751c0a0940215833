import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { dot } from "../../src/core/recall/word-table.ts"
import { assetPath, builtInSemantics } from "../../src/meaning/word-table.ts"

describe("built-in word table [S4-53]", () => {
  test("ships within its budget and is read once", () => {
    expect(statSync(assetPath("words.bin")).size).toBeLessThanOrEqual(2_500_000)
    expect(builtInSemantics()).toBe(builtInSemantics())
  })

  test("knows what developers mean", () => {
    const { embedder, table } = builtInSemantics()
    const near = (a: string, b: string): number => {
      const [x, y] = embedder.embed([a, b])
      return dot(x!, y!)
    }
    expect(near("remove the file", "delete the document")).toBeGreaterThan(
      near("remove the file", "the weather is sunny"),
    )
    expect(near("the build runs out of memory", "allocation failed while compiling")).toBeGreaterThan(
      near("the build runs out of memory", "translate the page into French"),
    )
    for (const word of ["docker", "deploy", "credential", "kubernetes", "dinner"]) expect(table.has(word)).toBe(true)
  })

  test("is found from a bundle beside the assets, and its absence is said", () => {
    const folder = mkdtempSync(join(tmpdir(), "word-table-"))
    try {
      mkdirSync(join(folder, "dist"))
      expect(() => assetPath("words.bin", join(folder, "dist"))).toThrow("words.bin not found")
      mkdirSync(join(folder, "assets"))
      writeFileSync(join(folder, "assets", "words.bin"), "")
      expect(assetPath("words.bin", join(folder, "dist"))).toBe(join(folder, "assets", "words.bin"))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
