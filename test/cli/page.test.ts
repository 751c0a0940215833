// docs/cli.md and docs/config.md are what the program says of itself.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { cliPage, configPage } from "../../tools/cli-page.ts"
import { ROOT } from "../house/source.ts"

it.each([
  ["docs/cli.md", cliPage],
  ["docs/config.md", configPage],
] as const)("%s is current (npm run docs)", async (file, page) => {
  const path = join(ROOT, file)
  const text = await page()
  if (process.env.UPDATE_DOCS) writeFileSync(path, text)
  expect(readFileSync(path, "utf8")).toBe(text)
})
