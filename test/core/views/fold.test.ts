// Laws of the fold: incremental equals rebuild at any cut, on rows that went through JSON, with late evidence, acts,
// idle closes and forgetting; a later `now` is read on a copy.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dumpHash } from "../../../src/core/views/dump.ts"
import { advance } from "../../../src/core/views/fold.ts"
import { memoryRows, overlayRows, type Rows } from "../../../src/core/views/rows.ts"
import { TABLE } from "../../../src/core/views/tables.ts"
import { dryRun, forget } from "../../../src/memory/forgetting/forget.ts"
import { Memory } from "../../../src/memory/memory.ts"
import { findEpisodes } from "../../../src/memory/reading/find.ts"
import { checkRebuild } from "../../../src/memory/rebuild.ts"
import { settle } from "../../../src/memory/tending/settle.ts"
import { dice, memoryMeta } from "../../../src/memory/without-disk.ts"
import { memoryBlobs } from "../../../src/store/ram/blobs.ts"
import { memoryLog } from "../../../src/store/ram/log.ts"
import { memoryViews } from "../../../src/store/ram/views.ts"
import { REPO, world } from "../../stories/world.ts"
import { type Move, moves, REMEDY, type Teller, tell } from "./random-log.ts"

/** Views whose every row goes through JSON, as on disk. */
function jsonViews() {
  const views = memoryViews()
  return {
    ...views,
    set: (table: string, key: string, value: unknown) => views.set(table, key, JSON.parse(JSON.stringify(value))),
  }
}

function open(preset = "mettle") {
  const teller: Teller = {
    now: Date.UTC(2026, 0, 1),
    n: 0,
    acts: [],
    cards: () => TABLE.card.list(memory.views).map(([id]) => id),
  }
  const memory: Memory = new Memory({
    log: memoryLog(),
    blobs: memoryBlobs(),
    meta: memoryMeta(),
    openViews: jsonViews,
    now: () => teller.now,
    randomBytes: dice(),
    engine: "test",
    preset,
  })
  return { memory, teller }
}

/** Plays moves; folds after every `every`th, settles now and then. */
async function play(story: readonly Move[], every: number, preset?: string) {
  const opened = open(preset)
  const { memory, teller } = opened
  for (const [i, move] of story.entries()) {
    const drafts = tell(teller, move)
    if (drafts.length > 0) await memory.record(drafts)
    if (i % every === 0) memory.catchUp()
    if (i % 7 === 3) await settle(memory)
  }
  memory.catchUp()
  return opened
}

