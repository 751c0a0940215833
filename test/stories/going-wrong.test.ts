// An episode that goes wrong while it goes on: what is heard, when the breaker trips, what it says, what becomes of that.
import { describe, expect, it } from "vitest"
import { ASSESSED } from "../../src/core/assess/tables.ts"
import { episodeOf } from "../../src/core/views/read.ts"
import { type Answered, answerAsk } from "../../src/hook/hook-answer.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { breakerNow, labelTrip, readTriggers, readTrips } from "../../src/memory/checks/breaker.ts"
import { episodeHistory } from "../../src/memory/reading/history.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { analysisDue } from "../../src/memory/tending/analysis-due.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { REPO, type Told, world } from "./world.ts"

type World = ReturnType<typeof world>
const RED =
  "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\n    at TCPConnectWrap.afterConnect\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const WRONG = ["no, that is wrong, use the other loader", "that's still not what I asked for", "no! you broke it again"]

async function failThenFix(w: World, session: string): Promise<void> {
  const e = await w.opens(session)
  await e.says("run the tests")
  await e.runs("pnpm test", { ok: false, output: RED })
  await e.runs("docker compose up -d redis", { ok: true, output: "Container redis started" })
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies("Redis was not running; tests pass now.")
  await e.ends()
  w.later(60 * 24)
}

async function asks(w: World, e: Told, what: "prompt" | "after_failure", error = RED): Promise<Answered> {
  const input = { command: "pnpm test", path: null, content: null }
  const ask =
    what === "prompt"
      ? ({ what, prompt: "and now?" } as const)
      : ({ what, call: "call-x", tool: "Bash", input, error } as const)
  const answered = answerAsk(w.memory, {
    ...{ ask: ask as never, client: "claude-code", scope: REPO, domains: [], episode: e.id, subAgent: false },
    ...{ checkMode: "hold" as const, packTokens: 900, notify: "useful" as const, tail: () => null },
  })
  if (answered.drafts.length > 0) await w.memory.record(answered.drafts)
  w.memory.catchUp()
  return answered
}
const made = (answered: Answered) => answered.drafts.filter(d => d.type === "intervention.made")

/** Three corrections among the last user messages. */
async function corrected(e: Told): Promise<void> {
  await e.says("write the key loader")
  for (const words of WRONG) {
    await e.replies("I wrote a new loader.")
    await e.says(words)
  }
}

describe("a loop of failures", () => {
  it("[S2-37, S2-41, users J2] three failing commands in a row bring the known fix into the next answer", async () => {
    const w = world()
    await failThenFix(w, "one")
    const e = await w.opens("two")
    await e.says("run the tests")
    for (let i = 0; i < 3; i++) await e.runs("pnpm test", { ok: false, output: RED })
    const said = await asks(w, e, "after_failure")
    expect(made(said)).toHaveLength(1)
    expect(said.answer.context).toContain("docker compose up -d redis")
    expect(said.answer.context).toContain("3 tool calls failed")
    expect(said.answer.notice).toContain("mettle")
    expect(episodeOf(w.memory.views, e.id)).toMatchObject({ intervened: true, interventions: 1 })
    expect(readTrips(w.memory)[0]?.made).toBe(made(said)[0]?.id)
    // S2-45: not again right away
    await e.runs("pnpm test", { ok: false, output: RED })
    expect(made(await asks(w, e, "after_failure"))).toEqual([])
  })

  it("[S2-45, S2-46] whichever rule has something to say: messages and time lie between two words", async () => {
    for (const [calls, minutes, words] of [
      [0, 6, 0],
      [4, 0, 0],
      [4, 6, 1],
    ] as const) {
      const eager = { speaks: true, cooldownSeconds: 0, spacing: 0 }
      const params = { "failure-streak": { cooldownSeconds: 300 }, "ema-breaker": eager }
      const w = world({ params })
      const e = await w.opens("one")
      await e.says("run the tests")
      for (let i = 0; i < 3; i++) await e.runs("pnpm test", { ok: false, output: RED })
      expect(made(await asks(w, e, "after_failure"))).toHaveLength(1)
      for (let i = 0; i < calls; i++) await e.reads(`src/${i}.ts`, "export {}")
      w.later(minutes)
      await e.says(WRONG[0]!)
      expect(made(await asks(w, e, "prompt")), `${calls} calls, ${minutes} minutes`).toHaveLength(words)
    }
  })

  it("[S2-41] a client that cannot be told after a failure is told at the next prompt", async () => {
    const w = world()
    await failThenFix(w, "one")
    const e = await w.opens("two")
    await e.says("run the tests")
    for (let i = 0; i < 3; i++) await e.runs("pnpm test", { ok: false, output: RED })
    await e.says("and now?")
    expect((await asks(w, e, "prompt")).answer.context).toContain("docker compose up -d redis")
  })

  it("[quiet by default] three different failures without a known fix are written down, not spoken", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("look around")
    await e.runs("cat nowhere.txt", { ok: false, output: "cat: nowhere.txt: No such file or directory" })
    await e.runs("node run.js", { ok: false, output: "TypeError: x is not a function" })
    await e.runs("pnpm lint", { ok: false, output: "src/a.ts:3:1 error Unexpected any no-explicit-any" })
    expect(made(await asks(w, e, "after_failure", "no-explicit-any"))).toEqual([])
    expect(readTrips(w.memory)).toMatchObject([{ trip: "failure_streak", spoken: false, made: null }])
  })

  it("[S2-47, S2-87] the settings hold: none allowed, muted, switched off", async () => {
    for (const params of [{ perEpisode: 0 }, { mute: true }, { enabled: false }]) {
      const w = world({ params: { "failure-streak": params } })
      const e = await w.opens("one")
      await e.says("deploy")
      for (let i = 0; i < 4; i++) await e.runs("make deploy", { ok: false, output: "make: *** Error 1" })
      expect(made(await asks(w, e, "after_failure"))).toEqual([])
      expect(readTrips(w.memory).some(t => t.rule.startsWith("failure-streak"))).toBe(params.enabled !== false)
    }
  })
})

