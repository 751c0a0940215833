// The code in docs/cookbook.md is code in use: each block is a file, or the lines of one between two marks. `npm run docs` copies it anew.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ROOT } from "./source.ts"

const PAGE = join(ROOT, "docs", "cookbook.md")
const BLOCK = /(<!-- code of (\S+?)(?: from (.+?)(?: until (.+?))?)? -->\n```ts\n)([\s\S]*?)```/g

/** The whole file, or from the line that begins with `from` until the one that begins with `until`. */
function codeOf(file: string, from?: string, until?: string): string {
  const text = readFileSync(join(ROOT, file), "utf8")
  if (from === undefined) return text
  const lines = text.split("\n")
  const at = lines.findIndex(line => line.trimStart().startsWith(from))
  const end =
    until === undefined ? lines.length : lines.findIndex((line, i) => i > at && line.trimStart().startsWith(until))
  expect(at, `${file} has a line that begins with ${from}`).toBeGreaterThanOrEqual(0)
  expect(end, `${file} has a line that begins with ${until}`).toBeGreaterThan(at)
  return `${lines.slice(at, end).join("\n").trimEnd()}\n`
}

it("every recipe's code is the code of a file", () => {
  const page = readFileSync(PAGE, "utf8")
  const current = page.replace(
    BLOCK,
    (_, head: string, file: string, from?: string, until?: string) => `${head}${codeOf(file, from, until)}\`\`\``,
  )
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, current)
  const kept = readFileSync(PAGE, "utf8")
  const blocks = kept.match(BLOCK) ?? []
  expect(blocks.length).toBeGreaterThanOrEqual(5)
  expect(kept.match(/```ts\n/g)).toHaveLength(blocks.length)
  expect(kept).toBe(current)
})
