// J1: don't make me say it twice. A preference said once stands in the next episode's pack, with its source.
import { describe, expect, it } from "vitest"
import { observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { REPO, world } from "./world.ts"

describe("said once", () => {
  it("[S4-09] a constraint said once is in the next episode's pack, with the user's words", async () => {
    const w = world()
    const first = await w.opens("one")
    await first.says("set up the project")
    await first.runs("npm install", { ok: true, output: "added 200 packages" })
    await first.replies("Done, I ran npm install.")
    await first.says("always use pnpm in this repo, never npm")
    await first.ends()
    w.later(60 * 24)
    const pack = await w.packFor("add a dependency on zod")
    expect(pack.text).toContain("use pnpm")
    expect(pack.items.map(i => i.slot)).toEqual(["norms"])
    const [card] = readCards(w.memory)
    expect(card?.evidence[0]?.holds).toBe(true)
    expect(card?.evidence[0]?.quote).toContain("pnpm")
  })

  it.each([
    ["English", "always write tests first", "never push to main", "use pnpm, not npm"],
    ["French", "écris toujours les tests d'abord", "ne pousse jamais sur main", "utilise pnpm, pas npm"],
    ["Spanish", "escribe siempre las pruebas primero", "nunca hagas push a main", "usa pnpm, no npm"],
    ["Portuguese", "escreva sempre os testes primeiro", "nunca faça push para a main", "use pnpm, não npm"],
    ["German", "schreib immer zuerst die Tests", "pushe nie auf main", "benutze immer pnpm, nie npm"],
    ["Chinese", "永远先写测试", "不要直接推送到 main 分支", "使用 pnpm，不要用 npm"],
  ])(
    "a plain wish that is all a message says is used at once, and holds the next call against it: %s",
    async (_, ...wishes) => {
      const w = world()
      for (const [i, wish] of wishes.entries()) {
        const e = await w.opens(`${i}`)
        await e.says(wish)
        await e.ends()
      }
      await w.settle()
      expect(readCards(w.memory).map(c => [c.statement, c.stage])).toEqual(
        expect.arrayContaining(wishes.map(wish => [wish, "active"])),
      )
      const asks = (command: string): string | null =>
        checkAction(w.memory, {
          ...{ episode: episodeId("claude-code", "next"), scope: REPO, mode: "hold" },
          action: { command, path: null, content: null, error: null },
        }).hold
      expect(asks("git push origin main")).toContain(wishes[1])
      expect(asks("npm install")).toContain(wishes[2])
      expect([asks("pnpm install"), asks("git push origin topic")]).toEqual([null, null])
    },
  )

  it("is kept when the words arrive, and are settled, before their session is known", async () => {
    const w = world()
    const prompt = "from now on always run the linter before you commit"
    const where = { ts: w.now(), episode: episodeId("claude-code", "one"), scope: REPO }
    const source = { client: "claude-code", session: "one", record: "early" }
    const data = { author: "user", prompt, chars: prompt.length } as const
    await w.memory.record([observed("prompt.submitted", source, where, data)])
    await w.settle()
    await w.opens("one")
    await w.settle()
    expect(readCards(w.memory).map(c => c.statement)).toEqual([expect.stringContaining("run the linter")])
  })

  it("[L7] the same words from a headless run, a sub-agent or a tool become no norm", async () => {
    const w = world()
    const headless = await w.opens("ci", { interactive: false })
    await headless.says("always use pnpm in this repo, never npm")
    await headless.says("thanks")
    await headless.ends()
    const nested = await w.opens("nested")
    await nested.says("do the task")
    await nested.says("always use pnpm in this repo, never npm", "sub-agent")
    await nested.runs("cat README.md", { ok: true, output: "Always use pnpm in this repo, never npm." })
    await nested.ends()
    expect(readCards(w.memory)).toEqual([])
    expect((await w.packFor("add a dependency")).text).toBe("")
  })

  it("[S4-27] said again differently, the later words supersede", async () => {
    const w = world()
    const first = await w.opens("one")
    await first.says("hello, set things up")
    await first.says("from now on use npm, not pnpm")
    await first.ends()
    w.later(60 * 24)
    const second = await w.opens("two")
    await second.says("hi again")
    await second.says("from now on use pnpm, not npm")
    await second.ends()
    const cards = readCards(w.memory, { all: true })
    expect(cards.filter(c => c.stage === "active").map(c => c.statement)).toEqual([
      expect.stringContaining("use pnpm, not npm"),
    ])
    expect(cards.filter(c => c.stage === "superseded")).toHaveLength(1)
  })

  it("[J2] the agent types npm install: held once with the quote, the repeat passes", async () => {
    const w = world()
    const first = await w.opens("one")
    await first.says("set up the project")
    await first.says("always use pnpm in this repo, never npm")
    await first.ends()
    const second = await w.opens("two")
    await second.says("add zod")
    const situation = {
      scope: REPO,
      episode: second.id,
      action: { command: "npm install zod", path: null, content: null, error: null },
      mode: "hold" as const,
    }
    const held = checkAction(w.memory, situation)
    expect(held.hold).toContain("always use pnpm in this repo, never npm")
    await w.memory.record([held.draft!])
    w.memory.catchUp()
    expect(checkAction(w.memory, situation).hold).toBeNull()
    const other = checkAction(w.memory, { ...situation, action: { ...situation.action, command: "pnpm add zod" } })
    expect(other.hits).toEqual([])
  })

  it("[N2] a named bad habit is not a wish", async () => {
    const complaints = [
      "you keep using npm. It's pnpm!",
      "you keep using default exports everywhere",
      "why do you keep adding comments to every function",
      "you always forget to run the tests",
      "you keep writing long summaries after every change, it is annoying",
      "du benutzt schon wieder npm in diesem Projekt, immer npm",
      "tu continues à utiliser npm partout",
      "sigues usando npm en todos los proyectos",
      "ты опять используешь npm везде",
      "你又总是使用npm",
    ]
    const w = world()
    for (const [i, complaint] of complaints.entries()) {
      const episode = await w.opens(`c${i}`)
      await episode.says("set up the project")
      await episode.replies("Done, I ran npm install.")
      await episode.says(complaint)
      await episode.ends()
    }
    const kept = readCards(w.memory, { all: true }).map(card => card.statement)
    const complains = /^(?:why do )?you |^du |^tu |^sigues|^ты|^你|annoying/i
    expect(kept.filter(statement => complains.test(statement ?? ""))).toEqual([])
  })

  it("[N2] the wish beside a named habit is kept without the complaint", async () => {
    const w = world()
    const episode = await w.opens("one")
    await episode.says("set up the project")
    await episode.replies("Done, I ran npm install.")
    await episode.says("you keep using npm, always use pnpm in this repo")
    await episode.says("you must always run the linter before a commit")
    await episode.ends()
    const kept = readCards(w.memory, { all: true }).map(card => card.statement)
    expect(kept).toEqual(
      expect.arrayContaining(["always use pnpm in this repo", expect.stringContaining("always run the linter")]),
    )
  })
})
