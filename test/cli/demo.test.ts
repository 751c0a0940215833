// What `npm start` runs: the story through the built hook, each hook a process of its own.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { dice } from "./stage.ts"
import { folder, world } from "./world.ts"

describe("mettle demo", () => {
  it("[J1] [J2] learns a norm and a fix, holds both once through the real hook, forgets, and leaves nothing", async () => {
    const { run, home } = world()
    const tmp = folder()
    const { TMPDIR } = process.env
    process.env.TMPDIR = tmp
    try {
      const env = { PATH: process.env.PATH, TMPDIR: tmp }
      const ran = await run(["demo", "--json"], { env, now: Date.now, random: dice() })
      expect(ran.err).toBe("")
      const { cards, answers, forgotten } = ran.json()
      expect(cards.map((card: { kind: string }) => card.kind).sort()).toEqual(["constraint", "negative_result"])
      const held = answers.filter((text: string) => text.startsWith("mettle held this call once"))
      expect(held).toHaveLength(2)
      expect(held[0]).toContain("always use pnpm in this repo, never npm")
      expect(held[1]).toContain("docker compose up -d redis")
      expect(forgotten).toMatchObject({ cards: 2, found: 0 })
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
    }
    expect(readdirSync(tmp).filter(name => name.startsWith("mettle-demo-"))).toEqual([])
    expect(existsSync(join(home, "data"))).toBe(false)
  }, 90_000)
})
