// The library over a store in RAM with a clock and a chance of its own: users.md 6, line by line.
import { describe, expect, it } from "vitest"
import { eventSchemas, isCode, MettleError, memoryStore, openMemory } from "../../src/index.ts"
import { fixed } from "./fixed.ts"

const RED = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"

describe("users.md 6: openMemory", () => {
  it("an episode told by a program teaches a norm that stands in the next pack, with its words", async () => {
    const { options, later } = fixed()
    const m = await openMemory(options)
    const ep = m.episode({ scope: "shop", host: "my-agent" })
    expect(await ep.user("always use pnpm in this repo, never npm")).toMatch(/^[0-9a-f]{32}$/)
    await ep.agent("Will do.")
    const call = await ep.tool({ name: "Bash", input: "pnpm test", output: RED, exitCode: 1 })
    await ep.outcome({ type: "tool_failure", evidence: [call.ref] })
    const ledger = await ep.end()
    expect(ledger.filter(line => line.act === "admitted").map(line => line.words)).toContain(
      "always use pnpm in this repo, never npm",
    )
    later(60)
    const next = m.episode({ scope: "shop", host: "my-agent" })
    await next.user("set up the project")
    const pack = await m.pack({ episode: next, prompt: "set up the project", budgetTokens: 900 })
    expect(pack.text).toContain("pnpm")
    expect(pack.items.map(i => i.slot)).toEqual(["norms"])
    expect((await m.explain.pack(pack.id!)).text).toBe(pack.text)
    // What was shown in an episode is not said again in it; elsewhere it is.
    const again = await m.pack({ episode: next, prompt: "set up the project" })
    expect(again.leftOut.map(l => l.reason)).toContain("already in context")
    expect((await m.pack({ scope: "shop", prompt: "set up", preview: true })).id).toBeNull()
    expect((await m.pack({ scope: "elsewhere", prompt: "set up" })).text).toBe("")
    expect(await m.check({ command: "npm install", scope: "shop" })).toMatchObject([{ exact: true, hold: true }])
    expect(await m.check({ command: "npm install", scope: "elsewhere" })).toEqual([])
    await m.close()
  })

  it("an episode goes by the start of its id too, and one that nobody told of is refused, not written down", async () => {
    const m = await openMemory(fixed().options)
    const ep = m.episode({ scope: "shop" })
    await ep.user("always use pnpm in this repo, never npm")
    await ep.end()
    const next = m.episode({ scope: "shop", session: "next" })
    await next.user("set up the project")
    const pack = await m.pack({ episode: next.id.slice(0, 8), prompt: "set up the project" })
    expect((await m.explain.pack(pack.id!)).episode).toBe(next.id)
    const { episode } = await m.recordOutcome({ task: "t", success: true, episode: next.id.slice(0, 8) })
    expect(episode).toBe(next.id)
    const lost = m.recordOutcome({ task: "t", success: true, episode: "f".repeat(32) })
    await expect(lost).rejects.toMatchObject({ code: "E_NOT_FOUND" })
    await m.close()
  })

  it("forget by words that would name everything erases nothing", async () => {
    const m = await openMemory(fixed().options)
    await m.cards.note("use pnpm for installs", { scope: "shop" })
    await expect(m.forget({ text: "s " })).rejects.toMatchObject({ code: "E_USAGE" })
    expect(await m.cards.list()).toHaveLength(1)
    await m.close()
  })

  it("a note that is no line of a card is refused whole, and told how long it is", async () => {
    const m = await openMemory(fixed().options)
    for (const [words, length] of [
      ["x", 1],
      [`use ${"pnpm ".repeat(80)}`, 403],
    ] as const)
      await expect(m.cards.note(words, { scope: "shop" })).rejects.toThrow(`4 to 280 characters; this has ${length}`)
    expect(await m.cards.list()).toEqual([])
    await m.close()
  })
  it("cards: get, list, note, supersede, feedback, archive; wrong takes a card out of packs at once", async () => {
    const m = await openMemory(fixed().options)
    const card = await m.cards.note("use tabs, not spaces", { scope: "shop" })
    expect(await m.cards.get(card.short)).toMatchObject({ id: card.id, source: "user", stage: "active" })
    const better = await m.cards.supersede(card.id, { statement: "use two spaces, never tabs" })
    expect(better).toMatchObject({ supersedes: card.id, statement: "use two spaces, never tabs" })
    expect((await m.cards.list({ scope: "shop" })).map(c => c.id)).toEqual([better.id])
    expect((await m.cards.list({ scope: "shop", stage: "superseded" })).map(c => c.id)).toEqual([card.id])
    expect((await m.pack({ scope: "shop", prompt: "write code" })).text).toContain("two spaces")
    await m.cards.feedback(better.id, "wrong", { by: "agent" })
    const flagged = await m.cards.feedback(better.id, "wrong", { by: "agent" })
    expect(flagged).toMatchObject({ muted: false, flags: ["marked wrong by agent"] })
    expect((await m.pack({ scope: "shop", prompt: "write code" })).text).toContain("two spaces")
    await m.cards.feedback(better.id, "wrong")
    expect(await m.cards.feedbackOn(better.id)).toHaveLength(2)
    const without = await m.pack({ scope: "shop", prompt: "write code" })
    expect(without.text).toBe("")
    expect(without.leftOut.map(l => l.reason)).toContain("marked wrong")
    expect((await m.cards.confirm(better.id)).muted).toBe(false)
    expect((await m.cards.archive(better.id)).stage).toBe("archived")
    await expect(
      m.cards.supersede(better.id, { statement: "x", evidence: [{ event: "0".repeat(32) }] }),
    ).rejects.toThrow(MettleError)
    await m.close()
  })

  it("supersede cites what carries the new words, and nothing else", async () => {
    const m = await openMemory(fixed().options)
    const card = await m.cards.note("use tabs, not spaces", { scope: "shop" })
    const ep = m.episode({ scope: "shop" })
    const said = await ep.user("indent with two spaces, never with tabs")
    const idle = await ep.user("what time is it")
    const made = await m.cards.supersede(card.id, {
      statement: "indent with two spaces, never with tabs",
      evidence: [{ event: said }],
    })
    expect(made.evidence.map(e => e.event)).toContain(said)
    const again = await m.cards.supersede(made.id, {
      statement: "indent with a tab, always",
      evidence: [{ event: idle }],
    })
    expect(again.evidence.map(e => e.event)).not.toContain(idle)
    await m.close()
  })

  it("[D63] an agent's conclusion is a candidate, never a norm and never in a pack", async () => {
    const m = await openMemory(fixed().options)
    const ep = m.episode({ scope: "shop" })
    await ep.user("fix the cart test")
    const card = await m.cards.candidate("starting redis first made the cart tests pass", {
      scope: "shop",
      episode: ep,
    })
    expect(card).toMatchObject({ stage: "trial", source: "agent", evidence: [{ kind: "agent_span" }] })
    expect((await m.pack({ scope: "shop", prompt: "fix the cart test with redis" })).items).toEqual([])
    expect(await m.cards.candidate("the user always wants yarn", { scope: "shop", kind: "fact" })).toBeNull()
    await m.close()
  })

  it("typed errors: unknown ids, aborted signals, broken settings", async () => {
    const m = await openMemory(fixed().options)
    const refused = await m.cards.get("c-000000").catch((error: unknown) => error)
    expect(isCode(refused, "E_NOT_FOUND")).toBe(true)
    const stop = AbortSignal.abort("enough")
    expect(isCode(await m.pack({ prompt: "x", signal: stop }).catch((e: unknown) => e), "E_INTERRUPTED")).toBe(true)
    expect(
      isCode(
        await m
          .episode()
          .user("x", { signal: stop })
          .catch((e: unknown) => e),
        "E_INTERRUPTED",
      ),
    ).toBe(true)
    expect(isCode(await openMemory({ signal: stop }).catch((e: unknown) => e), "E_INTERRUPTED")).toBe(true)
    await expect(openMemory({ store: "memory", settings: { "pack.tokens": "many" } })).rejects.toMatchObject({
      code: "E_CONFIG",
    })
    await expect(openMemory({ store: "memory", settings: { nonsense: 1 } })).rejects.toMatchObject({ code: "E_CONFIG" })
    await expect(m.forget({ text: " " })).rejects.toMatchObject({ code: "E_USAGE" })
    await m.close()
  })

  it("closes once, by hand or by await using, and what is asked afterwards says so", async () => {
    const m = await openMemory(fixed().options)
    await m[Symbol.asyncDispose]()
    await m.close()
    await expect(m.settle()).rejects.toMatchObject({ code: "E_INTERRUPTED" })
  })

  it("the same clock, chance and words give the same events; two memories know nothing of each other", async () => {
    const tell = async () => {
      const store = memoryStore()
      const m = await openMemory({ ...fixed().options, store })
      const ep = m.episode({ scope: "shop", session: "one" })
      await ep.user("never commit to main directly")
      await ep.end()
      await m.pack({ scope: "shop", prompt: "commit this" })
      await m.close()
      return store.log.read(0, 1000)
    }
    const [a, b] = [await tell(), await tell()]
    expect(a.length).toBeGreaterThan(4)
    expect(a).toEqual(b)
  })

  it("a store can be opened again: state is the fold of its log", async () => {
    const store = memoryStore()
    const { options } = fixed()
    const first = await openMemory({ ...options, store })
    const card = await first.cards.note("never commit to main directly", { scope: "shop" })
    const second = await openMemory({ ...options, store })
    expect(await second.cards.get(card.id)).toMatchObject({ statement: "never commit to main directly" })
    await second.close()
  })

  it("subscribe: what is there, then what comes, until the signal", async () => {
    const m = await openMemory(fixed().options)
    await m.cards.note("never commit to main directly", { scope: "shop" })
    const stop = new AbortController()
    const types: string[] = []
    const reading = (async () => {
      for await (const event of m.subscribe({ signal: stop.signal })) {
        types.push(event.type)
        if (event.type === "episode.opened") stop.abort()
      }
    })()
    await m.episode({ scope: "shop" }).user("hello")
    await reading
    expect(types.slice(0, 3)).toEqual(["note.written", "card.proposed", "episode.opened"])
    await m.close()
  })

  it("replay compares two presets; forget counts, proves, and the text is gone", async () => {
    const m = await openMemory(fixed().options)
    const ep = m.episode({ scope: "shop" })
    await ep.user("never commit to main directly, my secret plan is quokka")
    await ep.end()
    const diff = await m.replay({ presets: ["mettle", "plain"] })
    expect(diff).toMatchObject({ a: { preset: "mettle" }, b: { preset: "plain" } })
    expect(diff.events).toBeGreaterThan(2)
    const aborted = m.replay({ presets: ["mettle", "plain"], signal: AbortSignal.abort() })
    await expect(aborted).rejects.toMatchObject({ code: "E_INTERRUPTED" })
    const gone = await m.forget({ text: "quokka" })
    expect(gone).toMatchObject({ found: 0 })
    expect(gone.texts).toBeGreaterThan(0)
    expect((await m.cards.list({ all: true })).some(c => c.statement?.includes("quokka"))).toBe(false)
    await m.close()
  })

  it("explain.utility, history: counts with every number", async () => {
    const m = await openMemory(fixed().options)
    const ep = m.episode({ scope: "shop", session: "s" })
    await ep.user("make the cart tests pass")
    await ep.tool({ name: "Bash", input: "pnpm test", output: RED, exitCode: 1 })
    await ep.tool({ name: "Bash", input: "docker compose up -d redis", output: "started", exitCode: 0 })
    await ep.tool({ name: "Bash", input: "pnpm test", output: GREEN, exitCode: 0 })
    expect(await ep.progress()).toMatchObject({ errors: 1 })
    await ep.end()
    const points = await m.history.trajectory(ep.id)
    expect(points.length).toBeGreaterThan(0)
    expect((await m.history.episodes({ scope: "shop" })).map(e => [e.id, e.verdict])).toEqual([[ep.id, "success"]])
    const [learned] = await m.cards.list({ scope: "shop", antiPatterns: true })
    expect(learned?.kind).toBe("negative_result")
    expect(await m.explain.utility(learned!.id)).toMatchObject({ judged: 0, early: true, measured: true })
    await m.close()
  })

  it("events have JSON schemas, one per type", () => {
    const schemas = eventSchemas()
    expect(Object.keys(schemas)).toContain("outcome.reported")
    expect(schemas["pack.built"]).toMatchObject({ properties: { data: { type: "object" } } })
  })
})
