// Text past its time goes without anybody typing `mettle settle`: started once a day when work begins, and only when
// something is that old.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { loadConfig } from "../../../src/config.ts"
import { sendOut } from "../../../src/hook/beside/errands.ts"
import { resolvePaths } from "../../../src/paths.ts"
import { folder } from "../../cli/world.ts"
import { world } from "../../stories/world.ts"

const DAY = 86_400_000
function writeProgram(home: string): void {
  const program = join(home, "program.mjs")
  mkdirSync(join(home, "bin"))
  writeFileSync(program, "")
  writeFileSync(join(home, "bin", "program"), program)
}

/** A home with a program to start, and what is started in it when an episode opens. */
function stage() {
  const home = folder()
  writeProgram(home)
  const w = world()
  const opens = (now: number, settings: Record<string, string> = {}, data = home) => {
    const config = loadConfig({ userDir: home, projectDir: null, env: settings, flags: {} })
    const paths = { ...resolvePaths({ METTLE_HOME: home }), state: home, data }
    return sendOut("opened", { paths, env: {}, now, memory: w.memory, around: { config, dataDir: data } })
  }
  return { home, w, opens }
}

it("[D33] is due once a day from the first text past its time on; never where text is kept for good", async () => {
  const { home, w, opens } = stage()
  const begun = w.now()
  expect(opens(begun + 400 * DAY), "nothing was recorded").toEqual([])
  await (await w.opens("one")).says("add the page")
  expect(opens(begun + 179 * DAY)).toEqual([])
  const late = begun + 181 * DAY
  expect(opens(late, { METTLE_RETENTION_TEXT_DAYS: "0" })).toEqual([])
  expect(opens(late, {}, join(home, "nowhere")), "no program to start").toEqual([])
  expect(opens(late)).toEqual(["upkeep"])
  expect(opens(late + DAY / 2)).toEqual([])
  expect(opens(late + DAY)).toEqual(["upkeep"])
})

it("[D33] is due once a container's worth of events has gathered, counted from the last time", async () => {
  const { w, opens } = stage()
  const one = await w.opens("one")
  const gather = async (calls: number) => {
    for (let n = 0; n < calls; n++) await one.runs("make", { ok: true, output: "done" })
  }
  await gather(400)
  expect(opens(w.now())).toEqual([])
  await gather(150)
  expect(opens(w.now())).toEqual(["upkeep"])
  await gather(400)
  expect(opens(w.now() + 2 * DAY)).toEqual([])
  await gather(150)
  expect(opens(w.now() + 2 * DAY)).toEqual(["upkeep"])
})
