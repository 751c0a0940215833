// Swarms and their coordinators: outcomes in one call, plans, and the seed's questions to its stores in our words.
import { describe, expect, it } from "vitest"
import { type Mettle, openMemory } from "../../src/index.ts"
import { fixed } from "./fixed.ts"

const RED = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const scope = "shop"

async function task(
  m: Mettle,
  session: string,
  words: string,
  commands: readonly (readonly [string, number, string])[],
) {
  const ep = m.episode({ scope, host: "swarm", session, interactive: false })
  await ep.harness(words)
  for (const [input, exitCode, output] of commands) await ep.tool({ name: "Bash", input, exitCode, output })
  return ep
}
const FIXED = [
  ["pnpm test", 1, RED],
  ["docker compose up -d redis", 0, "started"],
  ["pnpm test", 0, GREEN],
] as const

describe("record_outcome", () => {
  it("[S3-08] [S3-10] a task nobody told of: all fields in one call, judged, closed", async () => {
    const m = await openMemory(fixed().options)
    const done = await m.recordOutcome({
      task: "bead-7",
      scope,
      success: true,
      durationMs: 180_000,
      errorCount: 0,
      retryCount: 0,
      filesTouched: ["src/a.ts", "src/b.ts"],
    })
    expect(done).toMatchObject({ verdict: "success", credited: [], invertible: [] })
    const events: any[] = []
    const stop = new AbortController()
    for await (const event of m.subscribe({ signal: stop.signal })) {
      events.push(event)
      if (event.type === "episode.closed") stop.abort()
    }
    const reported = events.find(event => event.type === "outcome.reported")
    expect(reported.data).toMatchObject({ by: "swarm", success: true, durationMs: 180_000, errors: 0, retries: 0 })
    expect(m.text(reported.data.task)).toBe("bead-7")
    expect(reported.data.files.map((ref: string) => m.text(ref))).toEqual(["src/a.ts", "src/b.ts"])
    await m.close()
  })

  it("[S3-09] [S3-41] strategy and failure are kept; errors and time come from the episode when left out", async () => {
    const { options, later } = fixed()
    const m = await openMemory(options)
    const ep = await task(m, "bead-1", "make the cart tests pass", [["pnpm test", 1, RED]])
    later(3)
    const done = await m.recordOutcome({
      task: "bead-1",
      scope,
      success: false,
      strategy: "test-first",
      failureMode: "timeout",
      failureDetails: "redis never answered",
    })
    expect(done).toMatchObject({ episode: ep.id, verdict: "failure" })
    const stop = new AbortController()
    for await (const event of m.subscribe({ signal: stop.signal }))
      if (event.type === "outcome.reported") {
        expect(event.data).toMatchObject({ errors: 1, durationMs: 180_000, failureMode: "timeout" })
        expect(m.text(String(event.data.details))).toBe("redis never answered")
        stop.abort()
      }
    await m.close()
  })

  it("[S3-40] [S3-42] an outcome moves what was shown: credit, and in the end the card's value, which the next plan tells", async () => {
    const { options, later } = fixed({ preset: "swarm" })
    const m = await openMemory(options)
    await (await task(m, "first", "make the cart tests pass", FIXED)).end()
    const [card] = await m.cards.list({ scope, antiPatterns: true })
    let credited = 0
    for (let i = 0; i < 4; i++) {
      later(60)
      const ep = await task(m, `next-${i}`, "make the cart tests pass", [])
      const pack = await m.pack({ episode: ep, prompt: "make the cart tests pass" })
      expect(pack.items.map(item => item.card)).toContain(card!.id)
      await ep.tool({ name: "Bash", input: "pnpm test", exitCode: 0, output: GREEN })
      credited += (await m.recordOutcome({ task: `next-${i}`, scope, success: true })).credited.length
    }
    expect(credited).toBeGreaterThan(0)
    const account = await m.explain.utility(card!.id)
    expect(account.credits.length).toBeGreaterThan(0)
    expect((await m.plan("make the cart tests pass", { scope })).text).toContain("active, too early to say, 4 judged]")
    await m.close()
  })
})

