// Eight homes on one log, syncing when they like, breaking off, losing answers, leaving and being revoked: in the end all of
// them see the same cards, stages and counts, and the same numbers to nine digits.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { MettleError } from "../../src/core/errors.ts"
import { SHARED_TABLE } from "../../src/core/shared/tables.ts"
import { seeded } from "../../src/core/stats.ts"
import { note } from "../../src/memory/acting/acts.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import type { SharedLog } from "../../src/team/shared-log.ts"
import { REPO } from "../stories/world.ts"
import { memorySharedLog } from "./engines/memory.ts"
import { failThenFix, type Home, home, works } from "./homes.ts"
import { sharedPicture } from "./picture.ts"

const NAMES = ["ann", "bob", "carol", "dan", "erin", "frank", "grace", "heidi"]
const ASK = "run the tests, they fail with ECONNREFUSED on 6379"
const folder = mkdtempSync(join(tmpdir(), "mettle-converge-"))
mkdirSync(join(folder, "shared"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Breaks off before or after the engine took the batch, as a network does. */
const shaky = (log: SharedLog, random: () => number): SharedLog => ({
  ...log,
  append: async batch => {
    const luck = random()
    if (luck < 0.15) throw new MettleError("E_OFFLINE", "nobody answers")
    const done = await log.append(luck < 0.3 ? batch.slice(0, batch.length >> 1) : batch)
    if (luck < 0.45) throw new MettleError("E_OFFLINE", "the answer was lost")
    return done
  },
})

async function live(homes: readonly Home[], random: () => number, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const h = homes[Math.floor(random() * homes.length)]!
    const what = random()
    if (what < 0.15) await failThenFix(h, `f${step}`)
    else if (what < 0.25) await note(h.memory, `Use tool number ${step} for every task of ${h.name}`, { scope: REPO })
    else if (what < 0.6) await works(h, `w${step}`, ASK, random() < 0.5)
    else
      await h.sync({ log: shaky(h.log, random) }).catch(error => {
        expect(error).toMatchObject({ code: "E_OFFLINE" })
      })
  }
}

async function settleAll(homes: readonly Home[]): Promise<readonly string[]> {
  // Until nobody has anything to say: what one hears may change what it says (cards merge, stages move).
  for (let sent = 1, round = 0; sent > 0 && round < 5; round++) {
    sent = 0
    for (const h of homes) sent += (await h.sync()).sent
  }
  return homes.map(h => sharedPicture(h.views))
}

describe("all homes converge", () => {
  it("on one log, with answers lost and batches cut: ids, stages and counts equal, numbers to 9 digits", async () => {
    const random = seeded("converge")
    const log = memorySharedLog()
    const homes = NAMES.map(name => home(name, log))
    await live(homes, random, 90)
    const pictures = await settleAll(homes)
    expect(new Set(pictures).size).toBe(1)
    const entries = await log.read(0, 100_000)
    expect(new Set(entries.map(e => e.envelope.id)).size).toBe(entries.length)
    expect(SHARED_TABLE.pooled.list(homes[0]!.views).length).toBeGreaterThan(0)
    expect(SHARED_TABLE.member.list(homes[0]!.views).length).toBe(8)
  })

  it("on a folder, where every machine reads in an order of its own", async () => {
    const random = seeded("folder")
    const homes = await Promise.all(
      NAMES.map(async name => {
        const log = await openSharedLog(`folder:${join(folder, "shared")}`, {
          state: join(folder, name),
          machine: name,
        })
        return home(name, log)
      }),
    )
    await live(homes, random, 40)
    const pictures = await settleAll(homes)
    expect(new Set(pictures).size).toBe(1)
    expect(pictures[0]!.split("\n").length).toBeGreaterThan(10)
    for (const h of homes) await h.log.close()
  })
})
