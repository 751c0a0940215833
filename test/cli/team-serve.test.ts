import { describe, expect, it } from "vitest"
import { world } from "./world.ts"

describe("mettle team serve", () => {
  it("[security 20] prints what a database's owner runs, and starts nothing", async () => {
    const ran = await world().run(["team", "serve", "--print-sql", "--team", "blue", "--json"])
    expect(ran.code).toBe(0)
    expect(ran.json().sql).toContain('CREATE ROLE "mettle_team_blue" LOGIN')
    expect(ran.json().sql).toContain("FORCE ROW LEVEL SECURITY")
    const again = await world().run(["team", "serve", "--print-sql", "--team", "blue", "--json"])
    const password = (text: string) => /PASSWORD '([^']+)'/.exec(text)?.[1]
    expect(password(ran.json().sql)).toMatch(/^[\w-]{32}$/)
    expect(password(again.json().sql)).not.toBe(password(ran.json().sql))
  })
  it("refuses what it does not know, and a way in without a certificate, before anything is started", async () => {
    const { run } = world()
    for (const words of [
      ["--engine", "postgres"],
      ["--listen", "127.0.0.1:99999"],
      ["--listen", ":4222"],
      ["--listen", "0.0.0.0"],
      ["--team", "No Team"],
    ]) {
      const ran = await run(["team", "serve", ...words])
      expect(ran.code, words.join(" ")).toBe(2)
      expect(ran.err.length).toBeGreaterThan(20)
    }
  })
})