describe("planning", () => {
  it("[S3-39] [S3-40] similar tasks, what is known with how well it stands, what failed; waiting and wrong cards stay out", async () => {
    const { options, later } = fixed()
    const m = await openMemory(options)
    expect(await m.plan("make the cart tests pass", { scope })).toEqual({
      ...{ similar: [], cards: [], avoid: [], criteria: [], text: "" },
    })
    await (await task(m, "one", "make the cart tests pass", FIXED)).end()
    await m.cards.note("cart tests must run against redis 7", { scope })
    const waiting = await m.cards.candidate("running the cart tests twice made them pass", { scope })
    later(60)
    const plan = await m.plan("the cart tests fail again", { scope, limit: 5 })
    expect(plan.similar).toMatchObject([{ prompt: "make the cart tests pass", verdict: "success" }])
    expect(plan.cards.map(card => card.statement)).toEqual(["cart tests must run against redis 7"])
    expect(plan.avoid).toHaveLength(1)
    expect(plan.text).toMatch(
      /not instructions[\s\S]*What is known:[\s\S]*the user's own words[\s\S]*What failed before:/,
    )
    expect(plan.text).toContain("not measured yet")
    expect(plan.text).not.toContain(waiting!.statement!)
    await m.cards.feedback(plan.avoid[0]!.id, "wrong")
    expect((await m.plan("the cart tests fail again", { scope })).avoid).toEqual([])
    expect((await m.plan("the cart tests fail again", { scope: "elsewhere" })).text).toBe("")
    await m.close()
  })
})

describe("the seed's questions to its stores", () => {
  it("[S3-62..65] signals by type and task, errors by task and open ones, cards by kind, tag, words and stage, marks", async () => {
    const m = await openMemory(fixed().options)
    await (await task(m, "good", "make the cart tests pass", FIXED)).end()
    const bad = await task(m, "bad", "make the login tests pass", [["pnpm test login", 1, RED]])
    await bad.end()
    const signals = await m.signals.list()
    expect(new Set(signals.map(s => s.episode)).size).toBe(2)
    const { type } = signals[0]!
    expect((await m.signals.list({ type })).every(s => s.type === type)).toBe(true)
    expect((await m.signals.list({ task: "bad" })).every(s => s.episode === bad.id)).toBe(true)
    expect(await m.signals.list({ task: "never heard of" })).toEqual([])
    const asked = m.episode({ scope, host: "chat", session: "asked", interactive: true })
    await asked.user("add the cart page")
    await asked.agent("Done.")
    await asked.user("perfect, thanks")
    expect(await m.signals.list({ type: "explicit_positive" })).toMatchObject([
      { episode: asked.id, signal: "feedback", turn: 0, polarity: expect.any(Number) },
    ])
    await m.recordOutcome({ task: "bad", scope, success: false, retryCount: 2 })
    expect(await m.signals.list({ type: "retries" })).toMatchObject([
      { episode: bad.id, signal: "outcome", because: "2" },
    ])

    expect(await m.errors.list({ task: "good", unresolved: true })).toEqual([])
    expect(await m.errors.list({ task: "good" })).toMatchObject([
      { check: "pnpm test", resolvedBy: expect.any(String) },
    ])
    expect(await m.errors.list({ episode: bad.id, unresolved: true })).toMatchObject([{ resolvedBy: null, times: 1 }])

    const [card] = await m.cards.list({ scope, antiPatterns: true })
    expect(await m.cards.list({ scope, q: "DOCKER compose" })).toHaveLength(1)
    expect(await m.cards.list({ scope, stage: "deprecated" })).toEqual([])
    expect((await m.cards.list({ scope, stage: card!.stage })).map(c => c.id)).toEqual([card!.id])
    expect(await m.cards.list({ scope, tag: "no such tag" })).toEqual([])
    await m.cards.feedback(card!.id, "useful")
    await m.cards.feedback(card!.id, "irrelevant", { by: "agent" })
    expect((await m.cards.feedbackOn(card!.id)).map(({ tag, by }) => `${by}: ${tag}`)).toEqual([
      "user: useful",
      "agent: irrelevant",
    ])
    await m.close()
  })
})
