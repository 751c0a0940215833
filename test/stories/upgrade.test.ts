// A home of release 0.1 opened by this one: six sessions that the released program heard through its own hooks
// (test/fixtures/stores/0.1.0-sessions). Nothing is lost, what was kept is still kept, and the old program would know a newer log.
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { loadConfig } from "../../src/config.ts"
import { upcast } from "../../src/core/events/define.ts"
import type { DataOf } from "../../src/core/events/registry.ts"
import { EVENTS, parseEvent } from "../../src/core/events/registry.ts"
import { textForgotten } from "../../src/core/events/store.ts"
import { turnsOf } from "../../src/core/views/episode/judging.ts"
import { turnOf } from "../../src/core/views/read.ts"
import type { TurnView } from "../../src/core/views/state.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { foldUnder } from "../../src/memory/past/replay.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { type Opened, openMemoryAt } from "../../src/open.ts"
import { world } from "./world.ts"

const RELEASED = join(import.meta.dirname, "../fixtures/stores/0.1.0-sessions")
const was = JSON.parse(readFileSync(join(RELEASED, "expected.json"), "utf8")) as {
  readonly events: number
  readonly cards: readonly { id: string; statement: string; stage: string; pinned: boolean }[]
  readonly episodes: readonly { id: string; verdict: string }[]
  /** every event that 0.1 could read, with its newest version */
  readonly known: Readonly<Record<string, number>>
}
const LATER = Date.UTC(2026, 10, 18)

const opened: { at: Opened; dir: string }[] = []
function open(): Opened {
  const dir = mkdtempSync(join(tmpdir(), "mettle-upgrade-"))
  cpSync(join(RELEASED, "log.db"), join(dir, "log.db"))
  const config = loadConfig({ userDir: join(dir, "no-settings"), projectDir: null, env: {} })
  const at = openMemoryAt({ dir, config, now: () => LATER, random: dice() })
  opened.push({ at, dir })
  return at
}
afterEach(async () => {
  for (const { at, dir } of opened.splice(0)) {
    await at.memory.close()
    await at.store.close()
    rmSync(dir, { recursive: true, force: true })
  }
})

const cardsOf = (memory: Memory) =>
  TABLE.card
    .list(memory.views)
    .map(([id, { statement, stage, pinned }]) => ({ id, statement: memory.parts.blobs.get(statement), stage, pinned }))
    .sort((a, b) => a.id.localeCompare(b.id))
const byId = <T extends { id: string }>(rows: readonly T[]) => [...rows].sort((a, b) => a.id.localeCompare(b.id))

describe("a home of release 0.1", () => {
  it("opens whole: every event, every card with its words, every episode", async () => {
    const { memory, store } = open()
    await settle(memory)
    expect(store.verify()).toMatchObject({ ok: true, events: was.events })
    expect(cardsOf(memory)).toEqual(byId(was.cards))
    const episodes = TABLE.episode.list(memory.views)
    expect(episodes.map(([id]) => id).sort()).toEqual(was.episodes.map(e => e.id).sort())
    expect(checkRebuild(memory).equal).toBe(true)
  })

  it("goes on: what is forgotten now goes, and what the old one forgot stays gone", async () => {
    const { memory, store } = open()
    await settle(memory)
    expect((await forget(memory, { text: "left-pad" })).texts).toBe(0)
    expect((await forget(memory, { text: "imperative" })).texts).toBeGreaterThan(0)
    expect(cardsOf(memory).map(c => c.statement)).toEqual(
      byId(was.cards.filter(c => !c.statement.includes("imperative"))).map(c => c.statement),
    )
    expect(store.verify().ok).toBe(true)
    expect(checkRebuild(memory).equal).toBe(true)
  })

  it("is not misread by the old program: what the new one writes carries a version or a name that 0.1 refuses", async () => {
    const { memory } = open()
    await forget(memory, { text: "imperative" })
    const refused = memory.parts.log.read(was.events, 100).filter(e => (was.known[e.type] ?? 0) < e.v)
    expect(refused.map(e => e.type)).toEqual(["text.forgotten"])
    for (const [type, version] of Object.entries(was.known)) {
      const now = EVENTS.find(e => e.type === type)
      expect(now?.version, type).toBeGreaterThanOrEqual(version)
    }
    expect(() => parseEvent({ ...refused[0]!, v: refused[0]!.v + 1 })).toThrow(
      expect.objectContaining({ code: "E_NEWER" }) as Error,
    )
  })
})

it("[L4] what the first version of forgetting kept of a message still counts", async () => {
  const w = world()
  const e = await w.opens("one")
  await e.says("rename the field")
  await e.replies("Done.")
  await e.says("no, that's wrong, undo it")
  await e.ends()
  const [before, said] = turnsOf(w.memory.context(), e.id) as [TurnView, TurnView]
  expect(before.feedback?.type).toBe("explicit_negative")
  const readings = [{ event: said.event, readings: before.signals.filter(s => s.event === said.event) }]
  const where = { ts: w.now(), episode: null, scope: null }
  const data = upcast(textForgotten, 1, { by: "user", refs: [said.prompt], readings }) as DataOf<"text.forgotten">
  await w.memory.record([w.authored("text.forgotten", new Uint8Array(16), where, data)])
  w.memory.parts.blobs.erase([said.prompt])
  w.memory.readings.erase(new Set([said.prompt]))
  w.memory.catchUp()
  expect(turnOf(foldUnder(w.memory, "mettle").rows, e.id, 0)?.feedback).toEqual(before.feedback)
})
