// The machine groove learns: its breaker trips, hears what came of it and changes its numbers; what was used is attributed, boosted and
// deprecated; every figure shown is the one it decided by.
import { describe, expect, it } from "vitest"
import { ARM, DRAWN } from "../../src/core/rules/groove/breaker.ts"
import { cardOf, episodeOf } from "../../src/core/views/read.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { agentNote } from "../../src/memory/acting/agent-notes.ts"
import { breakerNow, labelTrip, readTrips } from "../../src/memory/checks/breaker.ts"
import { explainCard, seenBy } from "../../src/memory/reading/explain.ts"
import { episodeHistory, readHistory } from "../../src/memory/reading/history.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import type { Env } from "../../src/paths.ts"
import { hooksOf } from "./hooks.ts"
import { REPO, world } from "./world.ts"

type World = ReturnType<typeof world>
const DAY = 24 * 60
const RED = "FAIL src/cart.test.ts\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const BAD = "why didn't you use the other loader"

/** A session of the client's own hooks; answers are what it prints. */
function session(w: World, id: string, settings: Env = {}) {
  const hook = hooksOf(w.memory, REPO, w.now, settings)
  const common = { session_id: id, cwd: "/work/shop", transcript_path: "/nowhere" }
  let n = 0
  const put = async (payload: object): Promise<string> => {
    const out = await hook({ ...common, ...payload })
    w.later(0.5)
    return out ?? ""
  }
  return {
    begins: () => put({ hook_event_name: "SessionStart", source: "startup" }),
    says: (prompt: string) => put({ hook_event_name: "UserPromptSubmit", prompt }),
    tests: (ok: boolean) =>
      put({
        hook_event_name: ok ? "PostToolUse" : "PostToolUseFailure",
        ...{ tool_name: "Bash", tool_use_id: `t${n++}`, tool_input: { command: "pnpm test" } },
        ...(ok ? { tool_response: { stdout: GREEN, stderr: "" } } : { error: `Exit code 1\n${RED}` }),
      }),
    async ends() {
      await put({ hook_event_name: "SessionEnd", reason: "exit" })
      await w.settle()
      w.later(DAY)
      return readTrips(w.memory)
    },
  }
}
const episodes = (w: World) => DRAWN.list(w.memory.views).map(([, drawn]) => drawn)

