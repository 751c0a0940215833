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
