// The laws of every reader: a name of its own, JSON out, and the same answer for the same texts.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readerId } from "../../../src/core/readings/reader.ts"
import { READERS } from "../../../src/core/readings/registry.ts"
import { tagCue } from "../../../src/core/rules/astra/find-tags.ts"

const all = [...READERS, tagCue]
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.constantFrom(
    "that deploy from last week broke prod, see 1a2b3c4",
    "the retry fix yesterday worked great",
    '{"command":"pnpm test -- cart"}',
    "pnpm test",
    "I am not sure that is right any more",
    "mettle held this call once: never push to main",
  ),
)

describe("readers", () => {
  it("have names of their own", () => {
    const names = all.map(reader => reader.name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z-]*$/)
  })

  it.each(all.map(reader => [readerId(reader), reader] as const))("%s is a pure function into JSON", (_, reader) => {
    fc.assert(
      fc.property(fc.option(text), said => {
        const answer = reader.read([said], null)
        expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
        expect(reader.read([said], null)).toEqual(answer)
      }),
      { numRuns: 200 },
    )
  })
})