describe("the breaker", () => {
  it("[S2-35, S2-36, S2-49] trips, speaks through the hook, and recovers; what is shown is the average it decided by", async () => {
    const w = world({ preset: "groove" })
    const s = session(w, "one")
    await s.begins()
    await s.says("write the key loader")
    const averages: number[] = []
    let spoke = ""
    for (let i = 0; i < 4; i++) {
      spoke += await s.says(`${BAD} ${i}`)
      averages.push(
        breakerNow(w.memory, episodeOf(w.memory.views, readTrips(w.memory)[0]?.episode ?? "")?.id ?? null).frustration,
      )
    }
    const [trip] = readTrips(w.memory)
    expect(trip).toMatchObject({ trip: "frustration", spoken: true })
    expect(spoke).toContain("Note from mettle, about how this session goes")
    // 1 − 0.7⁴: the trip, the status and the history say the same number
    expect(trip!.frustration).toBeCloseTo(0.7599, 4)
    expect(trip!.because).toContain(`frustration ${trip!.frustration.toFixed(2)}`)
    expect(averages.at(-1)).toBeCloseTo(trip!.frustration, 9)
    expect(breakerNow(w.memory, trip!.episode).state).toBe("tripped")
    for (let i = 0; i < 6; i++) await s.tests(true)
    w.memory.catchUp()
    const now = breakerNow(w.memory, trip!.episode)
    expect([now.state, now.frustration < 0.15]).toEqual(["normal", true])
    await s.ends()
    const { trajectory } = episodeHistory(w.memory, episodeOf(w.memory.views, trip!.episode)!)
    expect(Math.max(...trajectory.map(p => p.frustration))).toBeCloseTo(trip!.frustration, 9)
    // it spoke, and things went well after: right
    expect(episodes(w)).toEqual([{ threshold: 0.7, alpha: 0.3, from: 0, served: 1 }])
  })

  /** Praise follows every complaint, and in the end it fails: 0.7 is never reached (C2-4), 0.5 after the third complaint. */
  async function halfBad(w: World, id: string): Promise<boolean> {
    const s = session(w, id)
    await s.begins()
    await s.says("write the key loader")
    for (let i = 0; i < 3; i++) {
      await s.says(`${BAD} ${i}`)
      await s.says("perfect, that part is right")
    }
    for (const n of ["once", "twice"]) await s.says(`${BAD} ${n} more`)
    return (await s.ends()).some(trip => trip.trip === "frustration" && trip.at > w.now() - 2 * DAY * 60_000)
  }

  it("[S2-39] the same words again trip it, and it asks to clarify; nearly the same do not", async () => {
    for (const [again, trips] of [
      [" Write the key  loader", [["repeated", "clarify", true]]],
      ["write the key loader now", []],
    ] as const) {
      const w = world({ preset: "groove" })
      const e = await w.opens("one")
      await e.says("write the key loader")
      await e.replies("Done.")
      await e.says(again)
      expect(readTrips(w.memory).map(t => [t.trip, t.intervention, t.spoken])).toEqual(trips)
    }
  })

  it("[S2-16, S2-38, S2-43] what the user mends by hand in the agent's files is a correction like a word, and asks for another way", async () => {
    const MENDED = "File has been modified since read, either by the user or by a linter. Read it again."
    for (const [output, trips] of [
      [MENDED, [["corrections", "pivot"]]],
      ["String to replace not found in file.", []],
    ] as const) {
      const w = world({ preset: "groove" })
      const e = await w.opens("one")
      await e.says("write the key loader")
      for (const ok of [false, false, true, false, false])
        await e.runs("keys.ts", { ok, output: ok ? "" : output }, "Edit")
      w.memory.catchUp()
      expect(readTrips(w.memory).map(t => [t.trip, t.intervention])).toEqual(trips)
    }
  })

  it("[S2-40, S2-48, S2-96] adapts: what it missed at 0.7 it catches at less, and it says from how many sessions; a label takes it back", async () => {
    const w = world({ preset: "groove" })
    const caught: boolean[] = []
    for (let i = 0; i < 24; i++) caught.push(await halfBad(w, `bad ${i}`))
    // as set, nothing is caught; the numbers stay as they are until ten sessions are known
    expect(caught.slice(0, 10)).not.toContain(true)
    const asSet = episodes(w).filter(drawn => drawn.from === 0)
    expect([asSet.length, new Set(asSet.map(drawn => drawn.threshold))]).toEqual([10, new Set([0.7])])
    expect(caught.slice(10)).toContain(true)
    const learned = readTrips(w.memory).find(trip => trip.trip === "frustration")!
    expect(learned.because).toMatch(/^above 0\.[56] \(learned from \d+ sessions\)/)
    expect(ARM.get(w.memory.views, "threshold/0.7")!.good).toBe(0)
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
    const drawn = DRAWN.get(w.memory.views, learned.episode)!
    const arm = () => ARM.get(w.memory.views, `threshold/${drawn.threshold}`)!
    const before = arm()
    await labelTrip(w.memory, learned, drawn.served !== 1)
    expect(arm()).toEqual({ n: before.n, good: before.good + (drawn.served === 1 ? -1 : 1) })
  })

  it("[S2-96] pinned, and under every other preset, nothing adapts", async () => {
    const pinned = world({ preset: "groove", params: { "groove-breaker": { adapts: false } } })
    for (let i = 0; i < 12; i++) await halfBad(pinned, `bad ${i}`)
    expect(episodes(pinned).every(d => d.threshold === 0.7 && d.alpha === 0.3)).toBe(true)
    const other = world()
    await halfBad(other, "one")
    expect(DRAWN.list(other.memory.views)).toEqual([])
  })
})

describe("the port of interventions", () => {
  it.each(["agent", "person"] as const)(
    "[S2-49] a setting says whom it tells: %s; the log says who was told",
    async to => {
      const w = world({ preset: "groove" })
      const s = session(w, "one", { METTLE_BREAKER_TELLS: to })
      await s.begins()
      await s.says("write the key loader")
      let out = ""
      for (let i = 0; i < 4; i++) out += await s.says(`${BAD} ${i}`)
      expect(out.includes("Note from mettle, about how this session goes")).toBe(to === "agent")
      expect(out.includes("this goes wrong")).toBe(to === "person")
      const made = w.memory.parts.log.readTypes(["intervention.made"])
      expect(made.map(e => (e.data as { to?: string }).to)).toEqual([to])
      // What the agent was not told is no reason to leave the episode out of credit (D67).
      w.memory.catchUp()
      expect(TABLE.episode.list(w.memory.views)[0]![1]).toMatchObject({ interventions: 1, intervened: to === "agent" })
      await s.ends()
      w.memory.catchUp()
      expect(TABLE.receipt.list(w.memory.views)).toHaveLength(to === "agent" ? 0 : 1)
    },
  )
})

