import { expect, it } from "vitest"
import { provableLines } from "../../../src/core/look/provable.ts"

it("a line that stands in two files is one rule, at its first place", () => {
  const text = "# Shop\n\n- Use pnpm, never npm install.\n- Write plain English.\n"
  const files = ["AGENTS.md", "CLAUDE.md"].map(path => ({ path, text }))
  const act = { episode: "e1", at: 1, command: "npm install left-pad", path: null, content: null, root: null }
  expect(provableLines(files, [act])).toEqual([
    { path: "AGENTS.md", line: 3, quote: "Use pnpm, never npm install.", broken: 1, episodes: 1, seen: 1, lastAt: 1 },
  ])
  expect(provableLines(files, [])).toMatchObject([{ broken: 0, seen: 0, lastAt: null }])
})
