// Stories of trust: a source answers for what became of its proposals. Told with failures and their fixes, which one proposer
// finds by itself in the work, so that nobody has to speak for it.
import { describe, expect, it } from "vitest"
import type { CardView } from "../../src/core/views/state.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { recordOutcome } from "../../src/memory/acting/told-episode.ts"
import { trustReport } from "../../src/memory/measuring/trust.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { failureFix } from "../../src/proposers/failure-fix.ts"
import { world } from "./world.ts"

type World = ReturnType<typeof world>
const FIX = `${failureFix.name}@${failureFix.version}`

const DATABASE = {
  command: "pnpm test",
  error: "Error: connect ECONNREFUSED 127.0.0.1:5432\n1 failed",
  fix: "docker compose up -d postgres",
}
const PACKAGE = {
  command: "pytest",
  error: "ModuleNotFoundError: No module named 'httpx'\n1 failed",
  fix: "pip install httpx",
}
type Episode = Awaited<ReturnType<World["opens"]>>

/** A command fails, another one mends it, the first passes: what the failure-fix proposer lives on. */
async function mend(e: Episode, { command, error, fix } = DATABASE): Promise<void> {
  await e.says(`get ${command} green`)
  await e.runs(command, { ok: false, output: error })
  await e.runs(fix, { ok: true, output: "done" })
  await e.runs(command, { ok: true, output: "Tests: 7 passed, 7 total" })
  await e.replies("All pass.")
}
/** The same in an episode of its own; every repository has its own cards. */
async function mends(w: World, session: string, repo: string): Promise<void> {
  const e = await w.opens(session, { scope: Buffer.from(repo.padEnd(16)).toString("hex") })
  await mend(e)
  await e.ends()
  w.later(120)
}
const cards = (w: World): readonly CardView[] => TABLE.card.list(w.memory.views).map(([, c]) => c)
const newest = (w: World): CardView => [...cards(w)].sort((a, b) => b.bornSeq - a.bornSeq)[0]!
async function acts(w: World, type: "card.archived" | "card.confirmed", card: string): Promise<void> {
  if (type === "card.confirmed") await act(w.memory, type, { card })
  else await act(w.memory, type, { card, note: null })
  w.memory.catchUp()
  w.later(1)
}
const trustOf = (w: World, source = FIX) => trustReport(w.memory).sources.find(s => s.source === source)

describe("a source whose proposals keep failing", () => {
  it("[D63] needs more corroboration, and gets in once independent work bears it out", async () => {
    const w = world()
    const names = ["cart", "login", "search", "mail", "stock"]
    for (const name of names) {
      await mends(w, name, name)
      expect(newest(w).stage, "a source nobody has judged is believed").toBe("active")
      await acts(w, "card.archived", newest(w).id)
    }
    const low = trustOf(w)!
    expect(low.n).toBe(names.length)
    expect(low.mean).toBeLessThan(0.4)
    await mends(w, "seventh", "order")
    const waiting = newest(w)
    expect(waiting.stage).toBe("trial")
    expect(waiting.needs).toBeGreaterThan(1)
    expect(waiting.because).toContain(`needs ${waiting.needs} episodes`)
    for (let more = 2; more <= waiting.needs!; more++) {
      expect(readCards(w.memory, { stage: "active" }).map(c => c.id)).not.toContain(waiting.id)
      await mends(w, `again-${more}`, "order")
    }
    const moved = cards(w).find(c => c.id === waiting.id)!
    expect(moved.stage).toBe("active")
    expect(moved.backed).toHaveLength(waiting.needs!)
    const ledger = TABLE.ledger.list(w.memory.views).map(([, line]) => line)
    expect(ledger.filter(l => l.card === waiting.id).map(l => l.because)).toContain(
      `trial → active: ${waiting.needs} of ${waiting.needs} episodes speak for it`,
    )
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
  })
  it("the same work from a source that was kept comes in at once", async () => {
    const w = world()
    for (const name of ["cart", "login", "search", "mail", "stock"]) {
      await mends(w, name, name)
      await acts(w, "card.confirmed", newest(w).id)
    }
    expect(trustOf(w)!.n).toBe(5)
    await mends(w, "seventh", "order")
    expect(newest(w).stage).toBe("active")
    expect(trustOf(w)!.mean).toBeGreaterThan(0.7)
  })
  it("an act taken back takes its judgement back, and the history says both", async () => {
    const w = world()
    await mends(w, "cart", "cart")
    const card = newest(w).id
    const before = trustOf(w)!
    expect(before.n).toBe(0)
    await acts(w, "card.archived", card)
    expect(trustOf(w)).toMatchObject({ n: 1 })
    const archived = w.memory.parts.log.readTypes(["card.archived"])[0]!
    await act(w.memory, "act.undone", { act: archived.id })
    w.memory.catchUp()
    const now = trustOf(w)!
    expect(now.n).toBe(0)
    expect(now.mean).toBe(before.mean)
    expect(now.history.map(h => h.because)).toEqual(["put away by the user", "taken back"])
  })
  it("[D63] the tools it cites answer too, the user's own words never", async () => {
    const w = world()
    await mends(w, "cart", "cart")
    await acts(w, "card.archived", newest(w).id)
    const e = await w.opens("said")
    await e.says("always use pnpm in this repo, never npm")
    await e.ends()
    const norm = readCards(w.memory).find(c => c.kind === "preference" || c.kind === "constraint")!
    await acts(w, "card.confirmed", norm.id)
    const { sources } = trustReport(w.memory)
    expect(sources.map(s => s.source)).toContain("tool:Bash")
    expect(sources.map(s => s.source)).not.toContain("user")
  })
})

