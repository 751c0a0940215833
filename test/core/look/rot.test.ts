import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { provableLines, rotOf } from "../../../src/core/look/rot.ts"

const CLAUDE = `# Rules
- Always use pnpm for installing packages, never npm
- Run the integration tests before every push to main
- See \`docs/architecture.md\` and \`docs/gone.md\`
- Keep commit messages short and in the imperative mood
`
const AGENTS = `- Run the integration tests before every push to main.
- Keep commit messages short and in the imperative mood, please
- Use npm for installing packages, not pnpm
- deploy key: DEPLOY_TOKEN=ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}
`
const files = [
  { path: "CLAUDE.md", text: CLAUDE },
  { path: "AGENTS.md", text: AGENTS },
]
const found = rotOf(files, (_, path) => path === "docs/architecture.md")

describe("the rot of rule files", () => {
  it("finds exact and near duplicates with file and line", () => {
    const twice = found.find(r => r.what === "duplicate")
    expect(twice?.places.map(p => `${p.path}:${p.line}`)).toEqual(["CLAUDE.md:3", "AGENTS.md:1"])
    const near = found.find(r => r.what === "near duplicate")
    expect(near?.places.map(p => `${p.path}:${p.line}`)).toEqual(["CLAUDE.md:5", "AGENTS.md:2"])
  })
  it("finds rules against each other", () => {
    const against = found.filter(r => r.what === "contradiction")
    expect(against.map(r => r.places.map(p => p.line))).toEqual([[2, 3]])
  })
  it("finds paths that are gone, and only those it can tell", () => {
    expect(found.filter(r => r.what === "dead path").map(r => r.detail)).toEqual(["docs/gone.md"])
    expect(rotOf(files, () => null).filter(r => r.what === "dead path")).toEqual([])
  })
  it("does not take examples, code and what is to be made for claims", () => {
    const text =
      "Create `src/new/thing.ts`\nfor example `a/b.ts`\n```\n`x/y.ts`\n```\n`packages/*/index.ts` and `path/to/file.ts`\n"
    expect(rotOf([{ path: "CLAUDE.md", text }], () => false)).toEqual([])
  })
  it("[D76] names a secret by kind and never shows it", () => {
    const secret = found.find(r => r.what === "secret")
    expect(secret?.places[0]).toMatchObject({ path: "AGENTS.md", line: 4 })
    expect(JSON.stringify(found)).not.toContain("a1B2c3D4e5")
  })
  it("reads anything", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000, unit: "binary" }), text => {
        for (const rot of rotOf([{ path: "CLAUDE.md", text }], () => false))
          for (const place of rot.places) expect(place.line).toBeLessThanOrEqual(text.split("\n").length)
      }),
    )
  })
})

it("a line that stands in two files is one rule, at its first place", () => {
  const text = "# Shop\n\n- Use pnpm, never npm install.\n- Write plain English.\n"
  const files = ["AGENTS.md", "CLAUDE.md"].map(path => ({ path, text }))
  const act = { episode: "e1", at: 1, command: "npm install left-pad", path: null, content: null, root: null }
  expect(provableLines(files, [act])).toEqual([
    { path: "AGENTS.md", line: 3, quote: "Use pnpm, never npm install.", broken: 1, episodes: 1, lastAt: 1 },
  ])
  expect(provableLines(files, [])).toMatchObject([{ broken: 0, lastAt: null }])
})
