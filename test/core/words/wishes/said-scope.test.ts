import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { saidScope } from "../../../../src/core/words/wishes/said-scope.ts"

describe("how far words reach", () => {
  it("[S4-70] all projects, whatever the repo, everywhere I work: global", () => {
    for (const words of [
      "in all my projects always use pnpm",
      "use British spelling across all of my repos",
      "never use emojis, no matter which project",
      "for every repo: conventional commits",
      "always answer in German, everywhere",
      "I want strict mode in any project",
      "not just in this repo: never force-push",
      "prefer tabs wherever I work",
    ])
      expect([words, saidScope(words).tier]).toEqual([words, "global"])
  })
  it("[S4-69] anything else stays in the repository", () => {
    for (const words of [
      "always use pnpm in this repo",
      "use slog like we do everywhere else",
      "money is stored in cents everywhere",
      "every package of this monorepo needs a README",
      "add a licence header to all files",
      "in every package of this repo use vitest",
      "for all tests use fixtures",
    ])
      expect([words, saidScope(words).tier]).toEqual([words, "repo"])
  })
  it("[D71] a named domain counts only when the user made that tag", () => {
    const words = "in all our Python services use uv"
    expect(saidScope(words, ["python"])).toEqual({ tier: "domain", domain: "python" })
    expect(saidScope(words, ["rust"]).tier).toBe("repo")
  })
  it("answers any text in bounded time", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), words => {
        expect(["repo", "domain", "global"]).toContain(saidScope(words, ["x"]).tier)
      }),
    )
  })
})
