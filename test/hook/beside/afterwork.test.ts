// The work after an answer: one thing that fails takes nothing else with it.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it, vi } from "vitest"
import { observed } from "../../../src/core/events/draft.ts"
import { afterwork, type Workplace } from "../../../src/hook/beside/afterwork.ts"
import type { Surroundings } from "../../../src/hook/surroundings.ts"
import { readTally } from "../../../src/hook/tally.ts"
import { REPO, world } from "../../stories/world.ts"

let dir = ""
afterEach(() => {
  vi.useRealTimers()
  rmSync(dir, { recursive: true, force: true })
})

it("a spool that cannot be drained costs neither the look at the files nor what comes after it", async () => {
  dir = mkdtempSync(join(tmpdir(), "mettle-after-"))
  const [state, top] = [join(dir, "state"), join(dir, "repo")]
  // A file that is to become another, where a folder stands.
  mkdirSync(join(state, "spool", "a.json", "b"), { recursive: true, mode: 0o700 })
  const orphan = join(state, "spool", ".a.new")
  writeFileSync(orphan, "{}")
  utimesSync(orphan, 1, 1)
  mkdirSync(top)
  writeFileSync(join(top, "AGENTS.md"), "# Rules\n\n- Always use pnpm in this repository, never npm.\n")
  const { memory } = world()
  const paths = { state, cache: join(dir, "cache"), data: join(dir, "data"), config: join(dir, "config") }
  const house = { paths, env: {}, opened: { memory, store: memory.parts } } as unknown as Workplace
  const after = afterwork(house)
  const repository = { top, origin: null, identity: { basis: "origin" } }
  after.episodeOpened(
    { scope: REPO, domains: [], repository, config: { get: () => false } } as unknown as Surroundings,
    dir,
  )
  after.kick()
  await after.idle()
  expect(memory.parts.log.head()).toBeGreaterThan(0)
  expect(readTally(state).fault).toBe(1)
})

/** A memory with some 450 events that are not folded yet, and the work after them. */
async function flooded() {
  dir = mkdtempSync(join(tmpdir(), "mettle-after-"))
  const stage = world()
  const { memory } = stage
  const one = await stage.opens("flood")
  await one.says("set up the project")
  for (let n = 0; n < 450; n++) await one.runs("make", { ok: true, output: `line ${n}` })
  const prompt = "always use pnpm in this repo, never npm"
  const source = { client: "claude-code", session: "flood", record: "last" }
  const where = { ts: stage.now(), episode: one.id, scope: REPO }
  await memory.record([observed("prompt.submitted", source, where, { author: "user", prompt, chars: prompt.length })])
  const paths = { state: join(dir, "state"), cache: join(dir, "cache") }
  const house = { paths, env: {}, opened: { memory, store: memory.parts } } as unknown as Workplace
  return { memory, after: afterwork(house) }
}

it("[T-12] folds a flood in slices, and has folded and settled all of it at the end", async () => {
  const { memory, after } = await flooded()
  expect(memory.parts.log.head() - memory.views.seq()).toBeGreaterThan(800)
  expect(memory.catchUp(undefined, 200)).toBe(200)
  expect(memory.parts.log.readTypes(["card.proposed"])).toEqual([])
  after.kick()
  await after.idle()
  expect(memory.views.seq()).toBe(memory.parts.log.head())
  expect(memory.parts.log.readTypes(["card.proposed"])).not.toEqual([])
})

it("[T-12] a flood that ends just before its fold was due is folded all the same", async () => {
  const { memory, after } = await flooded()
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  for (let ms = 0; ms < 300; ms += 10) {
    after.kick()
    vi.advanceTimersByTime(10)
  }
  const foldedPast = async (seq: number): Promise<number> => {
    for (let i = 0; i < 100_000 && memory.views.seq() <= seq; i++) await new Promise(resolve => setImmediate(resolve))
    return memory.views.seq()
  }
  const slice = await foldedPast(memory.views.seq())
  expect(slice).toBeLessThan(memory.parts.log.head() - 500)
  vi.advanceTimersByTime(20)
  expect(await foldedPast(slice + 500)).toBeGreaterThan(slice + 500)
  await after.idle()
  expect(memory.views.seq()).toBe(memory.parts.log.head())
})

it("[T-12] proposals wait for a quiet moment while hooks keep coming and nobody speaks", async () => {
  const { memory, after } = await flooded()
  memory.catchUp()
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  for (let ms = 0; ms < 300; ms += 10) {
    after.kick()
    vi.advanceTimersByTime(10)
  }
  for (let i = 0; i < 50; i++) await new Promise(resolve => setImmediate(resolve))
  expect(memory.parts.log.readTypes(["card.proposed"])).toEqual([])
  await after.idle()
  expect(memory.parts.log.readTypes(["card.proposed"])).not.toEqual([])
})
