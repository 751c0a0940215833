// The block of norms in AGENTS.md: put in, replaced in place, taken out again to the byte.
import fc from "fast-check"
import { expect, it } from "vitest"
import { hasBlock, linesOf, reviewed, unmarked, withNorms, withoutNorms } from "../../../src/core/pack/norms-block.ts"

const norms = fc.array(
  fc.record({
    statement: fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("use pnpm", "<!-- mettle:end -->", "--> x <!--"),
    ),
    short: fc.constantFrom("c-7f2a41", "c-000000"),
  }),
  { minLength: 1, maxLength: 5 },
)
const texts = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", "\n", "# Rules", "# Rules\n", "# Rules\r\n\r\n- a\r\n", "a\r\nb", "a\r\n\nb\n", "a\n\n\n"),
)

it("[issue 6.6] what people wrote comes back to the byte, however often the block is written", () => {
  fc.assert(
    fc.property(texts, norms, norms, (text, first, second) => {
      const once = withNorms(text, first)
      expect(hasBlock(once)).toBe(true)
      expect(once.startsWith(text)).toBe(true)
      const twice = withNorms(once, second)
      expect(twice).toBe(withNorms(text, second))
      expect(twice.match(/mettle:begin/g)).toHaveLength(1)
      expect(withoutNorms(twice)).toBe(text)
      expect(withNorms(twice, [])).toBe(text)
    }),
  )
})
it("[issue 6.6] text that people add around the block stays where it is", () => {
  const block = withNorms("# Top\n", [{ statement: "use pnpm", short: "c-1" }])
  const edited = `${block}\n## Below\n`
  expect(withNorms(edited, [{ statement: "use bun", short: "c-2" }])).toMatch(/# Top[\s\S]*use bun[\s\S]*## Below\n$/)
  expect(withoutNorms(edited)).toBe("# Top\n\n## Below\n")
})

it("[W17] what a pull request changed, added or took out stays so; what is new comes last", () => {
  const norms = ["use pnpm", "never push to main", "run the linter"].map((statement, i) => ({
    statement,
    short: `c-00000${i}`,
  }))
  const first = withNorms("# Rules\n", norms.slice(0, 2))
  const edited = first
    .replace("use pnpm <!--", "use pnpm 9 <!--")
    .replace("- never push to main <!-- c-000001 -->\n", "- squash before merging\n")
  const next = reviewed(edited, norms, () => false)
  const text = withNorms(edited, next.norms, next.held)
  expect(linesOf(text).map(l => l.statement)).toEqual(["use pnpm 9", "squash before merging", "run the linter"])
  // Written again, by whoever: the same bytes.
  const again = reviewed(text, norms, () => false)
  expect(withNorms(text, again.norms, again.held)).toBe(text)
  expect(linesOf(withNorms(text, reviewed(text, norms, s => s === "c-000002").norms)).length).toBe(2)
  expect(unmarked(text)).not.toContain("<!--")
  expect(withoutNorms(text)).toBe("# Rules\n")
})

it("takes on the line ends of the file, when it is put in and when it is replaced", () => {
  const norm = (statement: string) => [{ statement, short: "c-000001" }]
  const text = "# Rules\r\n\r\n- be nice\r\n"
  const once = withNorms(text, norm("use pnpm"))
  const twice = withNorms(once, norm("use bun"))
  for (const written of [once, twice]) expect(written.split(/(?<!\r)\n/)).toHaveLength(1)
  expect(withoutNorms(twice)).toBe(text)
  // Git may have turned the whole file since.
  expect(withoutNorms(withNorms("# Rules\n", norm("use pnpm")).replaceAll("\n", "\r\n"))).toBe("# Rules\r\n")
  expect(withoutNorms(once.replaceAll("\r\n", "\n"))).toBe(text.replaceAll("\r\n", "\n"))
})
