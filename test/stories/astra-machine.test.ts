// The machine astra over thirty sessions: a source whose cards stand behind work that goes well gains trust, one whose cards stand
// behind work that fails loses it, and in the end its say. Every step of the way is on the page.
import { describe, expect, it } from "vitest"
import { DECISION } from "../../src/core/rules/astra/decisions.ts"
import { tagsOn } from "../../src/core/rules/astra/tags.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { agentNote } from "../../src/memory/acting/agent-notes.ts"
import { trustReport } from "../../src/memory/measuring/trust.ts"
import { readCards, readLedger } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { REPO, world } from "./world.ts"

type World = ReturnType<typeof world>
const DAY = 24 * 60
const RED = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
/** Another repository: what is tried here is put before no work there. */
const OTHER = "b".repeat(32)
const WRONG = "restarting the payment worker twice made the checkout tests pass"

/** A failure and its fix (a source that is right), and an agent's conclusion that happened to pass once (one that is not). */
async function begins(w: World): Promise<void> {
  const e = await w.opens("begins")
  await e.says("make the cart tests pass")
  await e.runs("pnpm test", { ok: false, output: RED })
  await e.runs("docker compose up -d redis", { ok: true, output: "started" })
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.ends()
  w.later(60)
  await notes(w, "note", WRONG)
}
async function notes(w: World, session: string, words: string) {
  const e = await w.opens(session, { scope: OTHER })
  await e.says("make the checkout tests pass")
  const fate = await agentNote(w.memory, { text: words, kind: "tactic", quote: null, scope: OTHER, episode: e.id })
  w.later(1)
  await e.runs("pnpm test checkout", { ok: true, output: GREEN })
  await e.ends()
  w.later(8 * 60)
  return fate
}
async function session(w: World, n: number, ok: boolean): Promise<string> {
  const e = await w.opens(`session ${n}`, { scope: ok ? REPO : OTHER })
  const prompt = ok
    ? "the cart tests need redis, run pnpm test"
    : "restart the payment worker, make the checkout tests pass"
  await e.says(prompt)
  const shown = await e.pack(prompt)
  await e.runs("pnpm test", { ok, output: ok ? GREEN : RED.replaceAll("cart", "checkout") })
  await e.says(ok ? "great, that works, thanks" : "no, that's wrong, it still fails")
  await e.ends()
  w.later(DAY)
  return shown
}
const of = (w: World, source: RegExp) => trustReport(w.memory).sources.find(s => source.test(s.source))

describe("thirty sessions", () => {
  it("[S1-23, S1-38, S1-55, S1-70..73] trust rises for the source that proves right, falls for the one that proves wrong, which loses its say", async () => {
    const w = world({ preset: "astra" })
    await begins(w)
    let shown = 0
    for (let i = 0; i < 30; i++) if ((await session(w, i, i % 2 === 0)).includes("payment worker twice")) shown++
    const right = of(w, /^failure-fix@/)!
    const wrong = of(w, /^agent-note@/)!
    expect(shown, "its card was put before the agent while it had a say").toBeGreaterThan(5)
    expect(right.mean).toBeGreaterThan(0.55)
    expect(wrong.mean).toBeLessThan(0.35)
    // the path, step by step, each with what moved it
    for (const { history } of [right, wrong]) {
      expect(history.length).toBeGreaterThanOrEqual(8)
      expect(history.every(step => /after (2 h|24 h|7 days): reward/.test(step.because))).toBe(true)
    }
    expect(wrong.history.at(-1)!.mean).toBeLessThan(wrong.history[0]!.mean)
    const { decisions, evaluated } = trustReport(w.memory).telemetry!.outcomes
    expect(decisions).toBeGreaterThanOrEqual(30)
    expect(evaluated).toBeGreaterThan(decisions)
    // most evaluations after two hours and a day had something to say, above the gate
    const soon = DECISION.list(w.memory.views).flatMap(([, d]) => d.evaluated.filter(e => e.horizon !== "week"))
    expect(soon.filter(e => e.r !== null && Math.abs(e.r) >= 0.1).length).toBeGreaterThan(soon.length / 2)
    // and what it says next is not taken on its word any more
    await notes(w, "again", "clearing the webpack cache made the invoice tests pass")
    const said = readLedger(w.memory).find(l => l.words?.startsWith("clearing the webpack"))!
    expect(said.because).toMatch(/agent-note@1 was right in 0\.[0-3]\d(?:: needs [3-6] episodes| of \d+)/)
    const later = await w.opens("later", { scope: OTHER })
    await later.says("the invoice tests fail, clear the webpack cache")
    // its first conclusion was shown after one success; this one is not
    expect(await later.pack("the invoice tests fail, clear the webpack cache")).not.toContain("webpack")
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
  })
})

