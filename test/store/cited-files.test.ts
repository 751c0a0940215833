import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { citedFiles } from "../../src/world/rule-files.ts"

const made: string[] = []
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true })
})

describe("files that cards cite", () => {
  it("[design 7] are read inside the repository only, by their plain names", () => {
    const top = mkdtempSync(join(tmpdir(), "mettle-cited-"))
    made.push(top)
    const repo = join(top, "repo")
    mkdirSync(join(repo, "docs"), { recursive: true })
    writeFileSync(join(top, "secret"), "secret")
    writeFileSync(join(repo, "README.md"), "hello")
    writeFileSync(join(repo, "docs", "run.md"), "runs")
    symlinkSync(join(top, "secret"), join(repo, "docs", "link.md"))
    const asked = [
      "README.md",
      "docs/run.md",
      "docs/link.md",
      "../secret",
      "docs/../../secret",
      "/etc/passwd",
      "~/x",
      "gone.md",
      "docs",
    ]
    expect(citedFiles(repo, asked)).toEqual([
      { path: "README.md", text: "hello" },
      { path: "docs/run.md", text: "runs" },
    ])
    expect(
      citedFiles(
        repo,
        Array.from({ length: 60 }, () => "README.md"),
      ),
    ).toHaveLength(40)
  })
})
