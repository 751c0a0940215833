// A hold holds once: whatever the state of prompts, views, processes and clock, the same call asked again passes.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MettleError } from "../../src/core/errors.ts"
import { authored } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { answerAsk } from "../../src/hook/hook-answer.ts"
import { HOOK_PATIENCE } from "../../src/memory/folding.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import type { Log } from "../../src/store/ports.ts"
import { claude } from "../hook/house.ts"
import { denies, hooksOf } from "./hooks.ts"
import { REPO } from "./world.ts"

const HOUR = 3_600_000
const NOTHING = { command: null, path: null, content: null }
const START = Date.UTC(2026, 0, 5, 9)

/** Processes over one log; the first of them heard what the user wants. */
async function stage(how: { processes?: number; log?: (log: Log) => Log } = {}) {
  const ports = ramPorts()
  let now = START
  const clock = () => now
  const chance = dice()
  const open = (log: Log): Memory =>
    memoryOver(
      { ...ports, log },
      { now: clock, randomBytes: chance, engine: "test", preset: "mettle", patience: HOOK_PATIENCE },
    )
  const teacher = open(ports.log)
  const say = hooksOf(teacher, REPO, clock)
  const first = claude("/work/shop", "first")
  await say(first.start())
  const sentences = ["always use pnpm in this repo, never npm", "never run git push --force"]
  for (const [i, words] of ["set up the project", ...sentences].entries()) {
    await say(first.prompt(`p${i}`, words))
    await settle(teacher)
    now += 60_000
  }
  const log = how.log?.(ports.log) ?? ports.log
  const memories = Array.from({ length: how.processes ?? 1 }, () => open(log))
  for (const memory of memories) memory.catchUp()
  const hooks = memories.map(memory => hooksOf(memory, REPO, clock))
  return {
    ...{ ports, teacher, memories, hooks, hook: hooks[0]!, now: clock },
    move: (ms: number) => {
      now += ms
    },
    /** events that no hook folds by itself */
    flood: async (n = 1_700) => {
      const episode = episodeId("claude-code", "elsewhere")
      const where = { ts: now, episode, scope: REPO }
      const data = { where: "test", code: "E_BUG", detail: null, count: 1 }
      await teacher.record(Array.from({ length: n }, () => authored("fault.noted", chance(), where, data)))
    },
  }
}

