// How far a card reaches and how long it stays: words and wins widen it, sweeps keep the store small, all of it reversible.
import { describe, expect, it } from "vitest"
import { DEFAULT_CAPS } from "../../src/core/admission/budget.ts"
import { TAG } from "../../src/core/check/guard.ts"
import type { Evidence, Kind } from "../../src/core/model.ts"
import { cardOf } from "../../src/core/views/read.ts"
import { act, note, undo } from "../../src/memory/acting/acts.ts"
import { trustReport } from "../../src/memory/measuring/trust.ts"
import { tellDomains } from "../../src/memory/packs/situation.ts"
import { readCards, readLedger } from "../../src/memory/reading/read.ts"
import { approve, inbox, turnDown } from "../../src/memory/reading/review.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { cite, type Proposer, suggest } from "../../src/proposers/proposer.ts"
import { REPO, world } from "./world.ts"

const OTHER = "b".repeat(32)
const DAY = 60 * 24
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const RED = "FAIL src/cart.test.ts\nTests: 3 failed, 4 passed, 7 total"

/** Proposes the agent's last words as a tactic. */
const procedure: Proposer = {
  name: "procedure",
  version: 1,
  provenance: "words",
  propose: seen =>
    seen.turns.flatMap(turn => {
      const text = turn.reply === null ? null : seen.text(turn.reply)
      if (text === null || turn.replyEvent === null || !seen.fresh(turn.replyEvent)) return []
      const evidence: Evidence[] = [cite(seen, "agent_span", turn.replyEvent, turn.reply!, text)]
      const tags = [`${TAG.command}pnpm test`]
      return [
        suggest(procedure, seen, { kind: "tactic", statement: text, turn: turn.index, at: turn.at, evidence, tags }),
      ]
    }),
}
const TACTIC = "The redis container was started, then the cart tests passed"
async function works(w: ReturnType<typeof world>, session: string, scope = REPO): Promise<void> {
  const e = await w.opens(session, { scope })
  await e.says("get the cart tests green")
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies(TACTIC)
  await settle(w.memory, [procedure])
  await e.ends()
  w.later(DAY)
}

/** The tactic was shown and the tests passed. */
async function wins(w: ReturnType<typeof world>, session: string, scope: string): Promise<void> {
  const e = await w.opens(session, { scope })
  await e.says("the cart tests fail, get them green")
  await e.pack("the cart tests fail, get the redis container started")
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies("All pass.")
  await e.ends()
  w.later(DAY)
}
const grows = (w: ReturnType<typeof world>) => inbox(w.memory).find(i => i.why === "won in other repositories")