describe("the other triggers run in shadow", () => {
  it("[D37] three corrections in the last five user messages trip, and nothing is said", async () => {
    const w = world()
    const e = await w.opens("one")
    await corrected(e)
    expect(readTrips(w.memory)).toMatchObject([{ trip: "corrections", intervention: "pivot", spoken: false }])
    expect(made(await asks(w, e, "prompt"))).toEqual([])
    expect(episodeOf(w.memory.views, e.id)?.intervened).toBe(false)
  })

  it("[D73] the same instruction again trips; a go-ahead twice does not", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("please rename the config loader everywhere")
    await e.replies("Renamed it in one file.")
    await e.says("please rename the config loader everywhere")
    expect(readTrips(w.memory)).toMatchObject([{ trip: "repeated", intervention: "clarify" }])
    const other = await w.opens("two")
    for (const words of ["fix the parser", "go on", "go on"]) {
      await other.says(words)
      await other.runs("ls", { ok: true })
      await other.replies("Shall I go on?")
    }
    expect(readTrips(w.memory, other.id)).toEqual([])
  })

  it("[D68] what followed is kept: five messages, and whether the user complained", async () => {
    const w = world()
    const e = await w.opens("one")
    await corrected(e)
    for (let i = 0; i < 4; i++) await e.runs("ls", { ok: true })
    await e.says("still wrong, revert that")
    await e.runs("ls", { ok: true })
    w.memory.catchUp()
    expect(readTrips(w.memory).at(-1)).toMatchObject({ after: { messages: 5, complaints: 1 }, right: true })
  })

  it("[issue 9] ten trips with four in five right let a trigger speak; the user's label counts before the measurement", async () => {
    const w = world()
    for (let i = 0; i < 10; i++) {
      const e = await w.opens(`s${i}`)
      await corrected(e)
      await e.ends()
      const trip = readTrips(w.memory, e.id).find(t => t.trip === "corrections")!
      expect(trip.spoken, `trip ${i + 1}`).toBe(false)
      await labelTrip(w.memory, trip, i < 8)
      w.later(60)
    }
    expect(readTriggers(w.memory).find(t => t.trip === "corrections")).toMatchObject({ n: 10, right: 8 })
    const e = await w.opens("last")
    await corrected(e)
    const said = await asks(w, e, "prompt")
    expect(made(said)).toHaveLength(1)
    expect(said.answer.context).toContain("offer one alternative")
  })
})

describe("an early sign", () => {
  const once = async (w: World, session: string, after: readonly string[] = []): Promise<Told> => {
    const e = await w.opens(session)
    await e.says("write the key loader")
    await e.replies("I wrote a new loader.")
    for (const words of [WRONG[0]!, ...after]) {
      await e.says(words)
      await e.replies("I changed it.")
    }
    return e
  }
  const signs = (w: World, episode: string) => readTrips(w.memory, episode, true).filter(t => t.early)

  it("[issue 9] the first correction is written down once and measured; it is no trip and nothing is said", async () => {
    const w = world()
    const e = await once(w, "one", [WRONG[1]!])
    expect(signs(w, e.id)).toMatchObject([{ trip: "correction", message: 3, spoken: false, after: { complaints: 1 } }])
    expect(readTrips(w.memory, e.id)).toEqual([])
    expect(ASSESSED.live.get(w.memory.views, e.id)?.trips).toBe(0)
    expect(breakerNow(w.memory, e.id)).toMatchObject({ state: "normal", lastTrip: null })
    expect(made(await asks(w, e, "prompt"))).toEqual([])
    expect(episodeHistory(w.memory, episodeOf(w.memory.views, e.id)!).trajectory.flatMap(p => p.marks)).not.toContain(
      "trip",
    )
  })

  it("[issue 9] it speaks once it has proved right here, like any trigger in shadow", async () => {
    const w = world()
    for (let i = 0; i < 10; i++) {
      const e = await once(w, `s${i}`)
      await e.ends()
      await labelTrip(w.memory, signs(w, e.id)[0]!, true)
      w.later(60)
    }
    const e = await once(w, "last")
    const said = await asks(w, e, "prompt")
    expect(made(said)).toHaveLength(1)
    expect(said.answer.context).toContain("has set something right")
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
  })
})

