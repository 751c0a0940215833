// Its own acts are not the user's: a call that was held comes back as refused, and says nothing about the user's mood, the
// agent's work or the episode's outcome.
import { describe, expect, it } from "vitest"
import { ASSESSED } from "../../src/core/assess/tables.ts"
import { episodeId } from "../../src/core/ids.ts"
import { turnsOf } from "../../src/core/views/episode/judging.ts"
import { episodeOf } from "../../src/core/views/read.ts"
import { breakerNow, readTrips } from "../../src/memory/checks/breaker.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import { claude } from "../hook/house.ts"
import { denies, hooksOf } from "./hooks.ts"
import { PRESETS, REPO, world } from "./world.ts"

const NORMS = ["never use npm, use pnpm", "never run git push --force", "never use git stash drop", "never use yarn"]
const CALLS = ["npm install zod", "git push --force", "git stash drop", "yarn add zod"]

/** An episode of work; in the second half each banned call is tried first, where `tries` says so. */
async function episode(preset: string, tries: boolean, refusal: (reason: string) => string, logged = true) {
  let now = Date.UTC(2026, 0, 5, 9)
  const memory = memoryOver(ramPorts(), { now: () => now, randomBytes: dice(), engine: "test", preset })
  const give = hooksOf(memory, REPO, () => now)
  const hook = async (payload: Readonly<Record<string, unknown>>) => {
    now += 20_000
    return give(payload)
  }
  const taught = claude("/work/shop", "taught")
  await hook(taught.start())
  for (const [i, words] of ["hello", ...NORMS].entries()) {
    await hook(taught.prompt(`p${i}`, words))
    await settle(memory)
    await hook(taught.stop(`p${i}`))
  }
  await hook(taught.end())
  const one = claude("/work/shop", "one")
  await hook(one.start())
  await hook(one.prompt("q1", "add zod to the project"))
  let held = 0
  for (const [i, command] of CALLS.entries()) {
    if (!tries) now += 40_000
    else {
      const out = logged ? await hook(one.before(`t${i}`, command)) : null
      const reason = out && denies(out) ? JSON.parse(out).hookSpecificOutput.permissionDecisionReason : null
      if (reason !== null) held++
      const came = refusal(reason ?? "mettle held this call once: the user turned it down.")
      await hook({ ...one.before(`t${i}`, command), hook_event_name: "PostToolUseFailure", error: came })
    }
    await hook(one.after(`d${i}`, "pnpm vitest run", " Test Files  1 passed (1)\n      Tests  4 passed (4)\n"))
  }
  await hook(one.stop("q1"))
  await hook(one.prompt("q2", "now write the page for search results"))
  await hook(one.stop("q2"))
  await hook(one.end())
  await settle(memory)
  const id = episodeId("claude-code", "one")
  const context = memory.context()
  const turns = turnsOf(context, id)
  const live = ASSESSED.live.get(context.rows, id)
  const whole = episodeOf(context.rows, id)!
  return {
    held,
    kinds: turns.flatMap(turn => turn.tools.map(tool => tool.kind)).filter(kind => kind === "held").length,
    trips: readTrips(memory),
    breaker: breakerNow(memory, null).lastTrip,
    signals: turns.flatMap(t => t.signals).filter(s => s.signal === "refusal" || s.signal === "interrupt"),
    mood: live && {
      ...{ peak: live.peak, frustration: live.frustration, corrections: live.corrections, fails: live.failStreak },
    },
    judged: {
      verdict: whole.verdict,
      p: whole.p,
      failures: whole.failures,
      turns: turns.map(t => [t.verdict, t.label]),
    },
  }
}

const RESULTS: Readonly<Record<string, (reason: string) => string>> = {
  "the client's own words before it": reason => `PreToolUse:Bash hook error: ${reason}`,
  "a client that swallows the reason": () => "Permission to use Bash has been denied.",
}

describe("a hold of ours is nobody's complaint", () => {
  for (const preset of PRESETS)
    for (const [name, refusal] of Object.entries(RESULTS))
      it(`[N3] ${preset}: four holds leave mood, breaker and verdict as they are without them (${name})`, async () => {
        const plain = await episode(preset, false, refusal)
        const tried = await episode(preset, true, refusal)
        expect(tried.held).toBe(4)
        expect(tried.kinds).toBe(4)
        expect(tried.signals).toEqual([])
        expect(tried.trips).toEqual(plain.trips)
        expect(tried.breaker).toEqual(plain.breaker)
        expect(tried.mood).toEqual(plain.mood)
        expect(tried.judged).toEqual(plain.judged)
      })

  it("[N3] a session that was read in, without our answers in the log, is understood by our words", async () => {
    const tried = await episode("mettle", true, RESULTS["the client's own words before it"]!, false)
    expect({ held: tried.held, kinds: tried.kinds, signals: tried.signals }).toEqual({ held: 0, kinds: 4, signals: [] })
    expect(tried.mood?.peak).toBe(0)
  })

  it("[N3] where a client calls what was held a failure, it is none", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("add zod")
    const output = "PreToolUse:Bash hook error: mettle held this call once: the user turned it down."
    await e.runs("npm install zod", { ok: false, output })
    w.memory.catchUp()
    expect(episodeOf(w.memory.views, e.id)).toMatchObject({ tools: 1, failures: 0, failStreak: 0 })
  })

  it("[N3] a call that the user refused is still the user's word", async () => {
    const no = "The user doesn't want to proceed with this tool use. The tool use was rejected"
    const tried = await episode("mettle", true, () => no, false)
    expect(tried.signals).toHaveLength(4)
    expect(tried.mood?.peak).toBeGreaterThan(0)
  })
})
