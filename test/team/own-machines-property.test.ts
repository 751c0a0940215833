// One person's two machines, acts on either in any order, any number of syncs between: both end as the last act left it.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { note } from "../../src/memory/acting/acts.ts"
import { actOnCard } from "../../src/memory/acting/card-acts.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { REPO } from "../stories/world.ts"

const START = 1_767_603_600_000

import { memorySharedLog } from "./engines/memory.ts"
import { type Home, home } from "./homes.ts"

const SAID = ["Use pnpm for every install", "Never push to main", "Write tests with vitest"]
const inForce = (h: Home) =>
  readCards(h.memory)
    .filter(card => card.stage !== "superseded" && card.stage !== "archived")
    .map(card => ({ id: card.id, said: card.statement ?? "" }))
type Act = "note" | "archive" | "confirm"
const acted = {
  side: fc.constantFrom(0, 1),
  act: fc.constantFrom<Act>("note", "archive", "confirm"),
  about: fc.nat(SAID.length - 1),
}
const steps = (syncs: fc.Arbitrary<readonly number[]>) =>
  fc.array(fc.record({ ...acted, syncs }), { minLength: 1, maxLength: 7 })

function machines() {
  const log = memorySharedLog()
  const laptop = home("laptop", log, {}, START)
  const homes = [laptop, home("desktop", log, { name: "laptop" }, START + 7, laptop.identity)]
  const sync = async (order: readonly number[]) => {
    for (const who of order) await homes[who]!.sync()
  }
  const rests = async () => {
    await sync([0, 1, 0, 1, 0, 1])
    const head = await log.head()
    await sync([0, 1])
    expect(await log.head()).toBe(head)
    return homes.map(each =>
      inForce(each)
        .map(card => card.said)
        .sort(),
    )
  }
  return { homes, sync, rests }
}

/** Returns whether the words are in force here now; null when there was nothing to do. */
async function does(homes: readonly Home[], { side, act, about }: { side: number; act: Act; about: number }) {
  const h = homes[side]!
  const said = SAID[about]!
  for (const each of homes) each.later(60)
  const used = inForce(h).filter(card => card.said === said)
  if (act === "note") await note(h.memory, said, { scope: REPO })
  else if (act === "archive") {
    if (used.length === 0) return null
    for (const { id } of used) await actOnCard(h.memory, "archive", id)
  } else {
    // Put away, and used again after all.
    const card = readCards(h.memory).findLast(one => one.stage === "archived" && one.statement === said)
    if (card === undefined || used.length > 0) return null
    await actOnCard(h.memory, "confirm", card.id)
  }
  return act !== "archive"
}

describe("[W9] what is put away on one of my machines", () => {
  it("stays away on both, and what is in force is there once, as the last act left it", async () => {
    const both = fc.constantFrom([0, 1, 0], [1, 0, 1], [0, 0, 1, 1, 0], [1, 1, 0, 0, 1, 1])
    await fc.assert(
      fc.asyncProperty(steps(both), async all => {
        const { homes, sync, rests } = machines()
        const wanted = new Set<string>()
        for (const one of all) {
          const now = await does(homes, one)
          if (now === true) wanted.add(SAID[one.about]!)
          if (now === false) wanted.delete(SAID[one.about]!)
          await sync(one.syncs)
          for (const each of homes)
            expect(
              inForce(each)
                .map(card => card.said)
                .sort(),
            ).toEqual([...wanted].sort())
        }
        expect(await rests()).toEqual([[...wanted].sort(), [...wanted].sort()])
      }),
      { numRuns: 60 },
    )
  })

  it("with any number of syncs between, both come to the same, and what was put away last stays away", async () => {
    await fc.assert(
      fc.asyncProperty(steps(fc.array(fc.constantFrom(0, 1), { maxLength: 3 })), async all => {
        const { homes, sync, rests } = machines()
        const last = new Map<string, boolean>()
        for (const one of all) {
          const now = await does(homes, one)
          if (now !== null) last.set(SAID[one.about]!, now)
          await sync(one.syncs)
        }
        const [laptop, desktop] = await rests()
        expect(desktop).toEqual(laptop)
        expect(new Set(laptop).size).toBe(laptop!.length)
        for (const [said, used] of last) if (!used) expect(laptop).not.toContain(said)
      }),
      { numRuns: 60 },
    )
  })
})
