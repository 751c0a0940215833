import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { maxSim } from "../../../src/core/recall/prepared.ts"
import { dot, readWordTable, sentenceVector, spellingVector } from "../../../src/core/recall/word-table.ts"
import { smallSemantics, smallTableBytes } from "./small-table.ts"

const { table, embedder } = smallSemantics()

describe("word table [S4-53]", () => {
  test("words of one subject are near, endings are forgiven", () => {
    expect(dot(table.unit("database"), table.unit("postgres"))).toBeGreaterThan(0.9)
    expect(dot(table.unit("database"), table.unit("rain"))).toBeLessThan(0.3)
    expect(table.has("databases")).toBe(true)
    expect(Array.from(table.unit("databases"))).toEqual(Array.from(table.unit("database")))
  })

  test("unknown words are near their own spelling only", () => {
    expect(table.has("goreleaser")).toBe(false)
    const vector = spellingVector("goreleaser", 96)
    expect(dot(vector, spellingVector("goreleasers", 96))).toBeGreaterThan(0.6)
    expect(Math.abs(dot(vector, spellingVector("kubectl", 96)))).toBeLessThan(0.5)
  })

  test("embeddings are unit vectors of the stated size, or zero for wordless text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), text => {
        const [vector] = embedder.embed([text])
        const length = Math.sqrt(dot(vector!, vector!))
        expect(vector!.length).toBe(embedder.dims)
        expect(length < 1e-6 || Math.abs(length - 1) < 1e-5).toBe(true)
      }),
    )
    expect(Array.from(sentenceVector(table, "!!! a"))).toEqual([0, 0, 0, 0])
  })

  test("refuses bytes that are not a whole table", () => {
    expect(() => readWordTable(Buffer.from("nonsense bytes"))).toThrow("not a word table")
    expect(() => readWordTable(smallTableBytes().subarray(0, -1))).toThrow("cut short")
  })
})

describe("maxSim", () => {
  test("finds the near word; the very word is a full hit even when unknown", () => {
    const docs = [["postgres"], ["umbrella"], ["zxqy"]]
    const near = maxSim(table, docs, new Map([["database", 2]]))
    expect(near[0]).toBeGreaterThan(0.9)
    expect(near[1]).toBeLessThan(0.3)
    expect(maxSim(table, docs, new Map([["zxqy", 1]]))[2]).toBe(1)
  })

  test("stays between 0 and 1", () => {
    const word = fc.constantFrom("database", "rain", "password", "kubectl", "zxqy", "please")
    fc.assert(
      fc.property(fc.array(fc.array(word), { maxLength: 5 }), fc.array(word), (docs, query) => {
        const scores = maxSim(table, docs, new Map(query.map(w => [w, 1])))
        for (const score of scores) expect(score >= 0 && score <= 1 + 1e-6).toBe(true)
      }),
    )
  })
})
