// Text past its time goes without anybody typing `mettle settle`: started once a day when work begins, and only when
// something is that old.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { loadConfig } from "../../src/config.ts"
import { startUpkeepWhenDue } from "../../src/hook/upkeep.ts"
import { folder } from "../cli/world.ts"
import { world } from "../stories/world.ts"

const DAY = 86_400_000
function writeProgram(home: string): void {
  const program = join(home, "program.mjs")
  mkdirSync(join(home, "bin"))
  writeFileSync(program, "")
  writeFileSync(join(home, "bin", "program"), program)
}

it("[D33] is due once a day from the first text past its time on; never where text is kept for good", async () => {
  const home = folder()
  writeProgram(home)
  const w = world()
  const begun = w.now()
  const asked = (now: number, settings: Record<string, string> = {}, dataDir = home) =>
    startUpkeepWhenDue({
      ...{ memory: w.memory, env: {}, stateDir: home, dataDir, now },
      config: loadConfig({ userDir: home, projectDir: null, env: settings, flags: {} }),
    })
  expect(asked(begun + 400 * DAY), "nothing was recorded").toBe(false)
  await (await w.opens("one")).says("add the page")
  expect(asked(begun + 179 * DAY)).toBe(false)
  const late = begun + 181 * DAY
  expect(asked(late, { METTLE_RETENTION_TEXT_DAYS: "0" })).toBe(false)
  expect(asked(late, {}, join(home, "nowhere")), "no program to start").toBe(false)
  expect(asked(late)).toBe(true)
  expect(asked(late + DAY / 2)).toBe(false)
  expect(asked(late + DAY)).toBe(true)
})

it("[D33] is due once a container's worth of events has gathered, counted from the last time", async () => {
  const home = folder()
  writeProgram(home)
  const w = world()
  const asked = (now: number) =>
    startUpkeepWhenDue({
      ...{ memory: w.memory, env: {}, stateDir: home, dataDir: home, now },
      config: loadConfig({ userDir: home, projectDir: null, env: {}, flags: {} }),
    })
  const one = await w.opens("one")
  const gather = async (calls: number) => {
    for (let n = 0; n < calls; n++) await one.runs("make", { ok: true, output: "done" })
  }
  await gather(400)
  expect(asked(w.now())).toBe(false)
  await gather(150)
  expect(asked(w.now())).toBe(true)
  await gather(400)
  expect(asked(w.now() + 2 * DAY)).toBe(false)
  await gather(150)
  expect(asked(w.now() + 2 * DAY)).toBe(true)
})