describe("a poisoned source", () => {
  it("[D63] gains nothing by repetition: not by saying it again, not by saying much at once", async () => {
    const w = world()
    const start = trustReport(w.memory).unknown.mean
    for (let i = 0; i < 12; i++) await mends(w, `same-${i}`, "cart")
    expect(trustOf(w)).toMatchObject({ n: 0, history: [] })
    expect(trustOf(w)!.mean).toBe(start)
    // one episode, several cards, all kept: worth less than the same cards from as many episodes
    const [flood, apart] = [world(), world()]
    const e = await flood.opens("flood")
    for (const what of [DATABASE, PACKAGE]) await mend(e, what)
    await e.ends()
    for (const [i, what] of [DATABASE, PACKAGE].entries()) {
      const own = await apart.opens(`own-${i}`)
      await mend(own, what)
      await own.ends()
      apart.later(60)
    }
    for (const told of [flood, apart]) {
      expect(cards(told)).toHaveLength(2)
      for (const card of cards(told)) await acts(told, "card.confirmed", card.id)
    }
    expect([trustOf(flood)!.n, trustOf(apart)!.n]).toEqual([1, 2])
    expect(trustOf(flood)!.mean).toBeLessThan(trustOf(apart)!.mean)
  })
  it("marks of a teammate move its own trust only when the user or the outcome has spoken", async () => {
    const w = world()
    await mends(w, "cart", "cart")
    const card = newest(w).id
    const mark = async (tag: "keep" | "doubt") => {
      await act(w.memory, "feedback.given", { about: "card", target: card, tag, by: "foreign:ana@1", note: null })
      w.memory.catchUp()
      w.later(10)
    }
    for (let i = 0; i < 5; i++) await mark("keep")
    expect(trustOf(w, "foreign:ana@1")).toBeUndefined()
    await acts(w, "card.archived", card)
    expect(trustOf(w, "foreign:ana@1")).toMatchObject({ n: 1 })
    expect(trustOf(w, "foreign:ana@1")!.history.at(-1)!.because).toContain("put away by the user")
    expect(trustOf(w, "foreign:ana@1")!.mean).toBeLessThan(2 / 3)
  })
})

