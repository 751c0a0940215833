// What `npm start` runs: the story told by the built commands and the hooks that init wrote, each a process of its own.
import { existsSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { dice } from "../../src/memory/without-disk.ts"
import { folder, world } from "./world.ts"

describe("mettle look demo", () => {
  it("[J1] [J2] [J4] [J5] counts, holds with the user's quote, says too early, forgets, restores, and leaves nothing", async () => {
    const { run, home } = world()
    const tmp = folder()
    const { TMPDIR } = process.env
    process.env.TMPDIR = tmp
    try {
      const env = { PATH: process.env.PATH, TMPDIR: tmp }
      const ran = await run(["look", "demo", "--json"], { env, now: Date.now, random: dice() })
      expect(ran.err).toBe("")
      const told = ran.json()
      expect(told.repeats).toEqual([{ statement: "use pnpm, not npm", times: 4 }])
      expect(told.again).toEqual([{ what: "pnpm test", times: 3 }])
      const held = told.answers.filter((text: string) => text.startsWith("mettle held this call once"))
      expect(held).toHaveLength(2)
      expect(held[0]).toContain("use pnpm, not npm")
      expect(held[1]).toContain("REDIS_URL is not set")
      expect(held[1]).toContain("pnpm run env:setup")
      // The draw of a new card is a chance of 0.99, so one in a hundred runs may see none.
      expect(told.why).toMatchObject({ enough: 4, early: true })
      expect(told.why.judged).toBeLessThanOrEqual(1)
      expect(told.why.told.join("\n")).toContain("Too early")
      expect(told.forgotten).toEqual({ texts: 3, found: 0 })
      expect(told.settingsRestored).toBe(true)
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
    }
    expect(readdirSync(tmp).filter(name => name.startsWith("mettle-demo-"))).toEqual([])
    expect(existsSync(join(home, "data"))).toBe(false)
  }, 120_000)

  it("does not write into a folder that is there", async () => {
    const { run, cwd } = world()
    mkdirSync(join(cwd, "shop"))
    const ran = await run(["look", "demo", "--keep", "shop"])
    expect(ran.code).not.toBe(0)
    expect(ran.err).toContain("is there already")
    expect(readdirSync(join(cwd, "shop"))).toEqual([])
  })
})
