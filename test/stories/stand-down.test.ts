// Memory that harms stops, wholly or in part: a kind of card that does harm in one scope is not shown there any more, the
// person hears of it once, the log of breakers has it, the user may override it, and it ends when the harm is long ago.
import { describe, expect, it } from "vitest"
import { tripKey } from "../../src/core/assess/tables.ts"
import type { Draft } from "../../src/core/events/draft.ts"
import type { FoldContext } from "../../src/core/views/context.ts"
import { turnsOf } from "../../src/core/views/episode/judging.ts"
import { happen } from "../../src/core/views/happen.ts"
import { clockOf, episodeOf } from "../../src/core/views/read.ts"
import { SILENT, withNotice } from "../../src/hook/hook-answer.ts"
import { breakerNow, readTriggers, readTrips } from "../../src/memory/checks/breaker.ts"
import { mayStandDown, readStanding, standDownNotice } from "../../src/memory/packs/learned.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { cite, suggest } from "../../src/proposers/proposer.ts"
import { REPO, world } from "./world.ts"

type W = ReturnType<typeof world>
const PROMPT = "deploy the billing service to staging"
const FACT = "the billing service deploys to staging with make ship"
const TACTIC = "the billing service is healthy after the staging cache was cleared"
/** Memory as a whole is left out here, and fewer prompts than by default are enough. */
const PARAMS = {
  "pooled-thompson": {
    standing: { least: 1e9, points: 0.02, z: 1.645 },
    standingParts: { least: 20, points: 0.02, z: 2.326 },
  },
}

async function teach(w: W): Promise<{ fact: string; tactic: string }> {
  const e = await w.opens("teach")
  await e.says("look around")
  await e.runs("cat docs/deploy.md", { ok: true, output: FACT })
  await e.runs("pnpm test", { ok: true, output: "Tests: 7 passed, 7 total" })
  await e.replies(TACTIC)
  w.memory.catchUp()
  const seen = { episode: episodeOf(w.memory.views, e.id)!, hash: (text: string) => w.memory.parts.blobs.hash(text) }
  const turn = turnsOf(w.memory.context(), e.id)[0]!
  const tool = turn.tools[0]!
  const by = { name: "reader", version: 1, provenance: "words" as const }
  const fact = suggest(by, seen, {
    kind: "fact",
    statement: FACT,
    turn: 0,
    at: turn.at,
    evidence: [cite(seen, "tool_output", tool.event, tool.output!, FACT)],
  })
  const tactic = suggest(by, seen, {
    kind: "tactic",
    statement: TACTIC,
    turn: 0,
    at: turn.at,
    evidence: [cite(seen, "agent_span", turn.replyEvent!, turn.reply!, TACTIC)],
  })
  await w.memory.record([fact, tactic])
  await e.ends()
  return { fact: fact.id, tactic: tactic.id }
}

/** One episode in which each kind was shown or not, and which went well or not. */
async function work(w: W, n: number, shown: { fact: boolean; tactic: boolean }, ok: boolean): Promise<void> {
  const e = await w.opens(`work-${n}`)
  await e.says(PROMPT)
  w.memory.catchUp()
  const { draft } = makePack(w.memory, { scope: REPO, episode: e.id, placement: "prompt", prompt: PROMPT })
  const shortlist = draft.data.shortlist.map(l => ({
    ...l,
    shown: l.slot === "tactics" ? shown.tactic : shown.fact,
    chance: 0.5,
  }))
  await w.memory.record([{ ...draft, data: { ...draft.data, shortlist } } as Draft])
  await e.runs("pnpm test", ok ? { ok, output: "Tests: 7 passed" } : { ok, output: "Error: boom\nTests: 3 failed" })
  await e.replies(ok ? "Deployed." : "It failed.")
  await e.ends()
  w.later(60)
}

