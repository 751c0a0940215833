// What teammates saw, as a pack reads it: taken in once per change, for all cards at once or for those at hand.
import { describe, expect, it } from "vitest"
import { marginalOf, newLearner } from "../../src/core/learn/learner.ts"
import { LEARN } from "../../src/core/learn/params.ts"
import { LearnState, learnerIn, type Posterior } from "../../src/core/learn/state.ts"
import type { CardView } from "../../src/core/views/state.ts"
import { type PooledRead, pooledStamp, readPooled, withTeam, writePooled } from "../../src/memory/packs/pooled.ts"
import { world } from "../stories/world.ts"

const card = (n: number): CardView =>
  ({
    ...{ id: n.toString(16).padStart(32, "0"), kind: "fact", source: "extracted", proposer: "docs@1" },
    ...{ pinned: false, confirmed: false },
  }) as unknown as CardView
const row = (pull: number): PooledRead => ({
  others: { precision: 20, pull },
  ...{ people: 3, sessions: 9, n: 9, source: "extracted" },
  team: {
    ...{ mean: 0, sd: 1, n: 9, help: 0, nothing: 1, harm: 0, verdict: "early" },
    ...{ people: 3, sessions: 9 },
  },
})
const of = (n: number, pull: number) => new Map(Array.from({ length: n }, (_, i) => [card(i).id, row(pull)] as const))
const params = { learn: LEARN }
const effect = (belief: Posterior | undefined, n: number) =>
  marginalOf(learnerIn(belief), `d:${card(n).id}`, LEARN.card)[0]

describe("[S2-58] what teammates saw", () => {
  it("is taken into a belief once: the next prompt finds it made, a change of either makes it anew", () => {
    const { memory } = world()
    const { meta } = memory.parts
    const own = new LearnState(newLearner())
    expect(withTeam(memory, own, [card(0)], params)).toBe(own)
    writePooled(meta, "blue", of(5, -20), "one")
    const belief = withTeam(memory, own, [card(0)], params)
    expect(effect(belief, 0)).toBeLessThan(0)
    expect(withTeam(memory, own, [card(3), card(4)], params)).toBe(belief)
    expect(withTeam(memory, new LearnState(newLearner()), [card(0)], params)).not.toBe(belief)
    writePooled(meta, "blue", of(5, 20), "two")
    expect(effect(withTeam(memory, own, [card(0)], params), 0)).toBeGreaterThan(0)
    writePooled(meta, "blue", new Map(), "left")
    expect(effect(withTeam(memory, own, [card(0)], params), 0)).toBe(0)
    expect(readPooled(memory, card(0).id)).toBeNull()
  })

  it("of many cards is taken in for those at hand, to the same effect", () => {
    const { memory } = world()
    writePooled(memory.parts.meta, "blue", of(400, -20), "many")
    const own = new LearnState(newLearner())
    const belief = learnerIn(withTeam(memory, own, [card(7), card(9)], params))
    expect([belief.index.has(`d:${card(7).id}`), belief.index.has(`d:${card(8).id}`)]).toEqual([true, false])
    expect(effect(withTeam(memory, own, [card(7)], params), 7)).toBeLessThan(0)
  })

  it("two teams at once: the same stamp never stands for two states", () => {
    const { memory } = world()
    const { meta } = memory.parts
    const stamps = new Set<string | null>()
    for (const [team, stamp, n] of [
      ["blue", "b", 1],
      ["red", "r1", 2],
      ["blue", "b", 1],
      ["red", "r2", 3],
      ["blue", "b", 1],
    ] as const) {
      writePooled(meta, team, new Map([...of(n, 1)].slice(n - 1)), stamp)
      stamps.add(pooledStamp(meta))
    }
    expect(stamps.size).toBe(3)
  })
})
