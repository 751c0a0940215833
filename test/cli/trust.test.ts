// mettle review trust: sources with their numbers, one source with its moves, and what it says when there is nothing yet.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { dice } from "../../src/memory/without-disk.ts"
import { ordinaryDay } from "./stage.ts"
import { type World, world } from "./world.ts"

async function judged(): Promise<World> {
  const made = world()
  const random = dice()
  const w: World = { ...made, run: (words, change = {}) => made.run(words, { random, ...change }) }
  await ordinaryDay(w)
  const { cards } = (await w.run(["cards", "--kind", "negative_result", "--json"])).json()
  const ran = await w.run(["card", "archive", cards[0].id])
  expect(ran.code, ran.err).toBe(0)
  return w
}

describe("mettle review trust", () => {
  it("says what a source is when there is none, and leaves no store behind", async () => {
    const { run, home } = world()
    const ran = await run(["review", "trust"])
    expect(ran).toMatchObject({ code: 0, err: "" })
    expect(ran.out).toContain("No source yet")
    expect((await run(["review", "trust", "--json"])).json()).toMatchObject({
      schema_version: 1,
      sources: [],
      telemetry: null,
    })
    expect((await run(["review", "trust", "model:x@1"])).code).toBe(4)
    expect(existsSync(join(home, "data"))).toBe(false)
  })
  it("says that it is too early before anything was judged", async () => {
    const w = world()
    await ordinaryDay(w)
    const { out } = await w.run(["review", "trust"])
    expect(out).toContain("nothing of it was judged yet")
    expect(out).toContain("Too early to say")
  })
  it("shows each source with mean, interval and count, and the same as data", async () => {
    const w = await judged()
    const { out } = await w.run(["review", "trust"])
    expect(out).toMatch(/failure-fix@\d+ .*\d+% \(\d+%-\d+%, n 1\)/)
    const { rule, sources } = (await w.run(["review", "trust", "--json"])).json()
    expect(rule).toBe("beta@2")
    const fix = sources.find((s: { source: string }) => s.source.startsWith("failure-fix@"))
    expect(fix).toMatchObject({ n: 1, history: [{ because: "put away by the user", n: 1 }] })
    expect(fix.interval90[0]).toBeLessThan(fix.interval50[0])
    expect(fix.interval50[0]).toBeLessThan(fix.mean)
    expect(fix.mean).toBeLessThan(fix.interval50[1])
  })
  it("tells one source's moves, finds it by the start of its name, and helps with a slip", async () => {
    const w = await judged()
    const one = await w.run(["review", "trust", "failure-fix"])
    expect(one.out).toContain("put away by the user")
    const slip = await w.run(["review", "trust", "failur-fix@2"])
    expect(slip.code).toBe(4)
    expect(slip.err).toMatch(/failure-fix@\d+/)
  })
})
