// replay on the command line: two presets over one real log, adoption and its undo; determinism of the folds themselves.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { TaskOutcome } from "../../src/core/promised.ts"
import { recordOutcome } from "../../src/memory/acting/told-episode.ts"
import { compareFolds, foldUnder, PRESETS } from "../../src/memory/past/replay.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { learnedStore } from "./learned-store.ts"
import { happened } from "./stage.ts"
import { type World, world } from "./world.ts"

async function made(): Promise<World> {
  const w = world()
  const random = dice(7)
  const { id: scope } = (await w.run(["config", "scope", "--json"])).json()
  await learnedStore(w, 12, scope)
  return { ...w, run: (words, change = {}) => w.run(words, { random, ...change }) }
}

describe("design 4: replay", () => {
  it("[S4-76, D02] presets A, B, A give identical dumps, and the preset in use gives the stored views", async () => {
    const w = await made()
    await happened(w, async (_, { memory }) => {
      const before = memory.views.seq()
      for (const [a, b] of [
        ["mettle", "nucleus"],
        ["evolver", "swarm"],
        ["astra", "groove"],
      ] as const) {
        const first = foldUnder(memory, a)
        const other = foldUnder(memory, b)
        const again = foldUnder(memory, a)
        expect(again.hash).toBe(first.hash)
        expect(other.hash).not.toBe(first.hash)
        expect([...again.packs]).toEqual([...first.packs])
        const same = compareFolds(memory, first, again)
        expect([same.cards.changed, same.verdicts.changed, same.packs.changed]).toEqual([[], [], []])
      }
      expect(memory.views.seq()).toBe(before)
    })
    expect((await w.run(["doctor", "rebuild", "--check", "--json"])).json().equal).toBe(true)
  })

  it("says which cards, verdicts and packs differ, biggest first, and writes all of it to a file", async () => {
    const w = await made()
    const ran = await w.run(["replay", "--preset", "plain", "--preset", "mettle", "--out", "diff.json"])
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.out).toMatch(/cards: \d+ of 4 differ/)
    expect(ran.out).toMatch(/packs: \d+ of 12 differ/)
    const file = JSON.parse(readFileSync(join(w.cwd, "diff.json"), "utf8"))
    expect(file.packs.total).toBe(12)
    // plain shows what is relevant; the careful default holds unproven cards back
    expect(file.packs.changed.length).toBeGreaterThan(0)
    expect(file.packs.changed.every((p: { onlyA: string[] }) => p.onlyA.length > 0)).toBe(true)
    const { comparison } = (await w.run(["replay", "--preset", "nucleus", "--json"])).json()
    expect([comparison.a.preset, comparison.b.preset]).toEqual(["mettle", "nucleus"])
    expect(comparison.verdicts.total).toBe(14)
    expect(
      (await w.run(["replay", "--preset", "plain", "--since", "1m", "--json"])).json().comparison.packs.total,
    ).toBe(0)
  })

  it("[S3-26, S3-28] tells of the cards that a machine would have proposed itself, and of those it would not", async () => {
    const told = world()
    const random = dice(7)
    const w = { run: (words: string[]) => told.run(words, { random }) }
    const scope = (await w.run(["config", "scope", "--json"])).json().id
    const report = (tasks: readonly string[], how: Omit<TaskOutcome, "task">) =>
      happened(told, async (_, { memory }) => {
        for (const task of tasks) await recordOutcome(memory, { ...how, task }, { host: "swarm", scope, episode: null })
      })
    const failed = { success: false, durationMs: 45 * 60_000, retryCount: 3, strategy: "split by file type" }
    await report(["bd-1", "bd-2", "bd-3"], failed)
    const swarm = await w.run(["replay", "--preset", "swarm", "--adopt"])
    expect(swarm.out).toContain('and only swarm: "AVOID: split by file type. Failed 3/3 times (100% failure rate)"')
    await report(["bd-4"], { success: true, durationMs: 120_000 })
    expect((await w.run(["cards"])).out).toContain("AVOID: split by file type")
    const number = await w.run(["config", "rules.invert.minObservations", "5", "--dry-run"])
    expect(number.out).toMatch(/dropped +one card that now keeps: "AVOID: split by file type.*\(not proposed\)/)
    const tried = await w.run(["replay", "--params", "invert.minObservations=5"])
    expect(tried.out).toMatch(
      /^With your log of \d+ events, these numbers of swarm would have:\n.*\n +dropped +one card/,
    )
    expect((await w.run(["replay", "--params", "invert.minObservations=3"])).out).toContain("the same, to the last bit")
  })

  it("adopts the last preset named, and undo takes it back to the very same views", async () => {
    const w = await made()
    const cards = async () => (await w.run(["cards", "--all", "--json"])).json().cards
    const before = await cards()
    const adopted = await w.run(["replay", "--preset", "plain", "--adopt"])
    expect(adopted.out).toContain("undo: mettle undo")
    expect((await w.run(["status", "--json"])).json().preset).toBe("plain")
    expect((await w.run(["status"])).out.split("\n")[0]).toContain("preset plain")
    expect((await w.run(["config", "set", "preset", "swarm"])).err).toContain("this store adopted plain")
    expect((await w.run(["config", "explain", "preset"])).out).toContain("--preset plain --preset <name> --adopt")
    expect((await w.run(["doctor"])).out).toContain("the preset plain shows cards")
    await w.run(["config", "unset", "preset"])
    expect(await cards()).not.toEqual(before)
    expect((await w.run(["undo"])).out).toContain('took back: adopted "the preset plain"')
    expect((await w.run(["status", "--json"])).json().preset).toBe("mettle")
    expect(await cards()).toEqual(before)
    expect((await w.run(["doctor", "rebuild", "--check", "--json"])).json().equal).toBe(true)
  })

  it("refuses what it does not know, and leaves no store where there is none", async () => {
    const w = world()
    expect((await w.run(["replay"])).code).toBe(2)
    expect((await w.run(["replay", "--preset", "wonder"])).err).toContain(PRESETS.join(", "))
    expect((await w.run(["replay", "--preset", "a", "--preset", "b", "--preset", "c"])).code).toBe(2)
    const nowhere = await w.run(["replay", "--preset", "plain", "--out", join(w.home, "nowhere", "diff.json")])
    expect(nowhere).toMatchObject({ code: 4 })
    expect(nowhere.err).toContain("there is no folder")
    expect((await w.run(["replay", "--preset", "plain"])).out).toContain("Nothing was recorded yet")
    expect(existsSync(join(w.home, "data"))).toBe(false)
  })
})