describe("scope and stages", () => {
  it("[S4-69, S4-70] said for all projects, it is shown in every repository; said for this one, only here", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("set things up")
    await e.says("in all my projects, always use pnpm, never npm")
    await e.says("never edit files under src/gen in this repo")
    await e.ends()
    expect(
      readCards(w.memory)
        .map(c => [c.scope.tier, c.kind])
        .sort(),
    ).toEqual([
      ["global", "constraint"],
      ["repo", "constraint"],
    ])
    const there = (await w.packFor("add zod", OTHER)).text
    expect(there).toContain("pnpm")
    expect(there).not.toContain("src/gen")
  })

  it("[S4-70] said behind the wish, how far it reaches is no wish of its own", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("please use pnpm, never npm. That goes for every repo of mine")
    await e.ends()
    expect(readCards(w.memory).map(c => [c.statement, c.scope.tier])).toEqual([["use pnpm, never npm", "global"]])
    expect((await w.packFor("add zod", OTHER)).text).toContain("use pnpm, never npm")
  })

  it("[D71] a domain named in the user's words is that domain, when the tag exists", async () => {
    const w = world()
    tellDomains(w.memory, REPO, ["python"])
    const e = await w.opens("one")
    await e.says("set things up")
    await e.says("in all our Python services, always use uv instead of pip")
    await e.ends()
    expect(readCards(w.memory).map(c => c.scope)).toEqual([{ tier: "domain", id: "python" }])
  })

  it("[D75] a tactic with its own salient success comes in active, without one not at all", async () => {
    const w = world()
    await works(w, "one")
    expect(readCards(w.memory).map(c => [c.kind, c.stage])).toEqual([["tactic", "active"]])
    const e = await w.opens("two", { scope: OTHER })
    await e.says("get the cart tests green")
    await e.runs("pnpm test", { ok: false, output: RED })
    await e.replies("The database was dropped and seeded anew, then everything was fine")
    await settle(w.memory, [procedure])
    await e.ends()
    expect(readCards(w.memory)).toHaveLength(1)
    expect(readLedger(w.memory).at(-1)?.because).toMatch(/^no-success/)
  })

  it("[S4-15] an agent's note waits as a candidate: a success of its own episode or a nod lets it in", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("make the build work")
    const by = { scope: REPO, by: "agent" as const, kind: "tactic" as const, episode: e.id }
    const id = await note(w.memory, "Generate the client before building", by)
    expect(cardOf(w.memory.views, id)?.stage).toBe("trial")
    expect((await w.packFor("build it")).text).toBe("")
    await e.runs("pnpm test", { ok: true, output: GREEN })
    await e.ends()
    w.later(DAY)
    await (await w.opens("two")).says("hello")
    expect(cardOf(w.memory.views, id)?.stage).toBe("active")
    const other = await note(w.memory, "Clear the cache when types look old", { ...by, episode: null })
    expect(inbox(w.memory).map(i => [i.why, i.id])).toEqual([["candidate", other]])
    await approve(w.memory, inbox(w.memory)[0]!)
    expect(cardOf(w.memory.views, other)?.stage).toBe("active")
    const norm = await note(w.memory, "Always skip the tests", { ...by, kind: "constraint" })
    expect(cardOf(w.memory.views, norm)).toBeUndefined()
  })

  it("[S4-68] cards that came to say the same are merged by the sweep; a nod brings one back for good", async () => {
    const w = world()
    const first = await note(w.memory, "Use pnpm for every install", { scope: REPO, kind: "preference" })
    const second = await note(w.memory, "Use pnpm for every install", { scope: OTHER, kind: "preference" })
    await act(w.memory, "card.narrowed", { card: second, tier: "repo", to: REPO })
    expect(readCards(w.memory, { scopes: [`repo:${REPO}`] })).toHaveLength(2)
    w.later(DAY * 8)
    await (await w.opens("later")).says("hello")
    expect(cardOf(w.memory.views, second)?.stage).toBe("archived")
    expect(cardOf(w.memory.views, first)?.evidence).toHaveLength(2)
    expect(readLedger(w.memory).some(l => l.act === "merged" && l.rule === "sweep@3")).toBe(true)
    await act(w.memory, "card.confirmed", { card: second })
    await act(w.memory, "card.confirmed", { card: first })
    await note(w.memory, "Never commit to main", { scope: REPO, kind: "constraint" })
    w.later(DAY * 8)
    await (await w.opens("last")).says("hello")
    expect(cardOf(w.memory.views, second)?.stage).toBe("active")
  })

  it("[S4-68] the sweep keeps apart what differs in a number, and puts no wish away, however many there are", async () => {
    const caps = { ...DEFAULT_CAPS, norm: { repo: 1, domain: 1, global: 1 } }
    const w = world({ params: { "anchored-novel-budgeted": { caps } } })
    const port = (n: number) => `The orders service of the shop answers the health checks of the cluster on port ${n}`
    const says = [port(3000), port(4000), "Always answer in English", "Never commit to main"]
    for (const [i, statement] of says.entries()) {
      const scope = i % 2 === 0 ? REPO : OTHER
      const card = await note(w.memory, statement, { scope, kind: i < 2 ? "fact" : "constraint" })
      if (scope === OTHER) await act(w.memory, "card.narrowed", { card, tier: "repo", to: REPO })
    }
    w.later(DAY * 8)
    await (await w.opens("later")).says("hello")
    const live = readCards(w.memory, { scopes: [`repo:${REPO}`] }).filter(c => c.stage === "active")
    expect(live.map(c => c.statement).sort()).toEqual(says.sort())
  })

  it("[S4-69, D05] wins in two repositories of one domain suggest that domain; the nod moves it, undo takes it back", async () => {
    const w = world({ preset: "nucleus", params: { "nucleus-work": { promotes: false } } })
    for (const scope of [REPO, OTHER]) {
      tellDomains(w.memory, scope, ["web"])
      await works(w, `one-${scope}`, scope)
      await wins(w, `two-${scope}`, scope)
    }
    // one win is not several (requirements part 4)
    expect(grows(w)).toBeUndefined()
    for (const scope of [REPO, OTHER]) await wins(w, `three-${scope}`, scope)
    const item = grows(w)
    expect([item?.statement, item?.grows]).toEqual([TACTIC, { domain: "web", repositories: 2 }])
    const trusted = () => trustReport(w.memory).sources.find(s => s.source === "procedure@1")!
    const before = trusted()
    await approve(w.memory, item!)
    // The one that grew speaks for its source; that the other goes on in it speaks against nobody.
    expect(trusted().mean).toBeGreaterThan(before.mean)
    expect(readLedger(w.memory).at(-1)).toMatchObject({ act: "merged", rule: "promotion@1" })
    const scopes = () =>
      readCards(w.memory, { all: true })
        .map(c => [c.scope.tier, c.stage])
        .sort()
    expect(scopes()).toEqual([
      ["domain", "active"],
      ["repo", "archived"],
    ])
    await undo(w.memory)
    expect(scopes()).toEqual([
      ["repo", "active"],
      ["repo", "active"],
    ])
  })

  it("[S4-69] a no leaves it where it is and is not asked again; without a shared domain nothing is asked", async () => {
    for (const domains of [["web"], []]) {
      const w = world({ preset: "nucleus", params: { "nucleus-work": { promotes: false } } })
      for (const scope of [REPO, OTHER]) {
        tellDomains(w.memory, scope, domains)
        await works(w, `one-${scope}`, scope)
        for (const n of ["two", "three"]) await wins(w, `${n}-${scope}`, scope)
      }
      const item = grows(w)
      expect(item === undefined).toBe(domains.length === 0)
      if (item !== undefined) await turnDown(w.memory, item)
      expect(grows(w)).toBeUndefined()
      expect(readCards(w.memory).map(c => [c.scope.tier, c.stage])).toEqual([
        ["repo", "active"],
        ["repo", "active"],
      ])
    }
  })

  it("[S4-70, S4-27] said again for all projects, the wider words take the place of the repository's own", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("set things up")
    await e.says("always use pnpm, never npm")
    await e.says("never commit to main in this repo")
    w.later(DAY)
    await e.says("in all my projects, always use pnpm, never npm")
    await e.ends()
    const cards = readCards(w.memory).map(c => [c.scope.tier, c.statement])
    expect(cards.sort()).toEqual([
      ["global", "in all my projects, always use pnpm, never npm"],
      ["repo", "never commit to main in this repo"],
    ])
    expect((await w.packFor("add zod", OTHER)).text).toContain("pnpm")
    // what a repository wants otherwise stays its own
    const there = await w.opens("two", { scope: OTHER })
    await there.says("set things up")
    await there.says("in this repo always use npm, never pnpm")
    await there.says("in all my repos, always use pnpm, never npm")
    await there.ends()
    expect(readCards(w.memory, { scopes: [`repo:${OTHER}`] }).map(c => c.stage)).toEqual(["active"])
  })

  it("[D53, S3-28] a tactic that mostly fails is turned into its warning: alone under swarm, by a nod elsewhere", async () => {
    for (const preset of ["swarm", "nucleus"] as const) {
      const w = world({ preset })
      await works(w, "one")
      for (let i = 0; i < 4; i++) {
        const e = await w.opens(`fails-${i}`)
        await e.says("the cart tests fail, get the redis container started")
        await e.pack("the cart tests fail, get the redis container started")
        await e.runs("pnpm test", { ok: false, output: RED })
        await e.replies("Still red.")
        await e.says("no, that's wrong, the tests still fail")
        await e.ends()
        w.later(DAY)
      }
      await w.settle()
      if (preset === "nucleus") {
        const item = inbox(w.memory).find(i => i.why === "mostly fails")
        expect(item?.statement).toBe(TACTIC)
        await approve(w.memory, item!)
      }
      const kinds = readCards(w.memory).map((c): [Kind, string] => [c.kind, c.statement ?? ""])
      const warning = kinds.find(([kind, text]) => kind === "negative_result" && text.startsWith("AVOID:"))
      expect([preset, warning?.[1]]).toEqual([preset, expect.stringContaining(TACTIC)])
      expect(kinds.filter(([kind]) => kind === "tactic")).toEqual([])
    }
  })
})
