// docs/proof.md, docs/replay.md, their pictures and the README's table say what bench/results.json says, and nothing else.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { readmeWith } from "../../tools/claims.ts"
import { proofPage, type Results } from "../../tools/proof-page.ts"
import { replayPage } from "../../tools/replay-page.ts"
import { ROOT } from "./source.ts"

const results = JSON.parse(readFileSync(join(ROOT, "bench", "results.json"), "utf8")) as Results
const { page, pictures } = proofPage(results)
const written: Readonly<Record<string, string>> = {
  "docs/proof.md": page,
  "docs/replay.md": replayPage(results),
  "README.md": readmeWith(readFileSync(join(ROOT, "README.md"), "utf8"), results.results),
  ...Object.fromEntries(Object.entries(pictures).map(([name, svg]) => [`docs/pictures/${name}`, svg])),
}

describe("the proof page", () => {
  for (const [path, text] of Object.entries(written))
    it(`${path} is current (UPDATE_DOCS=1 npx vitest run test/house/proof-page.test.ts)`, () => {
      if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, path), text)
      expect(readFileSync(join(ROOT, path), "utf8")).toBe(text)
    })
  it("every picture is shown, and has a title and a description for those who do not see it", () => {
    for (const [name, svg] of Object.entries(pictures)) {
      expect(page).toContain(`(pictures/${name})`)
      expect(svg).toMatch(/<title id="t">[^<]+<\/title>\n\s*<desc id="d">[^<]+<\/desc>/)
      expect(svg).not.toContain("NaN")
    }
  })
  it("another figure makes another page", () => {
    const { rollback } = results.results
    const changed = { ...results, results: { ...results.results, rollback: { ...rollback, seeds: 99 } } }
    expect(proofPage(changed).page).not.toBe(page)
  })
})
