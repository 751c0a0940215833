// mettle cards search and mettle export --to, run for real against a store with a past.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { dice } from "../../src/memory/without-disk.ts"
import { happened } from "./stage.ts"
import { type World, world } from "./world.ts"

async function past(): Promise<World> {
  const made = world()
  const random = dice()
  const busy: World = { ...made, run: (words, change = {}) => made.run(words, { random, ...change }) }
  await happened(busy, async open => {
    const one = await open("one")
    await one.says("the login page is slow, find out why")
    await one.replies("The session lookup had no index; I added one to the users table.")
    await one.ends()
  })
  for (const note of ["use pnpm, never npm", "the staging database runs postgres 16"]) await busy.run(["note", note])
  return busy
}

describe("mettle cards search", () => {
  it("[S4-13] finds cards and episodes by words and by meaning, and records nothing", async () => {
    const { run } = await past()
    const seq = async () => (await run(["settle", "--json"])).json().seq
    const before = await seq()
    const cards = (
      await run(["cards", "search", "which", "package", "manager", "instead", "of", "npm", "--json"])
    ).json().cards
    expect(cards[0].statement).toBe("use pnpm, never npm")
    expect(cards[0].score).toBeGreaterThan(0.2)
    const found = (await run(["cards", "search", "slow login", "--json"])).json()
    expect(found.episodes[0]).toMatchObject({ client: "claude-code", prompt: "the login page is slow, find out why" })
    expect((await run(["cards", "search", "index on the users table"])).out).toContain("e-")
    expect(await seq()).toBe(before)
  })
  it("archived cards are found and say so; packs leave them alone", async () => {
    const { run } = await past()
    const [card] = (await run(["cards", "--q", "pnpm", "--json"])).json().cards
    expect((await run(["why", "never pnpm"])).out).toContain(card.short)
    expect((await run(["why", "no such words"])).code).toBe(4)
    await run(["card", "archive", card.id])
    const ran = await run(["cards", "search", "pnpm"])
    expect(ran.out).toContain("archived")
    expect((await run(["pack", "install with pnpm", "--json"])).json().text).not.toContain("pnpm")
  })
  it("forgotten words are found no more", async () => {
    const { run } = await past()
    await run(["forget", "--text", "pnpm", "--yes"])
    expect(
      (await run(["cards", "search", "pnpm", "--json"])).json().cards.map((c: { statement: string }) => c.statement),
    ).not.toContain("use pnpm, never npm")
  })
  it("nothing recorded, no words, a strange kind", async () => {
    const { run, home } = world()
    expect((await run(["cards", "search", "x"])).out).toContain("nothing was recorded yet")
    expect(existsSync(join(home, "data"))).toBe(false)
    expect((await run(["cards", "search"])).code).toBe(2)
    expect((await run(["cards", "search", "--kind", "belief", "x"])).code).toBe(2)
  })
})

describe("mettle export --to", () => {
  it("[issue 6.6] writes active norms of the repository into AGENTS.md, and takes them out again", async () => {
    const { run, cwd } = await past()
    const file = join(cwd, "AGENTS.md")
    writeFileSync(file, "# House rules\n\nBe kind.\n")
    const shown = await run(["export", "--to", "AGENTS.md", "--dry-run"])
    expect(shown.out).toContain("use pnpm, never npm")
    expect(readFileSync(file, "utf8")).toBe("# House rules\n\nBe kind.\n")
    const wrote = await run(["export", "--to", "AGENTS.md"])
    expect(wrote.code).toBe(0)
    expect(readFileSync(file, "utf8")).toMatch(
      /^# House rules\n\nBe kind\.\n\n<!-- mettle:begin[\s\S]*- use pnpm, never npm <!-- c-[0-9a-f]+ -->/,
    )
    expect((await run(["export", "--to", "AGENTS.md", "--json"])).json().changed).toBe(false)
    const pack = (await run(["pack", "install packages with pnpm", "--json"])).json()
    expect(pack.text).not.toContain("use pnpm")
    expect(pack.leftOut.map((l: { reason: string }) => l.reason)).toContain("the client loads it already")
    await run(["export", "--to", "AGENTS.md", "--remove"])
    expect(readFileSync(file, "utf8")).toBe("# House rules\n\nBe kind.\n")
    await run(["export", "--to", "CLAUDE.md"])
    expect(existsSync(join(cwd, "CLAUDE.md"))).toBe(true)
    await run(["export", "--to", "CLAUDE.md", "--remove"])
    expect(existsSync(join(cwd, "CLAUDE.md"))).toBe(false)
    expect((await run(["export", "--to", "package.json"])).code).toBe(2)
  })
})
