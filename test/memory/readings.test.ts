// Readings are kept: a rebuild with them opens no text of a prompt or a result again, and without them, or with half of them, it
// comes to the very same views. What rests on a forgotten text is in no reading any more.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dumpHash } from "../../src/core/views/dump.ts"
import { memoryRows } from "../../src/core/views/rows.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import { Memory } from "../../src/memory/memory.ts"
import { foldLog } from "../../src/memory/rebuild.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { memoryMeta } from "../../src/memory/without-disk.ts"
import { memoryBlobs } from "../../src/store/ram/blobs.ts"
import { memoryLog } from "../../src/store/ram/log.ts"
import { memoryViews } from "../../src/store/ram/views.ts"
import type { ReadingRow, Readings } from "../../src/store/readings.ts"
import { type Move, moves, type Teller, tell } from "../core/views/random-log.ts"

/** A store whose rows can be looked at; each goes through JSON, as on disk. */
function openRows() {
  const rows = new Map<string, string>()
  const store: Readings = {
    get: key => (JSON.parse(rows.get(key) ?? "null") as ReadingRow | null)?.said,
    put: (more, still = () => true) => {
      if (still()) for (const [key, row] of more) rows.set(key, JSON.stringify(row))
    },
    erase: refs => {
      const gone = [...rows].filter(([, row]) => (JSON.parse(row) as ReadingRow).refs.some(ref => refs.has(ref)))
      for (const [key] of gone) rows.delete(key)
      return gone.length
    },
    tidy: () => undefined,
    close: () => undefined,
  }
  return { rows, store }
}

async function play(story: readonly Move[], preset = "mettle") {
  const { rows, store } = openRows()
  const blobs = memoryBlobs()
  const opened = new Set<string>()
  const teller: Teller = {
    now: Date.UTC(2026, 0, 1),
    n: 0,
    acts: [],
    cards: () => TABLE.card.list(memory.views).map(([id]) => id),
  }
  const memory: Memory = new Memory({
    log: memoryLog(),
    blobs: {
      ...blobs,
      get: ref => {
        opened.add(ref)
        return blobs.get(ref)
      },
    },
    meta: memoryMeta(),
    openViews: () => memoryViews(),
    readings: store,
    now: () => teller.now,
    randomBytes: () => Buffer.from(String(teller.n++).padStart(16, "0")),
    engine: "test",
    preset,
  })
  for (const [i, move] of story.entries()) {
    const drafts = tell(teller, move)
    if (drafts.length > 0) await memory.record(drafts)
    if (i % 7 === 3) await settle(memory)
  }
  memory.catchUp()
  return { memory, rows, opened }
}

function folded(memory: Memory): string {
  memory.letGo()
  const fresh = memoryRows()
  foldLog(memory, memory.context(fresh))
  return dumpHash(fresh)
}

const refsIn = (memory: Memory, type: string, field: string): readonly string[] =>
  memory.parts.log.readTypes([type]).flatMap(event => (event.data as Record<string, string | null>)[field] ?? [])

describe("readings", () => {
  it("[H5] a rebuild opens no result and no reply again", async () => {
    let results = 0
    for (const story of fc.sample(moves(60), { numRuns: 20, seed: 3 })) {
      const { memory, opened } = await play(story)
      opened.clear()
      const live = dumpHash(memory.views)
      expect(folded(memory)).toBe(live)
      const outputs = new Set([
        ...refsIn(memory, "tool.finished", "output"),
        ...refsIn(memory, "agent.replied", "text"),
      ])
      // What a card cites is looked at when it is proposed.
      const cited = new Set(TABLE.card.list(memory.views).flatMap(([, card]) => card.evidence.map(e => e.blob)))
      expect([...outputs].filter(ref => opened.has(ref) && !cited.has(ref))).toEqual([])
      results += outputs.size
    }
    expect(results).toBeGreaterThan(50)
  })

  it.each(["mettle", "astra", "evolver", "groove", "swarm", "nucleus"])(
    "[L1] a rebuild equals live with the readings there, gone, or half of them gone, under %s",
    async preset => {
      await fc.assert(
        fc.asyncProperty(moves(50), fc.nat(1), async (story, half) => {
          const { memory, rows } = await play(story, preset)
          const live = dumpHash(memory.views)
          expect(folded(memory)).toBe(live)
          for (const [i, key] of [...rows.keys()].entries()) if (i % 2 === half) rows.delete(key)
          expect(folded(memory)).toBe(live)
          rows.clear()
          expect(folded(memory)).toBe(live)
        }),
        { numRuns: preset === "mettle" ? 40 : 8 },
      )
    },
  )

  it("[L4] of a forgotten text no reading is left, and live equals the re-fold", async () => {
    let went = 0
    await fc.assert(
      fc.asyncProperty(moves(50), fc.constantFrom("pnpm", "wrong", "release branch", "boom"), async (story, text) => {
        const { memory, rows } = await play(story)
        const before = [...rows.values()].map(row => (JSON.parse(row) as ReadingRow).refs)
        const { refs } = await forget(memory, { text })
        const left = [...rows.values()].flatMap(row => (JSON.parse(row) as ReadingRow).refs)
        expect(left.filter(ref => refs.includes(ref))).toEqual([])
        expect([...rows.values()].filter(row => row.includes(text))).toEqual([])
        went += before.filter(of => of.some(ref => refs.includes(ref))).length
        expect(folded(memory)).toBe(dumpHash(memory.views))
        expect(
          [...rows.values()].flatMap(row => (JSON.parse(row) as ReadingRow).refs).filter(ref => refs.includes(ref)),
        ).toEqual([])
      }),
      { numRuns: 60 },
    )
    expect(went).toBeGreaterThan(5)
  })

  it("a reader of another version reads again, and what the old one said goes", async () => {
    const { memory, rows } = await play([{ what: "open", e: 0, interactive: true }])
    const ref = memory.parts.blobs.put("some words")
    let times = 0
    const reader = (version: number) => ({
      name: "length",
      version,
      read: ([text]: readonly (string | null)[]) => {
        times++
        return (text ?? "").length * version
      },
    })
    expect(memory.readBy(reader(1), [ref], null)).toBe(10)
    memory.keepReadings()
    expect(memory.readBy(reader(1), [ref], null)).toBe(10)
    expect(times).toBe(1)
    expect(memory.readBy(reader(2), [ref], null)).toBe(20)
    memory.keepReadings()
    expect(times).toBe(2)
    expect([...rows.values()].filter(row => row.includes("length@1"))).toEqual([])
  })
})