describe("design 8: a kind that harms a scope stands down there", () => {
  it("alone, in the log, said once, until the user says otherwise or it is long ago", async () => {
    const w = world({ params: PARAMS })
    const { fact, tactic } = await teach(w)
    // Whether the fact is shown says nothing; the tactic does harm.
    for (let i = 0; i < 52; i++)
      await work(w, i, { fact: i % 4 < 2, tactic: i % 2 === 0 }, i % 2 === 1 ? i % 11 !== 0 : i % 13 === 0)
    const standing = readStanding(w.memory, REPO)
    expect(standing).toMatchObject({ down: false, active: true })
    expect(standing.parts.map(p => p.part)).toEqual(["tactic"])
    const pack = () => makePack(w.memory, { scope: REPO, placement: "prompt", prompt: PROMPT }).pack
    expect(pack().leftOut.find(l => l.card === tactic)).toMatchObject({ reason: "tactic stands down here", chance: 0 })
    expect(pack().leftOut.find(l => l.card === fact)?.reason ?? null).not.toBe("fact stands down here")

    const trips = readTrips(w.memory).filter(t => t.breaker === "standing")
    expect(trips).toMatchObject([
      { trip: "tactic", scope: REPO, intervention: "stand_down", settled: false, right: null },
    ])
    expect(breakerNow(w.memory, null).lastTrip, "not the session breaker's").toBeNull()
    expect(readTriggers(w.memory)).toEqual([])

    expect(readStanding(w.memory, "b".repeat(32)).parts, "another scope is not touched").toEqual([])
    const ask = { what: "prompt", prompt: PROMPT, event: "e".repeat(32) } as const
    const asking = { ask, client: "claude-code", scope: REPO, domains: [], episode: null, subAgent: false }
    const settings = { checkMode: "off", packTokens: 900, tail: () => null } as const
    const notice = (notify: "useful" | "off") => withNotice(w.memory, { ...asking, ...settings, notify }, SILENT).notice
    expect(notice("off")).toBeNull()
    expect(notice("useful")).toBe("mettle: stands down here, tactics did harm · mettle status")
    expect(notice("useful"), "once").toBeNull()
    expect(standDownNotice(w.memory, REPO)).toBeNull()

    Object.assign(w.memory.parts, { keepShowing: [REPO.slice(0, 12)] })
    expect(mayStandDown(w.memory, REPO)).toBe(false)
    expect(mayStandDown(w.memory, "b".repeat(32))).toBe(true)
    expect(pack().leftOut.map(l => l.reason)).not.toContain("tactic stands down here")
    expect(readStanding(w.memory, REPO).active).toBe(false)
    Object.assign(w.memory.parts, { keepShowing: [] })

    w.later(60 * 24 * 200)
    expect(readStanding(w.memory, REPO).parts).toEqual([])
    for (const n of [200, 201]) await work(w, n, { fact: true, tactic: true }, true)
    expect(readTrips(w.memory)).toMatchObject([
      { breaker: "standing", scope: REPO, settled: true, endedAt: expect.any(Number) },
    ])
    expect(checkRebuild(w.memory).equal).toBe(true)
  })
})

describe("[S1-75] every breaker writes into one log", () => {
  it("a frozen promotion is a trip beside the others: written once, ended once, labelled like them", () => {
    const w = world()
    const context: FoldContext = w.memory.context()
    const what = {
      ...({ breaker: "promotion", intervention: "freeze" } as const),
      ...{ scope: null, episode: "", rule: "gardener@1", trip: "global_neg", because: "0.72 of the last 50 against" },
    }
    for (let i = 0; i < 2; i++) happen(context, { seq: 7 }, { what: "breaker tripped", trip: what })
    expect(readTrips(w.memory)).toMatchObject([{ ...what, at: clockOf(context.rows), settled: false, right: null }])
    for (let i = 0; i < 2; i++) happen(context, { seq: 8 }, { what: "breaker over", key: tripKey(what, 7) })
    expect(readTrips(w.memory)).toMatchObject([{ breaker: "promotion", settled: true, right: null }])
    expect(readTriggers(w.memory)).toEqual([])
    expect(breakerNow(w.memory, null).lastTrip).toBeNull()
  })
})