describe("a hold holds once", () => {
  it("[R1] in an episode without a recorded prompt", async () => {
    const s = await stage()
    const one = claude("/work/shop", "no prompt")
    const asked = []
    for (let i = 0; i < 4; i++) asked.push(denies(await s.hook(one.before(`t${i}`, "npm install zod"))))
    expect(asked).toEqual([true, false, false, false])
  })

  it("[R1] with more events than a hook folds by itself", async () => {
    const s = await stage()
    const one = claude("/work/shop", "flooded")
    await s.hook(one.prompt("p1", "add zod"))
    await s.flood()
    const asked = []
    for (let i = 0; i < 5; i++) asked.push(denies(await s.hook(one.before(`t${i}`, "npm install zod"))))
    expect(s.memories[0]!.views.seq()).toBeLessThan(s.ports.log.head())
    expect(asked).toEqual([true, false, false, false, false])
  })

  it("[R1] when the clock goes back between the calls, and in every episode anew", async () => {
    const s = await stage()
    for (const session of ["a", "b"]) {
      const one = claude("/work/shop", session)
      expect(denies(await s.hook(one.before("t1", "npm install zod")))).toBe(true)
      s.move(-50 * HOUR)
      expect(denies(await s.hook(one.before("t2", "npm install zod")))).toBe(false)
    }
  })

  it("[R1] a call that was held passes, though another rule was learned meanwhile", async () => {
    const s = await stage()
    const one = claude("/work/shop", "two rules")
    const call = "npm ci && git stash drop"
    await s.hook(one.start())
    await s.hook(one.prompt("p0", "clean up"))
    expect(denies(await s.hook(one.before("t1", call)))).toBe(true)
    await s.hook(one.prompt("p1", "never use git stash drop"))
    await settle(s.memories[0]!)
    expect(denies(await s.hook(one.before("t2", call)))).toBe(false)
    expect(denies(await s.hook(one.before("t3", "git stash drop")))).toBe(true)
  })

  it("[R1] nobody is held without an episode to remember it in", async () => {
    const s = await stage()
    const ask = {
      what: "before_tool",
      tool: "Bash",
      call: "t1",
      input: { ...NOTHING, command: "npm install zod" },
    } as const
    const asking = { ...{ ask, client: "claude-code", scope: REPO, domains: [], episode: null, subAgent: false } }
    const how = { checkMode: "hold", packTokens: 600, notify: "all", tail: () => null } as const
    const { answer } = answerAsk(s.memories[0]!, { ...asking, ...how })
    expect(answer.hold).toBeNull()
    expect(answer.context).toContain("never npm")
  })

  it("[R1] what cannot be written down does not hold", async () => {
    let full = false
    const log = (log: Log): Log => ({
      ...log,
      append: (batch, options) =>
        full && batch.some(e => e.type === "check.answered")
          ? Promise.reject(new MettleError("E_LOCKED", "append: busy"))
          : log.append(batch, options),
    })
    const s = await stage({ log })
    const one = claude("/work/shop", "locked")
    full = true
    expect(denies(await s.hook(one.before("t1", "npm install zod")).catch(() => null))).toBe(false)
    full = false
    expect(denies(await s.hook(one.before("t2", "npm install zod")))).toBe(true)
    expect(denies(await s.hook(one.before("t3", "npm install zod")))).toBe(false)
  })

  it("[R1] two processes asked at the same moment hold once between them", async () => {
    // Both have looked before either has written.
    let waiting: (() => void)[] = []
    const together = (log: Log): Log => ({
      ...log,
      append: async (batch, options) => {
        if (batch.some(e => e.type === "check.answered")) {
          const met = new Promise<void>(resolve => waiting.push(resolve))
          if (waiting.length === 2) for (const go of waiting) go()
          await met
        }
        return log.append(batch, options)
      },
    })
    const s = await stage({ processes: 2, log: together })
    const one = claude("/work/shop", "together")
    const both = await Promise.all(s.hooks.map((hook, i) => hook(one.before(`t${i}`, "npm install zod"))))
    waiting = []
    expect(both.map(denies).filter(Boolean)).toHaveLength(1)
  })

  it("[R1] over any interleaving no call is denied twice in an episode", async () => {
    const commands = ["npm install zod", "npm test", "git push --force", "npm ci && git push --force", "pnpm test"]
    const step = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          what: fc.constant("call" as const),
          process: fc.nat(2),
          session: fc.constantFrom("a", "b"),
          command: fc.constantFrom(...commands),
          wait: fc.nat(3),
        }),
      },
      { weight: 1, arbitrary: fc.record({ what: fc.constant("prompt" as const), session: fc.constantFrom("a", "b") }) },
      { weight: 1, arbitrary: fc.record({ what: fc.constant("flood" as const) }) },
      { weight: 1, arbitrary: fc.record({ what: fc.constant("fold" as const), process: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant("calm" as const) }) },
      {
        weight: 1,
        arbitrary: fc.record({ what: fc.constant("clock" as const), hours: fc.integer({ min: -9e4, max: 9e4 }) }),
      },
      { weight: 1, arbitrary: fc.record({ what: fc.constant("locked" as const), on: fc.boolean() }) },
    )
    let held = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async steps => {
        let locked = false
        let pause = 0
        const slow = (log: Log): Log => ({
          ...log,
          append: async (batch, options) => {
            for (let n = pause; n > 0; n--) await new Promise(resolve => setImmediate(resolve))
            if (locked) throw new MettleError("E_LOCKED", "append: busy")
            return log.append(batch, options)
          },
        })
        const s = await stage({ processes: 3, log: slow })
        const denied = new Map<string, number>()
        let running: Promise<void>[] = []
        let n = 0
        const call = async (process: number, session: string, command: string): Promise<void> => {
          const out = await s.hooks[process]!(claude("/work/shop", session).before(`t${n++}`, command)).catch(
            () => null,
          )
          if (!denies(out)) return
          denied.set(`${session} ${command}`, (denied.get(`${session} ${command}`) ?? 0) + 1)
        }
        for (const one of steps) {
          if (one.what === "call") {
            pause = one.wait
            running.push(call(one.process, one.session, one.command))
          } else {
            // Everything but calls waits for those under way, so that a lock meets whole calls.
            await Promise.all(running)
            running = []
            if (one.what === "flood") await s.flood(1_600)
            if (one.what === "fold") s.memories[one.process]!.catchUp()
            if (one.what === "clock") s.move(one.hours * HOUR)
            if (one.what === "locked") locked = one.on
            if (one.what === "prompt")
              await s.hooks[0]!(claude("/work/shop", one.session).prompt(`p${n++}`, "go on")).catch(() => null)
          }
        }
        await Promise.all(running)
        held += denied.size
        expect([...denied].filter(([, times]) => times > 1)).toEqual([])
      }),
      { numRuns: 40 },
    )
    expect(held).toBeGreaterThan(10)
  }, 60_000)
})
