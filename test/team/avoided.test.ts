// A card that packs leave out says so, instead of promising a verdict: in `why`, and in how things stand in a team.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { explainCard } from "../../src/memory/reading/explain.ts"
import { findCard, readCards } from "../../src/memory/reading/read.ts"
import { agree, joinTeam, standingIn, syncTeam } from "../../src/team/home.ts"
import { world } from "../stories/world.ts"
import { failThenFix, type Home, PARTITION, works } from "./homes.ts"

const ASK = "run the tests, they fail with ECONNREFUSED on 6379"
const data = mkdtempSync(join(tmpdir(), "mettle-avoided-"))
afterAll(() => rmSync(data, { recursive: true, force: true }))

it("[L8] a card that goes badly is avoided: since when and how often it was shown is told, not that it is too early", async () => {
  const ann = { ...world(), data, name: "ann" }
  const { membership } = await joinTeam(ann, { url: `folder:${data}`, name: "ann", partitions: [PARTITION] })
  await syncTeam(ann, agree(ann, membership))
  await failThenFix(ann as unknown as Home, "one")
  const why = () =>
    explainCard(
      ann.memory,
      findCard(ann.memory, readCards(ann.memory).find(card => card.kind === "negative_result")!.id),
    )
  expect([why().avoided, standingIn(ann, membership).avoided]).toEqual([null, []])
  for (let i = 0; i < 16; i++) await works(ann as unknown as Home, `a${i}`, ASK, false)
  const { avoided, account, card } = why()
  expect(avoided!.of).toBeGreaterThanOrEqual(12)
  expect(avoided!.shown / avoided!.of).toBeLessThanOrEqual(0.1)
  expect(account!.words[0]).toMatch(/^Avoided since 2026-01-\d\d: shown \d of \d+ times it was at hand/)
  expect(account!.words.join(" ")).not.toContain("Too early")
  expect(standingIn(ann, membership).avoided).toEqual([{ id: card.id, short: card.short, ...avoided! }])
})
