import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { LabDoc, LabQuery } from "../../src/lab/retrieve.ts"
import { labRetrieve } from "../../src/lab/retrieve.ts"
import { smallSemantics } from "../core/recall/small-table.ts"

const semantics = smallSemantics()
const ids = (docs: LabDoc[], query: Partial<LabQuery> & { q: string }, preset = "mettle") =>
  labRetrieve(docs, [{ c: "x", qid: "1", ...query }], { preset, semantics })[0]!.ids

describe("lab retrieve [S4-51 S4-52 S4-53]", () => {
  test("plain finds shared words only, mettle finds near ones too", () => {
    const docs: LabDoc[] = [
      { c: "x", id: "a", text: "bring an umbrella" },
      { c: "x", id: "b", text: "postgres is where we keep it" },
    ]
    expect(ids(docs, { q: "database" }, "plain")).toEqual([])
    expect(ids(docs, { q: "which database" })[0]).toBe("b")
  })

  test("answers only from its own collection", () => {
    const docs: LabDoc[] = [
      { c: "y", id: "other", text: "database" },
      { c: "x", id: "own", text: "database of cards" },
    ]
    expect(ids(docs, { q: "database" })).toEqual(["own"])
    expect(labRetrieve(docs, [{ c: "none", qid: "2", q: "database" }], { preset: "mettle", semantics })).toEqual([
      { qid: "2", ids: [] },
    ])
  })

  test("the turn that answers rides on the turn that was matched", () => {
    const docs: LabDoc[] = [
      { c: "x", id: "1", s: "s1", role: "Ann", text: "which database did you pick for the umbrella shop" },
      { c: "x", id: "2", s: "s1", role: "Bo", text: "that one with the elephant" },
      { c: "x", id: "3", s: "s2", role: "Bo", text: "good morning everyone" },
    ]
    expect(ids(docs, { q: "database for the umbrella shop" }).slice(0, 2)).toEqual(["1", "2"])
  })

  test("recency breaks ties [S4-56], and the files of the asking session count", () => {
    const docs: LabDoc[] = [
      { c: "x", id: "old", s: "s1", ts: "2026-01-01T00:00:00Z", text: "fix the test", files: ["a.ts"] },
      { c: "x", id: "new", s: "s2", ts: "2026-01-20T00:00:00Z", text: "fix the test", files: ["b.ts"] },
      { c: "x", id: "own", s: "s3", ts: "2026-01-21T00:00:00Z", text: "rework it", files: ["a.ts"] },
    ]
    expect(ids(docs.slice(0, 2), { q: "fix the test", before: "2026-01-22T00:00:00Z" })).toEqual(["new", "old"])
    expect(ids(docs, { q: "again please", before: "2026-01-22T00:00:00Z", not_s: "s3" })[0]).toBe("old")
  })

  test("never answers from the future or from the asking session, in any preset, at most 50, no repeats", () => {
    const day = (n: number) => `2026-01-${String(n).padStart(2, "0")}T00:00:00Z`
    const text = fc
      .array(fc.constantFrom("database", "rain", "password", "kubectl", "test"), { minLength: 1, maxLength: 6 })
      .map(w => w.join(" "))
    const doc = fc.record({
      text,
      day: fc.integer({ min: 1, max: 28 }),
      s: fc.constantFrom("s1", "s2", "s3"),
      edits: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(doc, { maxLength: 70 }),
        text,
        fc.integer({ min: 1, max: 28 }),
        fc.constantFrom("plain", "mettle"),
        (list, q, before, preset) => {
          const docs = list.map(
            (d, n): LabDoc => ({
              c: "x",
              id: String(n),
              text: d.text,
              ts: day(d.day),
              s: d.s,
              files: d.edits ? ["a.ts"] : [],
            }),
          )
          const found = ids(docs, { q, before: day(before), not_s: "s1" }, preset)
          expect(new Set(found).size).toBe(found.length)
          expect(found.length).toBeLessThanOrEqual(50)
          for (const id of found) {
            expect(list[Number(id)]!.day).toBeLessThan(before)
            expect(list[Number(id)]!.s).not.toBe("s1")
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