const mark = async (w: World, card: string, tag: "keep" | "doubt", by: string): Promise<void> => {
  await act(w.memory, "feedback.given", { about: "card", target: card, tag, by, note: null })
  w.later(3)
}
const weights = (w: World, card: string) => tagsOn(w.memory.views, card).map(t => t.weight)

describe("what a tag weighs", () => {
  async function fact(w: World, words: string): Promise<string> {
    const e = await w.opens(`states ${words}`)
    await e.says(`remember that ${words}`)
    await e.replies("Noted.")
    await e.ends()
    w.later(60)
    return readCards(w.memory).find(c => c.statement?.includes(words))!.id
  }
  it("[S1-03, S1-33] the user's trust is learned and weighs the user's tags, in this preset", async () => {
    const w = world({ preset: "astra" })
    const facts = ["the API listens on port 3000", "exports are semicolon separated", "backups run at four"]
    const first = await fact(w, facts[0]!)
    await mark(w, first, "keep", "user")
    w.later(8 * DAY)
    const second = await fact(w, facts[1]!)
    await mark(w, second, "keep", "user")
    expect(of(w, /^user$/)!.mean).toBeGreaterThan(0.5)
    // the same word of a user who was right weighs more, though a habit of praise takes some of it back
    const habit = 1.5 - 3 / 5
    expect(weights(w, second)[0]! / habit).toBeGreaterThan(weights(w, first)[0]!)
  })
  it("[S1-01] whose word it is has no weight of its own: of strangers to the record the user's, the agent's and a teammate's weigh the same", async () => {
    const w = world({ preset: "astra" })
    const id = await fact(w, "the API listens on port 3000")
    for (const by of ["user", "agent", "foreign:ana@1"]) await mark(w, id, "keep", by)
    const [user, ...others] = weights(w, id)
    expect(others).toEqual([expect.closeTo(user!, 2), expect.closeTo(user!, 2)])
  })
  it("[S1-70] who doubts what is kept all the same gains by what the keeper loses", async () => {
    const w = world({ preset: "astra" })
    const id = await fact(w, "the API listens on port 3000")
    // what comes of the user's own word on it is known by then
    w.later(8 * DAY)
    await mark(w, id, "keep", "foreign:ana@1")
    w.later(60)
    for (let i = 0; i < 3; i++) await mark(w, id, "doubt", "user")
    w.later(2 * DAY)
    await fact(w, "backups run at four")
    expect(of(w, /^user$/)!.mean).toBeGreaterThan(0.5)
    expect(of(w, /^foreign:ana/)!.mean).toBeLessThan(0.5)
  })
  it("[S1-74] whoever always says the same says little by it", async () => {
    const w = world({ preset: "astra" })
    const id = await fact(w, "the API listens on port 3000")
    for (let i = 0; i < 4; i++) {
      w.later(DAY)
      await mark(w, id, "keep", "agent")
    }
    await mark(w, id, "doubt", "foreign:ana@1")
    const [first, , , last] = weights(w, id)
    expect(last! / first!).toBeLessThan(0.8)
  })
  it("[S1-28, S1-68] a sure card feels a precise tag more than an unsure one", async () => {
    const w = world({ preset: "astra" })
    const sure = await fact(w, "the API listens on port 3000")
    const unsure = await fact(w, "exports are semicolon separated")
    await mark(w, unsure, "doubt", "user")
    await mark(w, sure, "keep", "foreign:ana@1")
    await mark(w, unsure, "keep", "foreign:ben@1")
    expect(weights(w, sure).at(-1)).toBeGreaterThan(weights(w, unsure).at(-1)!)
  })
  it("[S1-02, S1-26, S1-27, S1-67] a card near what work is about now reacts more than one stuck where it began", async () => {
    const w = world({ preset: "astra" })
    const old = await fact(w, "invoices are rendered by the legacy printer")
    const live = await fact(w, "the mobile client caches prices")
    const talk = async (n: number, words: string): Promise<void> => {
      for (let i = 0; i < n; i++) {
        const e = await w.opens(`${words} ${i} ${w.now()}`)
        await e.says(`${words}, part ${i}`)
        await e.ends()
        w.later(30)
      }
    }
    await mark(w, old, "keep", "foreign:ana@1")
    await talk(12, "look at the legacy invoices printer")
    await mark(w, old, "keep", "foreign:lee@1")
    await talk(8, "the mobile client and its prices cache")
    await mark(w, old, "keep", "foreign:kim@1")
    await talk(6, "the mobile client and its prices cache")
    await mark(w, live, "keep", "foreign:ben@1")
    await mark(w, old, "keep", "foreign:eve@1")
    const [before, first, early, after] = weights(w, old)
    // until there was a beginning and something since, nothing is near or far
    expect(early).toBeCloseTo(first!)
    const [now] = weights(w, live)
    expect(now!).toBeGreaterThan(before!)
    expect(after!).toBeLessThan(before!)
  })
  it("[S1-31] the same words again are one tag; other words in the same episode are another context", async () => {
    const w = world({ preset: "astra" })
    const words = "the API listens on port 3000"
    const id = await fact(w, words)
    const e = await w.opens("talks")
    for (const said of [`I still believe ${words}.`, `I still believe ${words}.`, `Yes, ${words} still holds.`]) {
      await e.says("go on")
      await e.replies(said)
      w.later(5)
    }
    await e.ends()
    expect(tagsOn(w.memory.views, id)).toHaveLength(2)
  })
  it("[S1-20] the user's word counts for a decision made shortly before, and not for one long ago", async () => {
    for (const [validationHours, word, validation] of [
      [24, "keep", 1],
      [24, "doubt", -1],
      [1, "keep", null],
    ] as const) {
      const w = world({ preset: "astra", params: { "outcome-reward": { validationHours } } })
      const id = await fact(w, "the API listens on port 3000")
      w.later(30)
      await mark(w, id, word, "user")
      w.later(3 * 60)
      await fact(w, "backups run at four")
      const decision = DECISION.list(w.memory.views).find(([, d]) => d.card === id)![1]
      expect(decision.evaluated[0]).toMatchObject({ horizon: "short", terms: { validation } })
    }
  })
  it("[S1-18, S1-79] a contradiction settled counts for who decided", async () => {
    const w = world({ preset: "astra" })
    const doubted = await fact(w, "exports are semicolon separated")
    await mark(w, doubted, "doubt", "user")
    const other = await fact(w, "the API listens on port 3000")
    await act(w.memory, "card.verified", { card: doubted })
    w.later(3 * 60)
    await fact(w, "backups run at four")
    const decision = DECISION.list(w.memory.views).find(([, d]) => d.card === other)![1]
    expect(decision.conflicts).toBe(1)
    expect(decision.evaluated[0]).toMatchObject({ horizon: "short", terms: { conflict: 1 } })
  })
})
