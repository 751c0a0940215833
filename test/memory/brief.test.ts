// What is done while somebody waits, counted in work: a few events, no rebuild, no replay. What is left is owed, is done by
// whoever waits for nobody, and then all is as if it had been done at once.
import { afterEach, describe, expect, it } from "vitest"
import { dumpHash } from "../../src/core/views/dump.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { HOOK_PATIENCE } from "../../src/memory/folding.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import { FORGETTING, type Memory } from "../../src/memory/memory.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { owedWork, settle } from "../../src/memory/tending/settle.ts"
import { BANNED, closeAll, SCOPE, stage } from "./brief-stage.ts"

afterEach(closeAll)

const packOf = (memory: Memory): string =>
  makePack(memory, { scope: SCOPE, placement: "session_start", prompt: "" }).pack.text
const action = { command: "terraform destroy", path: null, content: null, error: null }
const checked = (memory: Memory) =>
  checkAction(memory, { scope: SCOPE, episode: "e", call: "c", action, mode: "hold" }).hits

/** A past that left a ban, folded and settled. */
async function withPast(episodes = 30) {
  const s = stage()
  await s.tell(...s.episode("first", BANNED))
  for (let i = 0; i < episodes; i++) await s.tell(...s.episode(`old-${i}`, `build part ${i}`, 8))
  await s.settled()
  expect(packOf(s.whole)).toContain("terraform")
  return s
}
/** A forgetting that dies before its texts are erased, or before its event is folded. */
async function breakOff({ whole }: ReturnType<typeof stage>, at: "erase" | "fold"): Promise<void> {
  const { blobs } = whole.parts
  const { erase } = blobs
  Object.assign(blobs, {
    erase: (refs: readonly string[]): never => {
      if (at === "fold") erase(refs)
      throw new Error("killed")
    },
  })
  await expect(forget(whole, { text: "terraform" })).rejects.toThrow("killed")
  Object.assign(blobs, { erase })
}
/** Everything owed is done, and the views are what a fold of the whole log gives. */
async function paid(s: ReturnType<typeof stage>, hook: Memory): Promise<void> {
  await s.settled()
  hook.catchUp()
  expect(owedWork(hook)).toBeNull()
  expect(hook.views.seq()).toBe(s.whole.parts.log.head())
  expect(checkRebuild(s.whole).equal).toBe(true)
  expect(dumpHash(hook.views)).toBe(dumpHash(s.whole.views))
}

