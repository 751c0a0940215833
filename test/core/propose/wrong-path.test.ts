import { describe, expect, it } from "vitest"
import { within, wrongPath } from "../../../src/core/propose/wrong-path.ts"

const GONE = "<tool_use_error>File does not exist.</tool_use_error>"
const ok = (path: string) => ({ path, ok: true })
const wrong = (path: string, after: readonly { path: string; ok: boolean }[], output = GONE) =>
  wrongPath(path, output, "/w/shop", after)
const NOTHING = "nothing of its name was found"

describe("paths guessed wrong", () => {
  it("takes the file of the same name that was read next, or the client's own suggestion", () => {
    expect(wrong("/w/shop/src/commands/resume.go", [ok("/w/shop/src/resume.go")])).toMatchObject({
      missing: "src/commands/resume.go",
      found: "src/resume.go",
      statement: "`src/commands/resume.go` does not exist here; it is `src/resume.go`",
    })
    const meant = "<tool_use_error>File does not exist. Did you mean .golangci.yaml?</tool_use_error>"
    expect(wrong("/w/shop/.golangci.yml", [], meant)).toMatchObject({ found: ".golangci.yaml" })
  })
  it("takes the same name with another ending beside it, else the nearest folder above", () => {
    expect(wrong("ci/lint.yml", [ok("ci/lint.yaml")])).toMatchObject({ found: "ci/lint.yaml" })
    expect(wrong("src/log/logging.go", [ok("src/log/logger.go")])).toBe(NOTHING)
    expect(wrong("src/log/logging.go", [ok("src/log")])).toBe(NOTHING)
    expect(wrong(".env.example", [ok(".env")])).toBe(NOTHING)
    expect(wrong("src/cli/commands", [ok("src"), ok("src/cli")])).toMatchObject({
      statement: "`src/cli/commands` does not exist here; look in `src/cli`",
    })
  })
  it("says why when nothing was found, when the file came to be, outside the repository, or of another failure", () => {
    expect(wrong("src/a.go", [ok("docs/b.md")])).toBe(NOTHING)
    expect(wrong("src/a.go", [ok("src/a.go"), ok("lib/a.go")])).toBe("was there a moment later")
    expect(wrong("/etc/a.go", [ok("/w/shop/a.go")])).toBe("lies outside the repository")
    expect(wrong("src/a.go", [ok("lib/a.go")], "3 matches\nFile does not exist")).toBe(
      "failed for another reason than its path",
    )
  })
  it("knows paths as the repository knows them", () => {
    expect(within("/w/shop/a/b.ts", "/w/shop")).toBe("a/b.ts")
    expect(within("/w/shopping/a.ts", "/w/shop")).toBeNull()
    expect(within("./a.ts", null)).toBe("a.ts")
  })
})
