// What a seed's own preset hears in a live episode, not only in its rules: seed 004's outcomes, seed 002's phrases,
// checkpoints and words to the agent.
import { describe, expect, it } from "vitest"
import { ASSESSED } from "../../src/core/assess/tables.ts"
import { episodeOf } from "../../src/core/views/read.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { intervene } from "../../src/memory/checks/interventions.ts"
import { REPO, world } from "./world.ts"

describe("nucleus", () => {
  const told = async (...calls: readonly (readonly [command: string, ok: boolean])[]) => {
    const w = world({ preset: "nucleus" })
    const e = await w.opens("one")
    await e.says("look around")
    for (const [command, ok] of calls) await e.runs(command, { ok, output: ok ? "fine" : "no" })
    await e.ends()
    return episodeOf(w.memory.views, e.id)!
  }
  it("[S4-38, S4-40, S4-41, S4-47] any exit is an outcome, and both kinds in one episode are both", async () => {
    expect(await told(["ls", true])).toMatchObject({ verdict: "success", because: "a win" })
    expect(await told(["ls nowhere", false])).toMatchObject({ verdict: "failure", because: "a loss" })
    expect(await told(["npm test", false], ["ls", true])).toMatchObject({ verdict: "mixed" })
  })
  it("[S4-48] without a call or a word there is no outcome; the default does not take ls for one", async () => {
    expect(await told()).toMatchObject({ verdict: "unjudged" })
    const w = world()
    const e = await w.opens("one")
    await e.says("look around")
    await e.runs("ls", { ok: true, output: "src" })
    w.memory.catchUp()
    expect(TABLE.turn.list(w.memory.views, `${e.id}/`)[0]![1].outcomes).toEqual([])
  })
})

describe("groove", () => {
  it("[S2-14, S2-92] the user's own phrases are heard beside the seed's", async () => {
    const patterns = [{ id: "negative-1", pattern: "\\bwibbly\\b", says: "complaint" }]
    const w = world({ preset: "groove", params: { "user-phrases": { patterns } } })
    const e = await w.opens("one")
    await e.says("add the page")
    await e.replies("Done.")
    await e.says("that is a bit wibbly")
    await e.replies("Better now?")
    await e.says("great")
    await e.ends()
    const said = TABLE.turn.list(w.memory.views, `${e.id}/`).map(([, turn]) => turn.feedback?.type)
    expect(said.slice(0, 2)).toEqual(["explicit_negative", "explicit_positive"])
  })
  it("[S2-22] a passing test cuts a checkpoint", async () => {
    const w = world({ preset: "groove" })
    const e = await w.opens("one")
    await e.says("make it pass")
    await e.runs("npx vitest run", { ok: true, output: "Tests  3 passed (3)" })
    await e.replies("Green.")
    w.memory.catchUp()
    const cut = ASSESSED.checkpoint.list(w.memory.views, `${e.id}/`).map(([, c]) => c.trigger)
    expect(cut).toEqual(["outcome"])
  })
  it("[S2-37, S2-43] three failures are spoken of as failures, not as corrections", async () => {
    const w = world({ preset: "groove" })
    const e = await w.opens("one")
    await e.says("make it pass")
    for (let i = 0; i < 3; i++) await e.runs("make all", { ok: false, output: "make: *** [all] Error 1" })
    w.memory.catchUp()
    const said = intervene(w.memory, { scope: REPO, domains: [], episode: e.id })
    expect(said?.trip.trip).toBe("failure_streak")
    expect(said?.text).toContain("the last 3 tool calls failed")
    expect(said?.text).toContain("offer one alternative")
  })
})
