import { describe, expect, it } from "vitest"
import { isRuleFile, proposeFromDoc } from "../../../src/core/propose/from-doc.ts"
import { STRATEGIES, strategiesIn } from "../../../src/core/propose/strategies.ts"

describe("rules in documents", () => {
  const doc = "# Rules\n\n- Always use pnpm\n- Tabs\n\nSome prose. Never push to main.\n\n```sh\nalways --x\n```\n"
  it("[S4-18] reads items and rule sentences with their place", () => {
    const found = proposeFromDoc("repo/CLAUDE.md", doc)
    expect(found.map(p => [p.kind, p.statement])).toEqual([
      ["preference", "Always use pnpm"],
      ["fact", "Tabs"],
      ["constraint", "Never push to main."],
    ])
    for (const p of found) expect(doc.slice(p.start, p.end)).toBe(p.statement)
  })
  it("[D76] reads only files that agents load", () => {
    expect(proposeFromDoc("README.md", doc)).toEqual([])
    for (const path of [
      "CLAUDE.md",
      "a/AGENTS.md",
      ".cursor/rules/x.mdc",
      ".github/copilot-instructions.md",
      ".cursorrules",
    ])
      expect(isRuleFile(path)).toBe(true)
    expect(isRuleFile("docs/claude.md.txt")).toBe(false)
  })
})

describe("strategies", () => {
  it("[S3-31] knows twelve", () => {
    expect(STRATEGIES).toHaveLength(12)
  })
  it.each([
    ["Split the work by file type", "split by file type"],
    ["we divide it per component", "split by component"],
    ["layer by layer: UI/logic/data", "split by layer (UI/logic/data)"],
    ["break it down by feature", "split by feature"],
    ["one file per subtask", "one file per subtask"],
    ["define the shared types first", "shared types first"],
    ["separate API routes for each agent", "separate API routes"],
    ["write tests alongside the code", "tests alongside"],
    ["tests in a separate task", "tests separate"],
    ["maximise parallelism between agents", "maximise parallelism"],
    ["run them one after the other", "sequential order"],
    ["respect dependencies between tasks", "respect dependencies"],
  ])("[S3-30] %s", (text, name) => {
    expect(strategiesIn(text)).toContain(name)
  })
  it("[S3-30] finds none where none is named", () => {
    expect(strategiesIn("fix the button colour")).toEqual([])
  })
})
