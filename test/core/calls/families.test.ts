// The table of families: what is no line of it is refused, and what a line says of a command or an output is so.
import { describe, expect, it } from "vitest"
import { parseCommand } from "../../../src/core/calls/command.ts"
import { CRASH_MARKS, familiesOf, SHELL_MARKS, TOOL_FAMILIES } from "../../../src/core/calls/family.ts"

const kindOf = (line: string, named: string) => {
  const family = TOOL_FAMILIES.find(({ name }) => name === named)!
  const claim = family.claims(parseCommand(line)[0]!)
  return claim === null ? "not its own" : claim.salient
}

describe("the table of families", () => {
  it("refuses what is neither a head, a claim nor a mark", () => {
    for (const [broken, why] of [
      ["js-tests\ntest jest", /no family/],
      ["family js-tests\nsometimes jest", /no kind of work/],
      ["family js-tests\nfail jest/x of=luck /^x/m", /no kind of work/],
      ["family js-tests\nfail jest/x", /no mark/],
      ["family js-tests\nfail jest/x strong /^x/m", /no mark/],
      ["family js-tests\nok jest /^x/m", /no mark/],
      ["family js-tests\ntest node ~ --test", /neither a mark nor a claim/],
    ] as const)
      expect(() => familiesOf(broken), broken).toThrow(why)
  })
  it("names every mark once, each anchored to what a tool prints", () => {
    const marks = [...TOOL_FAMILIES.flatMap(family => family.marks), ...SHELL_MARKS, ...CRASH_MARKS]
    expect(new Set(marks.map(mark => mark.id)).size).toBe(marks.length)
    expect(marks.length).toBeGreaterThan(200)
    for (const mark of marks) expect(mark.re.test(""), mark.id).toBe(false)
  })
  it("takes the first line that fits: program, first word, some argument", () => {
    expect(kindOf("node --test src", "js-tests")).toBe("test")
    expect(kindOf("node server.js", "js-tests")).toBe("not its own")
    expect(kindOf("cargo +nightly clippy", "rust")).toBe("lint")
    expect(kindOf("ruff format --check .", "linters")).toBe("lint")
    expect(kindOf("ruff format .", "linters")).toBeNull()
    expect(kindOf("docker compose logs web", "services")).toBe("not its own")
    expect(kindOf("docker compose up --build build", "services")).toBe("build")
    expect(kindOf("python3.12 manage.py test", "py-tests")).toBe("test")
    expect(kindOf("git -C app commit -m x", "git")).toBe("commit")
    expect(kindOf("git log", "git")).toBe("not its own")
    expect(kindOf("./gradlew integrationTest", "jvm-dotnet")).toBe("test")
  })
})
