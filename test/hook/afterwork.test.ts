// The work after an answer: one thing that fails takes nothing else with it.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"
import { afterwork, type Workplace } from "../../src/hook/afterwork.ts"
import type { Surroundings } from "../../src/hook/surroundings.ts"
import { readTally } from "../../src/hook/tally.ts"
import { REPO, world } from "../stories/world.ts"

let dir = ""
afterEach(() => rmSync(dir, { recursive: true, force: true }))

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
  const after = afterwork(house, memory)
  const repository = { top, origin: null, identity: { basis: "origin" } }
  after.lookAround(
    { scope: REPO, domains: [], repository, config: { get: () => false } } as unknown as Surroundings,
    dir,
  )
  after.kick()
  await after.idle()
  expect(memory.parts.log.head()).toBeGreaterThan(0)
  expect(readTally(state).fault).toBe(1)
})

it("[T-12] folds a flood in slices, and has folded and settled all of it at the end", async () => {
  dir = mkdtempSync(join(tmpdir(), "mettle-after-"))
  const stage = world()
  const { memory } = stage
  const one = await stage.opens("flood")
  await one.says("set up the project")
  await one.says("always use pnpm in this repo, never npm")
  for (let n = 0; n < 450; n++) await one.runs("make", { ok: true, output: `line ${n}` })
  await one.ends()
  const behind = memory.parts.log.head() - memory.views.seq()
  expect(memory.catchUp(undefined, 200)).toBe(Math.min(200, behind))
  const paths = { state: join(dir, "state"), cache: join(dir, "cache") }
  const after = afterwork({ paths, env: {}, opened: { memory, store: memory.parts } } as unknown as Workplace, memory)
  after.kick()
  await after.idle()
  expect(memory.views.seq()).toBe(memory.parts.log.head())
  expect(memory.parts.log.readTypes(["card.proposed"])).not.toEqual([])
})
