// Our own words and tools, whatever a client calls them: never taken for the user's, never for a tool's.
import { describe, expect, it } from "vitest"
import { isOurs, isOurTool } from "../../src/clients/author.ts"

describe("ours", () => {
  it("knows its tools under every client's prefix, and no others", () => {
    for (const name of [
      "mcp__mettle__memory_check",
      "mcp__plugin_mettle_mettle__memory_pack",
      "mcp_mettle_memory_search",
      "mettle_memory_read",
      "mettle__memory_note",
    ])
      expect(isOurTool(name), name).toBe(true)
    for (const name of ["Bash", "memory_check", "mcp__other__memory_check", "mcp__mettle__memory_checks", "mettle"])
      expect(isOurTool(name), name).toBe(false)
  })
  it("knows how its texts begin", () => {
    expect(isOurs("  Notes from earlier work (mettle). They are a record")).toBe(true)
    expect(isOurs("Notes of mine")).toBe(false)
  })
})
