// The code in docs/cookbook.md is code in use: each block is a file, or a part of one, as it is. `npm run docs` copies whole files anew.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ROOT } from "./source.ts"

const PAGE = join(ROOT, "docs", "cookbook.md")
const BLOCK = /<!-- (all|part) of (\S+) -->\n```ts\n([\s\S]*?)```/g
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8")

it("every recipe's code is the code of a file", () => {
  if (process.env.UPDATE_DOCS)
    writeFileSync(
      PAGE,
      readFileSync(PAGE, "utf8").replace(BLOCK, (block, how: string, file: string) =>
        how === "all" ? `<!-- all of ${file} -->\n\`\`\`ts\n${read(file)}\`\`\`` : block,
      ),
    )
  const page = readFileSync(PAGE, "utf8")
  const blocks = [...page.matchAll(BLOCK)]
  expect(blocks.length).toBeGreaterThanOrEqual(5)
  expect(page.match(/```ts\n/g)).toHaveLength(blocks.length)
  for (const [, how, file, code] of blocks)
    if (how === "all") expect(code, file).toBe(read(file!))
    else expect(read(file!), `${file} holds this part`).toContain(code!.trimEnd())
})
