// Wrong clocks: an event from the future or the past, a session whose clock was off, a year without work, old sessions read in.
// Closing, judging and learning go on, and nobody else's verdicts, stages and values move.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DEFAULT_CAPS } from "../../src/core/admission/budget.ts"
import { authored, observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { episodeOf } from "../../src/core/views/read.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { note } from "../../src/memory/acting/acts.ts"
import { asOf } from "../../src/memory/as-of.ts"
import { overview } from "../../src/memory/measuring/overview.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { REPO, world } from "./world.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const YEAR = 365 * DAY
type Stage = ReturnType<typeof world>

/** A piece of work with the cards at hand, well or badly ended, closed by its client or left to fall silent. */
async function work(w: Stage, session: string, well: boolean, ends = true) {
  const e = await w.opens(session)
  await e.pack("make the cart tests pass")
  await e.says("make the cart tests pass")
  await e.runs("pnpm test", { ok: well, output: well ? "Tests: 7 passed, 7 total" : "Tests: 3 failed, 7 total" })
  await e.replies("Done.")
  await e.says(well ? "thanks, that works" : "no, that's still wrong")
  if (ends) await e.ends()
  return e
}

/** What stands of everybody but the one session. */
function others(w: Stage, session: string) {
  const not = episodeId("claude-code", session)
  const episodes = TABLE.episode
    .list(w.memory.views)
    .filter(([id]) => id !== not)
    .map(([id, e]) => [id, e.verdict, e.p, e.closedAt === null ? null : e.closeReason])
  const cards = TABLE.card
    .list(w.memory.views)
    .map(([id, c]) => [...[id, c.stage, c.value === null ? null : [c.value.mean, c.value.n], c.wins, c.losses]])
  return { episodes, cards }
}

/** Six sessions over two weeks; the clock of one of them may be off. */
async function fortnight(off: number, which: number, ends: boolean) {
  const w = world()
  await note(w.memory, "run the cart tests with --runInBand", { scope: REPO, by: "user", kind: "tactic" })
  await note(w.memory, "the cart fixtures live in test/cart", { scope: REPO, by: "user", kind: "fact" })
  for (let n = 0; n < 6; n++) {
    if (n === which) w.later(off / MINUTE)
    await work(w, `s${n}`, n % 3 !== 1, n === which ? ends : n % 2 === 0)
    if (n === which) w.later(-off / MINUTE)
    w.later(2 * 24 * 60)
  }
  await work(w, "last", true)
  return w
}

describe("wrong clocks", () => {
  it("[R4] one session whose clock was off leaves the verdicts, stages and values of all others alone", async () => {
    const offs = [40 * DAY, YEAR, 5 * YEAR, 100 * YEAR]
    const cases = fc.tuple(fc.constantFrom(...offs), fc.integer({ min: 1, max: 5 }), fc.boolean())
    await fc.assert(
      fc.asyncProperty(cases, async ([off, which, ends]) => {
        const [right, wrong] = [await fortnight(0, which, ends), await fortnight(off, which, ends)]
        expect(others(wrong, `s${which}`)).toEqual(others(right, `s${which}`))
        expect(episodeOf(wrong.memory.views, episodeId("claude-code", `s${which}`))!.closedAt).not.toBeNull()
        expect(checkRebuild(wrong.memory).equal).toBe(true)
      }),
      { numRuns: 12 },
    )
  })

  it("[R4] a session whose clock was years behind closes, and so do all others", async () => {
    const w = await fortnight(-20 * YEAR, 2, false)
    w.later(60)
    await w.opens("next")
    await w.settle()
    const open = TABLE.episode.list(w.memory.views).filter(([, e]) => e.closedAt === null)
    expect(open.map(([id]) => id)).toEqual([episodeId("claude-code", "next")])
    const right = await fortnight(0, 2, false)
    const verdicts = (s: Stage) => others(s, "s2").episodes.filter(([id]) => id !== episodeId("claude-code", "next"))
    expect(verdicts(w).map(([id, verdict]) => [id, verdict])).toEqual(
      verdicts(right).map(([id, verdict]) => [id, verdict]),
    )
  })

  for (const [name, straight] of [
    ["through record", false],
    ["as it stands in an old log", true],
  ] as const)
    it(`[R4] one event five years ahead (${name}): closing, judging and learning go on`, async () => {
      const w = world()
      await work(w, "one", true, false)
      const far = { ts: w.now() + 5 * YEAR, episode: null, scope: REPO }
      const fault = { where: "hook", code: "E_BUG", detail: null, count: 1 }
      const event = authored("fault.noted", w.memory.parts.randomBytes(), far, fault)
      if (straight) await w.memory.parts.log.append([{ ...event, v: 1 }])
      else await w.memory.record([event])
      w.later(60)
      const two = await w.opens("two")
      await two.says("set up the project")
      await two.replies("Done.")
      await two.says("always use pnpm in this repo, never npm")
      expect(episodeOf(w.memory.views, episodeId("claude-code", "one"))).toMatchObject({
        ...{ closeReason: "idle", verdict: "success" },
      })
      w.later(60)
      const three = await w.opens("three")
      expect(await three.pack("add zod")).toContain("never npm")
      expect(episodeOf(w.memory.views, two.id)?.closeReason).toBe("idle")
    })

  it("[R4] what was learned before and after a year without work stands, each with its own date", async () => {
    const w = world()
    const one = await w.opens("one")
    await one.says("set up the project")
    await one.says("always use pnpm in this repo, never npm")
    w.later(YEAR / MINUTE + 24 * 60)
    const back = w.now()
    const two = await w.opens("two")
    await two.says("go on")
    await two.says("never commit directly to main")
    expect(await two.pack("add zod and commit")).toContain("never npm")
    w.later(60)
    const three = await w.opens("three")
    const pack = await three.pack("add zod and commit")
    expect(pack).toContain("never npm")
    expect(pack).toContain("never commit directly to main")
    expect(episodeOf(w.memory.views, one.id)?.closeReason).toBe("idle")
    expect(episodeOf(w.memory.views, two.id)).toMatchObject({ openedAt: back, closeReason: "idle" })
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("[R4] a session that was over and is resumed closes again, whatever its clock says by then", async () => {
    for (const off of [0, -20 * YEAR, 5 * YEAR]) {
      const w = world()
      await work(w, "one", true)
      w.later(60 + off / MINUTE)
      const id = episodeId("claude-code", "one")
      const source = { client: "claude-code", session: "one", record: "resumed" }
      const opening = {
        ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
        ...{ start: "resume" as const, cwd: "/work/shop", branch: "main", head: null },
      } as const
      await w.memory.record([observed("episode.opened", source, { ts: w.now(), episode: id, scope: REPO }, opening)])
      w.later(60 - off / MINUTE)
      for (const session of ["two", "three"]) await (await w.opens(session)).says("hello")
      const { openedAt, lastAt, closeReason } = episodeOf(w.memory.views, id)!
      expect([off, closeReason, lastAt >= openedAt]).toEqual([off, "idle", true])
    }
  })

  it("[R4] old sessions read in beside a live one keep their times, close in their order, and close nothing that lives", async () => {
    const w = world()
    const live = await w.opens("live")
    await live.says("set up the project")
    const old = (session: string, ago: number, n: number) =>
      observed(
        "prompt.submitted",
        { client: "claude-code", session, record: `p${n}` },
        { ts: w.now() - ago + n * MINUTE, episode: episodeId("claude-code", session), scope: REPO },
        { author: "user", prompt: "fix the cart", chars: 12 },
      )
    await w.memory.record([old("a", YEAR, 0), old("a", YEAR, 1), old("b", YEAR - DAY, 0), old("b", YEAR - DAY, 1)])
    await w.settle()
    const at = (session: string) => episodeOf(w.memory.views, episodeId("claude-code", session))!
    expect(at("a")).toMatchObject({ openedAt: w.now() - YEAR, closeReason: "idle", turns: 2 })
    expect(at("b")).toMatchObject({ openedAt: w.now() - YEAR + DAY, turns: 2 })
    expect(episodeOf(w.memory.views, live.id)?.closedAt).toBeNull()
    await live.says("go on")
    expect(at("b").closeReason).toBe("idle")
  })
})

describe("a door that stays open", () => {
  it("tells again what depends on the time, though nothing was written", async () => {
    const w = world()
    await work(w, "one", true)
    const hour = () => asOf(w.memory, "the hour", () => w.now())
    const before = hour()
    w.later(20)
    expect(hour()).toBe(before)
    w.later(60)
    expect(hour()).toBe(w.now())
  })

  it("tells the caps that its rules have", () => {
    const caps = { ...DEFAULT_CAPS, norm: { repo: 2, domain: 2, global: 2 } }
    const w = world({ params: { "anchored-novel-budgeted": { caps } } })
    expect(overview(w.memory, { scope: REPO, since: 0 }).cards.budgets[0]).toMatchObject({ group: "norm", cap: 2 })
  })
})