describe("fold", () => {
  it("the random logs reach what they are meant to test", async () => {
    const seen = { cards: 0, records: 0, late: 0, ledger: 0, superseded: 0, idle: 0 }
    for (const story of fc.sample(moves(60), { numRuns: 100, seed: 7 })) {
      const { memory } = await play(story, 4)
      const meta = (name: string) => TABLE.meta.get(memory.views, name) ?? 0
      seen.cards += TABLE.card.list(memory.views).length
      seen.records += meta("records")
      seen.late += meta("late")
      seen.ledger += meta("ledger")
      seen.superseded += TABLE.card.list(memory.views).filter(([, c]) => c.stage === "superseded").length
      seen.idle += TABLE.episode.list(memory.views).filter(([, e]) => e.closeReason === "idle").length
    }
    for (const [what, n] of Object.entries(seen)) expect(n, what).toBeGreaterThan(5)
  })

  it("[L1, P4] incremental equals rebuild for every cut", async () => {
    await fc.assert(
      fc.asyncProperty(moves(60), fc.integer({ min: 1, max: 9 }), async (story, every) => {
        const { memory } = await play(story, every)
        const { live, rebuilt } = checkRebuild(memory)
        expect(live).toBe(rebuilt)
      }),
      { numRuns: 120 },
    )
  })

  it.each(["plain", "evolver", "astra", "groove", "swarm", "nucleus"])(
    "[L1] incremental equals rebuild under %s",
    async preset => {
      await fc.assert(
        fc.asyncProperty(moves(40), fc.integer({ min: 1, max: 9 }), async (story, every) => {
          const { memory } = await play(story, every, preset)
          const { live, rebuilt } = checkRebuild(memory)
          expect(live).toBe(rebuilt)
        }),
        { numRuns: 15 },
      )
    },
  )

  it("[L4] after forgetting, live state is the re-fold, and the text is nowhere", async () => {
    await fc.assert(
      fc.asyncProperty(moves(50), fc.constantFrom("pnpm", "wrong", "release branch", "boom"), async (story, text) => {
        const { memory } = await play(story, 3)
        const done = await forget(memory, { text })
        expect(done.found).toBe(0)
        const { live, rebuilt } = checkRebuild(memory)
        expect(live).toBe(rebuilt)
      }),
      { numRuns: 40 },
    )
  })

  it("[L1, L4] so it is after each of several forgettings of what one card cites, with showings between", async () => {
    const forgettings = fc.array(fc.record({ card: fc.nat(1), cited: fc.nat(3), shown: fc.boolean() }), {
      minLength: 2,
      maxLength: 5,
    })
    let again = 0
    await fc.assert(
      fc.asyncProperty(moves(12), forgettings, moves(6), async (story, gone, between) => {
        const { memory, teller } = await play([...REMEDY, ...story], 3)
        await settle(memory)
        const cut = new Set<string>()
        for (const { card, cited, shown } of gone) {
          const cards = TABLE.card.list(memory.views).flatMap(([id, { evidence, statement }]) => {
            const texts = evidence.map(e => e.blob).filter(ref => ref !== statement && memory.text(ref) !== null)
            return texts.length === 0 ? [] : [{ id, texts: [...new Set(texts)] }]
          })
          const one = cards[card % cards.length]
          if (!one) continue
          if (cut.has(one.id)) again++
          cut.add(one.id)
          const selector = { refs: new Set([one.texts[cited % one.texts.length]!]) }
          const said = dryRun(memory, selector).cards.map(c => c.id)
          const before = teller.cards()
          await forget(memory, selector)
          expect(said).toEqual(before.filter(id => !teller.cards().includes(id)))
          for (const move of [...between, { what: "pack", e: 0, shown } as const])
            await memory.record(tell(teller, move))
          const { live, rebuilt } = checkRebuild(memory)
          expect(live).toBe(rebuilt)
        }
      }),
      { numRuns: 40 },
    )
    expect(again).toBeGreaterThan(20)
  })

  it("[L4] an episode is found by its words until they are forgotten", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("rename the okapi field of the invoices")
    await e.ends()
    const found = () => findEpisodes(w.memory, { query: "okapi", scopes: [`repo:${REPO}`], most: 5 }).map(f => f.id)
    expect(found()).toEqual([e.id])
    await forget(w.memory, { episode: e.id })
    expect(found()).toEqual([])
  })
  it("[L1] views of any cut of the log are those of a log that ends there", async () => {
    await fc.assert(
      fc.asyncProperty(moves(30), async story => {
        const { memory } = await play(story, 1)
        const rows = memoryRows()
        const context = memory.context(rows)
        const { applyEvent } = await import("../../../src/core/views/fold.ts")
        for (const event of memory.parts.log.read(0, 10_000)) applyEvent(context, event)
        expect(dumpHash(rows)).toBe(dumpHash(memory.views))
      }),
      { numRuns: 20 },
    )
  })

  it("[design 6] reading at a later now advances a copy, never the stored view", async () => {
    await fc.assert(
      fc.asyncProperty(moves(30), async story => {
        const { memory, teller } = await play(story, 2)
        const before = dumpHash(memory.views)
        const copy: Rows = overlayRows(memory.views)
        advance(memory.context(copy), { seq: memory.views.seq() }, teller.now + 400 * 86_400_000)
        expect(dumpHash(memory.views)).toBe(before)
      }),
      { numRuns: 20 },
    )
  })
})