describe("[R2] while somebody waits", () => {
  it("folds a few events at a time and nothing of a long tail, and goes on where the other stopped", async () => {
    const s = await withPast(3)
    const hook = s.hook()
    await s.tell(...s.episode("now", "build it all", 500))
    expect(hook.memory.catchUp()).toBe(HOOK_PATIENCE.events)
    expect(hook.memory.catchUp()).toBe(HOOK_PATIENCE.events)
    await s.tell(...s.episode("then", "and again", HOOK_PATIENCE.far))
    const before = hook.eventsRead()
    expect([hook.memory.catchUp(), hook.eventsRead() - before, owedWork(hook.memory)]).toEqual([0, 0, "tail"])
    expect(packOf(hook.memory)).toContain("terraform")
    await paid(s, hook.memory)
  })

  it("a text forgotten in the tail: folded on, not anew; nothing of it is shown, found or held on", async () => {
    const s = await withPast()
    const hook = s.hook()
    expect([hook.memory.catchUp(), checked(hook.memory).length]).toEqual([0, 1])
    await breakOff(s, "fold")
    // Another process did all but the fold.
    s.whole.parts.meta.set(FORGETTING, "")
    await s.tell(...s.episode("now", "build the next part", 3))
    const [views, before] = [s.views(), hook.eventsRead()]
    expect(hook.memory.catchUp()).toBe(8)
    await settle(hook.memory)
    expect(hook.eventsRead() - before).toBeLessThan(2 * HOOK_PATIENCE.events)
    expect([s.views(), owedWork(hook.memory)]).toEqual([views, null])
    expect(packOf(hook.memory)).not.toContain("terraform")
    expect(checked(hook.memory)).toEqual([])
    await paid(s, hook.memory)
  })

  it("words said again long after they were forgotten: no walk over what lies between", async () => {
    const s = await withPast(2)
    await forget(s.whole, { text: "terraform" })
    for (let i = 0; i < 30; i++) await s.tell(...s.episode(`since-${i}`, `build wing ${i}`, 8))
    await s.settled()
    const hook = s.hook()
    hook.memory.catchUp()
    await s.tell(...s.episode("now", BANNED, 3))
    const before = hook.eventsRead()
    expect(hook.memory.catchUp()).toBeGreaterThan(0)
    expect(hook.eventsRead() - before).toBeLessThan(HOOK_PATIENCE.events)
    await paid(s, hook.memory)
    expect(packOf(s.whole)).toContain("terraform")
  })

  it("other rules: what the old ones left answers, unchanged, until the log is folded by the new ones", async () => {
    const s = await withPast(130)
    expect(s.whole.parts.log.head()).toBeGreaterThan(HOOK_PATIENCE.far)
    const { memory, eventsRead } = s.open(HOOK_PATIENCE, "plain")
    const before = dumpHash(s.whole.views)
    expect([memory.catchUp(), eventsRead(), memory.views.standsIn, owedWork(memory)]).toEqual([0, 0, true, "views"])
    expect(packOf(memory)).toContain("terraform")
    expect(checked(memory)).toHaveLength(1)
    await settle(memory)
    expect([eventsRead(), dumpHash(s.whole.views)]).toEqual([0, before])
    const done = s.open(undefined, "plain").memory
    done.catchUp()
    expect(memory.catchUp()).toBe(0)
    expect([memory.views.standsIn, owedWork(memory), dumpHash(memory.views)]).toEqual([
      ...[false, null, dumpHash(done.views)],
    ])
    expect(dumpHash(s.whole.views)).toBe(before)
  })

  it.each(["before the first byte went", "before it was folded"])(
    "a forgetting broken off %s: out of sight, finished elsewhere",
    async when => {
      const s = await withPast()
      const hook = s.hook()
      hook.memory.catchUp()
      expect(packOf(hook.memory)).toContain("terraform")
      await breakOff(s, when.includes("byte") ? "erase" : "fold")
      expect(s.whole.parts.meta.get(FORGETTING)).not.toBe("")
      const [files, before] = [s.views(), hook.eventsRead()]
      hook.memory.catchUp()
      await settle(hook.memory)
      expect(hook.eventsRead() - before).toBeLessThan(2 * HOOK_PATIENCE.events)
      expect([s.views(), owedWork(hook.memory)]).toEqual([files, "forgetting"])
      expect(packOf(hook.memory)).not.toContain("terraform")
      expect(checked(hook.memory)).toEqual([])
      await paid(s, hook.memory)
      expect([s.whole.parts.meta.get(FORGETTING), s.views().length]).toEqual(["", 1])
      expect(packOf(hook.memory)).not.toContain("terraform")
    },
  )
})

describe("[R3] late evidence that comes in a hook's way", () => {
  it("waits: the event that would replay every record stops the fold, once", async () => {
    const s = await withPast(70)
    const hook = s.hook({ rows: 300 })
    await s.tell(s.reverted("old-3"))
    for (let i = 0; i < 12; i++) await s.tell(...s.episode(`new-${i}`, `more of part ${i}`))
    const head = s.whole.parts.log.head()
    expect(hook.memory.catchUp()).toBeGreaterThan(0)
    const stands = hook.memory.views.seq()
    expect(stands).toBeLessThan(head)
    expect(owedWork(hook.memory)).toBe("long")
    for (const other of [hook, s.hook({ rows: 300 })]) {
      const before = other.eventsRead()
      expect([other.memory.catchUp(), other.eventsRead() - before, owedWork(other.memory)]).toEqual([0, 0, "long"])
      expect(other.memory.views.seq()).toBe(stands)
      expect(packOf(other.memory)).toContain("terraform")
    }
    await paid(s, hook.memory)
  })
})