describe("three tiers", () => {
  it("[S2-17, S2-35, users 4] three bad signals are 0.66, three good ones bring it down to 0.23; silence moves nothing", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("add the route")
    await e.runs("pnpm test", { ok: false, output: RED })
    await e.runs("ls", { ok: true })
    await e.runs("pnpm test", { ok: false, output: RED })
    await e.replies("Two fail.")
    await e.says(WRONG[0]!)
    w.memory.catchUp()
    expect(ASSESSED.live.get(w.memory.views, e.id)?.frustration).toBeCloseTo(0.657, 3)
    await e.runs("pnpm test", { ok: true, output: GREEN })
    await e.replies("All pass.")
    await e.says("perfect, thanks")
    await e.runs("git commit -m 'Add route'", { ok: true, output: "[main 1234567] Add route\n 1 file changed" })
    w.memory.catchUp()
    const live = ASSESSED.live.get(w.memory.views, e.id)!
    expect(live.frustration).toBeCloseTo(0.225, 3)
    // from 0.5 down with three bad signals, up with three good ones
    expect(live.success).toBeCloseTo(0.716, 3)
    expect(live).toMatchObject({ corrections: 1, failStreak: 0, messages: 10 })
  })

  it("[S2-19..23] checkpoints: by count, at a passing test, at a commit, at another task, at a pause, at the end", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("explore the parser module")
    for (let i = 0; i < 9; i++) await e.runs(`cat src/part-${i}.ts`, { ok: true })
    await e.runs("pnpm test", { ok: true, output: GREEN })
    await e.runs("cat a.ts", { ok: true })
    await e.runs("git commit -m 'x'", { ok: true, output: "[main 1234567] x\n 1 file changed" })
    await e.runs("cat b.ts", { ok: true })
    await e.replies("Done with the parser.")
    await e.says("next task: describe the billing invoices in the readme")
    await e.runs("cat README.md", { ok: true })
    w.later(20 / 60 + 5)
    await e.runs("cat README.md", { ok: true })
    await e.replies("Written.")
    await e.ends()
    const cuts = ASSESSED.checkpoint.list(w.memory.views).map(([, c]) => c)
    expect(cuts.map(c => c.trigger)).toEqual(["messages", "outcome", "commit", "boundary", "pause", "episode"])
    expect(cuts.map(c => [c.from, c.to])).toEqual([
      [1, 10],
      [11, 11],
      [12, 13],
      [14, 15],
      [16, 17],
      [18, 19],
    ])
    const seen = episodeHistory(w.memory, episodeOf(w.memory.views, e.id)!)
    expect(seen.checkpoints[0]?.summary).toBe("explore the parser module")
    expect(seen.checkpoints[1]?.summary).toBe("pnpm test; 1 green")
  })

  it("[S2-76, S2-102] of a very long session the way is kept in few points, from its first to its last", async () => {
    const w = world()
    const e = await w.opens("long")
    await e.says("make the tests pass")
    for (let i = 0; i < 230; i++) await e.runs("pnpm test", { ok: false, output: RED })
    await e.ends()
    const { trajectory, messages } = ASSESSED.assessment.get(w.memory.views, e.id)!
    expect(messages).toBeGreaterThan(230)
    expect(trajectory.length).toBeLessThanOrEqual(200)
    expect(trajectory.length).toBeGreaterThan(50)
    expect([trajectory[0]!.message, trajectory.at(-1)!.message]).toEqual([2, 231])
  })

  it("[S2-60, D33] messages expire after 7 days, checkpoints after 30, the episode's own row never; the log stays", async () => {
    const w = world()
    const e = await w.opens("one")
    await corrected(e)
    await e.ends()
    const left = () =>
      [ASSESSED.message, ASSESSED.checkpoint, ASSESSED.assessment].map(t => t.list(w.memory.views).length)
    const before = left()
    expect(before.every(n => n > 0)).toBe(true)
    const plotted = episodeHistory(w.memory, episodeOf(w.memory.views, e.id)!).trajectory
    const wait = async (days: number) => {
      w.later(days * 24 * 60)
      for (const n of [1, 2]) await (await w.opens(`tick${days} ${n}`)).ends()
    }
    await wait(6.9)
    expect(left()).toEqual(before)
    await wait(0.2)
    expect(left()).toEqual([0, before[1], 1])
    expect(episodeHistory(w.memory, episodeOf(w.memory.views, e.id)!).trajectory).toEqual(plotted)
    await wait(22.8)
    expect(left()).toEqual([0, before[1], 1])
    await wait(0.3)
    expect(left()).toEqual([0, 0, 1])
    expect(w.memory.parts.log.readEpisode(e.id).filter(x => x.type === "prompt.submitted")).toHaveLength(4)
    expect(ASSESSED.expired.get(w.memory.views, "light")).toBe(before[0])
    await settle(w.memory)
  })

  it("[S2-93] how long the tiers are kept is a setting; 0 keeps them", async () => {
    const w = world({ params: { assessment: { messageDays: 0, checkpointDays: 2 } } })
    const e = await w.opens("one")
    await corrected(e)
    await e.ends()
    w.later(9 * 24 * 60)
    await (await w.opens("two")).ends()
    expect(ASSESSED.message.list(w.memory.views, `${e.id}/`).length).toBeGreaterThan(0)
    expect(ASSESSED.checkpoint.list(w.memory.views, `${e.id}/`)).toEqual([])
  })

  it("[S2-76] the end keeps peak, end and trajectory; an episode that goes on is assessed again", async () => {
    const w = world()
    const e = await w.opens("one")
    await corrected(e)
    await e.ends()
    const first = ASSESSED.assessment.get(w.memory.views, e.id)!
    expect(first).toMatchObject({ messages: 7, corrections: 3, trips: 1 })
    expect(first.peak).toBeCloseTo(0.657, 3)
    await e.says("perfect, thanks")
    w.later(60)
    const other = await w.opens("two")
    await other.says("hello")
    expect(ASSESSED.assessment.get(w.memory.views, e.id)).toMatchObject({ messages: 8 })
  })

  it("[L1] trips, labels, interventions and expiry fold again to the same rows", async () => {
    const w = world()
    await failThenFix(w, "one")
    const e = await w.opens("two")
    await e.says("run the tests")
    for (let i = 0; i < 3; i++) await e.runs("pnpm test", { ok: false, output: RED })
    expect(made(await asks(w, e, "after_failure"))).toHaveLength(1)
    await corrected(e)
    for (const trip of readTrips(w.memory)) await labelTrip(w.memory, trip, trip.trip === "corrections")
    await e.ends()
    w.later(40 * 24 * 60)
    const later = await w.opens("three")
    await later.says("hello")
    expect(readTriggers(w.memory).length).toBeGreaterThan(0)
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
  })

  it("[S2-27..31, D35] what a model may look at: the burn-in, then episodes with a reason; once analysed, no more", async () => {
    const w = world()
    for (const [session, words] of [
      ["calm", "thanks a lot"],
      ["rough", WRONG[0]!],
    ] as const) {
      const e = await w.opens(session)
      await e.says("write the key loader")
      await e.replies("Done.")
      await e.says(words)
      await e.ends()
      w.later(60)
    }
    const all = analysisDue(w.memory, { rate: 0, burnInEpisodes: 10 })
    expect(all.episodes.map(d => d.why)).toEqual(["burn-in", "burn-in"])
    const due = analysisDue(w.memory, { rate: 0, burnInEpisodes: 0 }).episodes
    expect(due.map(d => d.why)).toContain("your words")
    const data = { model: "m", outcome: "failure" as const, confidence: 0.5, summary: "it went badly", tokens: null }
    for (const { episode } of due) await act(w.memory, "episode.analysed", data, { episode: episode.id, scope: REPO })
    expect(analysisDue(w.memory, { rate: 0, burnInEpisodes: 0 })).toEqual({ read: due.length, episodes: [] })
  })

  it("hears failures in a turn so long that its calls are no longer kept", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("go through all files")
    for (let i = 0; i < 401; i++) await e.runs(`cat file-${i}`, { ok: true })
    for (let i = 0; i < 3; i++) await e.runs("make deploy", { ok: false, output: "make: *** Error 1" })
    w.memory.catchUp()
    expect(ASSESSED.live.get(w.memory.views, e.id)?.failStreak).toBe(3)
    expect(readTrips(w.memory)).toMatchObject([{ trip: "failure_streak", spoken: true }])
  })
})
