// The topics of mettle help.
import { describe, expect, it } from "vitest"
import { COMMANDS } from "../../src/cli/commands.ts"
import { TOPICS } from "../../src/cli/help.ts"
import { world } from "./world.ts"

describe("topics", () => {
  it("the words, privacy, hooks, MCP, the library, the team, errors and the status line have a page", async () => {
    expect(TOPICS.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["concepts", "privacy", "hooks", "tools", "sdk", "sharing", "errors", "statusline"]),
    )
  })
  it("every topic can be read by its name, whatever a command is called", async () => {
    for (const { name, lines } of TOPICS)
      expect((await world().run(["help", name])).out, name).toBe(`${lines.join("\n")}\n`)
  })
  it("no line is longer than a terminal can show, and no page speaks of a command that is not there", () => {
    const known = new Set([...COMMANDS.map(({ name }) => name), "help"])
    for (const { name, lines } of TOPICS)
      for (const line of lines) {
        expect(line.length, `${name}: ${line}`).toBeLessThanOrEqual(120)
        for (const [, command] of line.matchAll(/\bmettle ([a-z]{3,})\b/g))
          if (!/^(?:is|and|itself|uses|inside|in|was|or|on)$/.test(command!))
            expect(known.has(command!), `${name}: ${line}`).toBe(true)
      }
  })
})
