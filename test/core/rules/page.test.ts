// docs/rules.md is what the registry says.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { rulesPage } from "../../../tools/rules-page.ts"

const PAGE = join(import.meta.dirname, "../../../docs/rules.md")

it("docs/rules.md is current (npm run docs)", () => {
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, rulesPage())
  expect(readFileSync(PAGE, "utf8")).toBe(rulesPage())
})