it("a mark may be by anybody, whatever the name", async () => {
  for (const preset of ["mettle", "astra"]) {
    const w = world({ preset })
    await mends(w, "cart", "cart")
    const card = newest(w).id
    for (const by of ["__proto__", "constructor", "\ud800", "a/b/../c", "", "x".repeat(5000)])
      await act(w.memory, "feedback.given", { about: "card", target: card, tag: "doubt", by, note: null })
    await acts(w, "card.archived", card)
    w.later(60 * 24 * 9)
    await mends(w, "later", "login")
    for (const { mean, n } of trustReport(w.memory).sources) {
      expect(mean).toBeGreaterThan(0)
      expect(n).toBeGreaterThanOrEqual(0)
    }
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
  }
})

describe("inferred feedback", () => {
  const asksTwice = async (w: ReturnType<typeof world>, session = "retry") => {
    const e = await w.opens(session)
    const asked = "rename the field total to sum in the invoice model and its tests"
    await e.says(asked)
    await e.edits("src/invoice-model.ts")
    await e.replies("Done.")
    await e.says(`${asked} please`)
    await e.replies("Done again.")
    await e.ends()
    w.later(24 * 60)
    return e
  }
  it.each([
    [true, "contradicted by what was reported later"],
    [false, "borne out by what was reported later"],
  ])("[D63] so does a report on the task: success %s", async (success, because) => {
    const w = world()
    const e = await asksTwice(w)
    await recordOutcome(w.memory, { task: "invoice", success }, { host: "ci", scope: null, episode: e.id })
    const reader = trustReport(w.memory).sources.find(s => s.source.startsWith("reader:user-words@"))!
    expect(reader.history).toMatchObject([{ because, ref: e.id }])
  })
  it("[D63] the user's later words about the work say whether what was inferred then was right", async () => {
    const w = world()
    const e = await asksTwice(w)
    const next = await w.opens("next")
    await next.says("the change to src/invoice-model.ts from yesterday works great")
    await next.ends()
    const reader = trustReport(w.memory).sources.find(s => s.source.startsWith("reader:user-words@"))!
    expect(reader.history).toMatchObject([{ because: "contradicted by the user's later words", ref: e.id }])
  })
  it("[D63] borne out, it counts fully and no more", async () => {
    const w = world()
    const heard: unknown[] = []
    for (let i = 0; i < 4; i++) {
      const e = await asksTwice(w, `retry-${i}`)
      heard.push(TABLE.turn.list(w.memory.views, `${e.id}/`)[0]![1].feedback)
      await act(w.memory, "feedback.given", { about: "episode", target: e.id, tag: "wrong", by: "user", note: null })
      w.memory.catchUp()
    }
    expect(trustReport(w.memory).sources.find(s => s.source.startsWith("reader:"))!.n).toBeGreaterThan(0)
    expect(heard[0]).toMatchObject({ type: "implicit_retry" })
    expect(heard.at(-1)).toEqual(heard[0])
  })
  it("[D63] counts less once plain words contradicted it; explicit words are never scaled", async () => {
    const w = world()
    const confidences: number[] = []
    for (let i = 0; i < 8; i++) {
      const e = await w.opens(`retry-${i}`)
      const asked = "rename the field total to sum in the invoice model and its tests"
      await e.says(asked)
      await e.edits("src/invoice.ts")
      await e.replies("Done.")
      await e.says(`${asked} please`)
      await e.replies("Done again.")
      await e.ends()
      const turn = TABLE.turn.list(w.memory.views, `${e.id}/`)[0]![1]
      expect(turn.feedback?.type).toBe("implicit_retry")
      confidences.push(turn.feedback!.confidence)
      await act(w.memory, "feedback.given", { about: "episode", target: e.id, tag: "useful", by: "user", note: null })
      w.memory.catchUp()
      w.later(60)
    }
    expect(confidences.at(-1)!).toBeLessThan(confidences[0]! / 2)
    const said = await w.opens("said")
    await said.says("rename the field")
    await said.replies("Done.")
    await said.says("no, that's wrong, undo it")
    await said.ends()
    const [, turn] = TABLE.turn.list(w.memory.views, `${said.id}/`)[0]!
    expect(turn.feedback?.type).toBe("explicit_negative")
    expect(turn.feedback!.confidence).toBeGreaterThan(0.4)
  })
})