describe("what was given, and where it comes from", () => {
  it("[S2-24, S2-71, S2-76, S2-78] method of injection, lineage with confidence, summaries while the session runs", async () => {
    const w = world({ preset: "groove" })
    const card = await noted(w)
    const s = session(w, "asks")
    const given = (await s.begins()) + (await s.says("run the checkout tests with the generated client"))
    expect(given).toContain("pnpm codegen")
    expect(seenBy(w.memory, card)).toMatchObject([{ method: "hook", channel: "auto_pack" }])
    for (let i = 0; i < 10; i++) await s.tests(true)
    w.memory.catchUp()
    const [row] = readHistory(w.memory)
    expect([row!.closedAt, episodeHistory(w.memory, row!).checkpoints.map(c => c.summary)]).toEqual([
      null,
      ["run the checkout tests with the generated client; 1 green", ...Array(9).fill("pnpm test; 1 green")],
    ])
    await s.ends()
    const ended = episodeHistory(w.memory, episodeOf(w.memory.views, row!.id)!)
    expect([ended.verdict, ended.used.map(u => u.card), ended.trajectory.length > 0]).toEqual(["success", [card], true])
    const { origin } = explainCard(w.memory, cardOf(w.memory.views, card)!)
    expect(origin).toMatchObject({ event: card, proposer: "agent-note@1", activations: 1, attributions: 1 })
    expect(origin.episode).not.toBeNull()
  })
})

const NOTE = "Run `pnpm codegen` before the checkout tests, they read the generated client"
async function noted(w: World): Promise<string> {
  const e = await w.opens("noted")
  await e.says("make the checkout tests pass")
  await agentNote(w.memory, { text: NOTE, kind: "tactic", quote: null, scope: REPO, episode: e.id })
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.ends()
  w.later(DAY)
  for (const n of [1, 2]) await (await w.opens(`tick ${n}`)).says("hello")
  const [card] = readCards(w.memory).filter(c => c.kind === "tactic")
  return card!.id
}
async function uses(w: World, n: number, ok: boolean, used: "said" | "run" | "not"): Promise<string> {
  const e = await w.opens(`use ${n}`)
  const prompt = "run the checkout tests with the generated client"
  await e.says(prompt)
  await e.pack(prompt)
  if (used === "run") await e.runs("pnpm codegen", { ok: true, output: "generated" })
  if (used === "said") await e.replies("I ran codegen before the checkout tests: they read the generated client.")
  for (let i = 0; i < 3; i++) await e.runs("pnpm test", { ok, output: ok ? GREEN : RED })
  await e.says(ok ? "perfect, thanks" : BAD)
  await e.ends()
  w.later(DAY)
  await w.settle()
  return e.id
}
const credit = (w: World, episode: string, card: string) =>
  episodeHistory(w.memory, episodeOf(w.memory.views, episode)!).used.find(u => u.card === card)!

describe("attribution", () => {
  it("[S2-75, S2-77] by evidence of use: spoken of, its command run, or neither", async () => {
    const w = world({ preset: "groove" })
    const card = await noted(w)
    const got = []
    for (const [n, used] of (["said", "run", "not"] as const).entries())
      got.push(credit(w, await uses(w, n, true, used), card))
    expect(got.map(u => u.because.split(":")[0])).toEqual(["quoted in turn 1", "followed in turn 1", "no sign of use"])
    expect(got[0]!.attribution!).toBeGreaterThan(0.25)
    expect(got[1]!.attribution!).toBeGreaterThan(0.25)
    expect(got[2]!.attribution!).toBeCloseTo(got[0]!.attribution! / 8, 1)
  })

  it("[S2-77] boosts what helps where it is used, and it counts for more; deprecates what harms, and the agent is not given it", async () => {
    const w = world({ preset: "groove" })
    const card = await noted(w)
    for (let n = 0; n < 6; n++) await uses(w, n, true, "run")
    expect(cardOf(w.memory.views, card)!.stage).toBe("proven")
    for (let n = 6; n < 30 && cardOf(w.memory.views, card)!.stage !== "deprecated"; n++) await uses(w, n, false, "run")
    expect(cardOf(w.memory.views, card)!.stage).toBe("deprecated")
    expect((await w.packFor("run the checkout tests with the generated client")).text).not.toContain("codegen")
    const anew = await act(w.memory, "card.reset", { card })
    expect(cardOf(w.memory.views, card)!.stage).toBe("active")
    await w.opens("looks again")
    await act(w.memory, "act.undone", { act: anew })
    await act(w.memory, "card.rated", { card, to: "proven", note: null })
    await uses(w, 31, false, "run")
    expect(cardOf(w.memory.views, card)!.stage, "taken back: what it did counts again").toBe("deprecated")
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
  })

  it("[S2-77] what shows no sign of use is moved by neither", async () => {
    const w = world({ preset: "groove" })
    const card = await noted(w)
    for (let n = 0; n < 6; n++) await uses(w, n, false, "not")
    expect(cardOf(w.memory.views, card)!.stage).toBe("active")
  })
})
