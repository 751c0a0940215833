// Two teams that share one card: each keeps rows of its own, recall reads both, and leaving one leaves the other's as they were.
import { expect, it } from "vitest"
import { type PooledRead, pooledStamp, readPooled, writePooled } from "../../src/memory/packs/pooled.ts"
import { world } from "../stories/world.ts"

const row = (precision: number, pull: number, n: number): PooledRead => ({
  others: { precision, pull },
  ...{ people: n, sessions: n, n, source: "extracted" as const },
  team: { mean: pull, sd: 1, n, help: 0.3, nothing: 0.4, harm: 0.3, verdict: "early", people: n, sessions: n },
})

it("rows of two teams on one card stand apart and add up", () => {
  const { memory } = world()
  const { meta } = memory.parts
  const card = "c".repeat(32)
  writePooled(meta, "team-a", new Map([[card, row(4, 2, 3)]]), "a1")
  const alone = readPooled(memory, card)
  writePooled(meta, "team-b", new Map([[card, row(6, -3, 5)]]), "b1")
  const both = readPooled(memory, card)!
  expect(both.others).toEqual({ precision: 10, pull: -1 })
  expect([both.sessions, both.people, both.team.n]).toEqual([8, 5, 5])
  const stamp = pooledStamp(meta)
  writePooled(meta, "team-b", new Map(), "left")
  expect(readPooled(memory, card)).toEqual(alone)
  expect(pooledStamp(meta)).not.toBe(stamp)
  writePooled(meta, "team-a", new Map(), "left")
  expect(readPooled(memory, card)).toBeNull()
})
