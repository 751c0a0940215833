// One person's machines: the same key on both. What was said on one holds on the other without a nod, evidence is one person's,
// the later word wins, and what is taken back goes everywhere.
import { describe, expect, it } from "vitest"
import { mate } from "../../bench/team-parts/mates.ts"
import { SHARED_TABLE } from "../../src/core/shared/tables.ts"
import { note } from "../../src/memory/acting/acts.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import { readPooled } from "../../src/memory/packs/pooled.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { inbox } from "../../src/memory/reading/review.ts"
import { REPO } from "../stories/world.ts"
import { memorySharedLog } from "./engines/memory.ts"
import { failThenFix, type Home, home, PARTITION } from "./homes.ts"
import { sharedPicture } from "./picture.ts"

function machines() {
  const log = memorySharedLog()
  const laptop = home("laptop", log)
  const desktop = home("desktop", log, { name: "laptop" }, undefined, laptop.identity)
  return { log, laptop, desktop }
}
const settled = async (...homes: readonly Home[]) => {
  for (let round = 0; round < 3; round++) for (const h of homes) await h.sync()
}
const norms = (h: Home) =>
  readCards(h.memory)
    .filter(c => c.kind !== "negative_result" && c.stage !== "superseded" && c.stage !== "archived")
    .map(c => c.statement)

describe("[W9] the same memory on my other machine", () => {
  it("a rule holds there without a nod, is shared once, and comes from one person", async () => {
    const { log, laptop, desktop } = machines()
    await note(laptop.memory, "Use pnpm for every install", { scope: REPO })
    await failThenFix(laptop, "one")
    await settled(laptop, desktop)
    expect(norms(desktop)).toEqual(["Use pnpm for every install"])
    expect(inbox(desktop.memory)).toEqual([])
    const tactic = readCards(desktop.memory).find(c => c.kind === "negative_result")!
    expect(tactic).toMatchObject({ stage: "active" })
    const shared = SHARED_TABLE.card.list(laptop.views).map(([, row]) => row.body?.statement)
    expect(new Set(shared).size).toBe(shared.length)
    expect(shared.length).toBe(2)
    expect(SHARED_TABLE.member.list(desktop.views).length).toBe(1)
    expect(sharedPicture(laptop.views)).toBe(sharedPicture(desktop.views))
    const head = await log.head()
    await settled(laptop, desktop)
    expect(await log.head()).toBe(head)
  })

  it("of two rules that cannot both hold the later word counts on both machines, whichever syncs first", async () => {
    for (const first of ["laptop", "desktop"] as const) {
      const { laptop, desktop } = machines()
      await note(laptop.memory, "Use npm, not pnpm", { scope: REPO })
      desktop.later(60 * 24 * 10)
      await note(desktop.memory, "Use pnpm, not npm", { scope: REPO })
      for (const h of [laptop, desktop]) h.later(60 * 24 * 11)
      await settled(...(first === "laptop" ? [laptop, desktop] : [desktop, laptop]))
      expect([norms(laptop), norms(desktop)], first).toEqual([["Use pnpm, not npm"], ["Use pnpm, not npm"]])
    }
  })

  it("evidence of the other machine counts as one's own, not as another person's", async () => {
    const log = memorySharedLog()
    const laptop = mate("laptop", PARTITION, 1, 20_000)
    const [card] = laptop.cards as [string]
    await log.append([...laptop.opening, ...Array.from({ length: 40 }, (_, n) => laptop.episode(n, laptop.cards))])
    const desktop = home("desktop", log, {}, undefined, laptop.identity)
    const bob = home("bob", log)
    await settled(desktop, bob)
    expect(SHARED_TABLE.pooled.get(desktop.views, card)?.people).toBe(1)
    const [mine, theirs] = [readPooled(desktop.memory, card)!, readPooled(bob.memory, card)!]
    expect([mine.people, theirs.people]).toEqual([0, 1])
    expect([mine.sessions, mine.n]).toEqual([theirs.sessions, theirs.n])
    // One person on two machines is not two people: nothing is held back for how people differ.
    expect(mine.others.precision).toBeGreaterThan(theirs.others.precision)
    expect(theirs.others.precision).toBeLessThanOrEqual(1 / 0.15 ** 2)
  })

  it("[L4] forgotten on one machine, it is gone on the other and in the log", async () => {
    const { log, laptop, desktop } = machines()
    await note(laptop.memory, "The staging host is blue-heron-42", { scope: REPO })
    await settled(laptop, desktop)
    const texts = (h: Home) =>
      readCards(h.memory)
        .map(c => c.statement ?? "")
        .join()
    expect(texts(desktop)).toContain("blue-heron-42")
    await forget(desktop.memory, { text: "blue-heron-42" })
    await settled(desktop, laptop)
    for (const h of [laptop, desktop]) {
      expect(texts(h), h.name).not.toContain("blue-heron-42")
      expect(JSON.stringify(SHARED_TABLE.card.list(h.views)), h.name).not.toContain("blue-heron-42")
    }
    expect((await log.read(0, 1000)).map(e => e.envelope.body).join()).not.toContain("blue-heron-42")
  })
})
