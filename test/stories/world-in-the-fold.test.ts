// A world lived through by the product, and the same world told to the rules as records: both give the same numbers, so that the
// short way of the credit bench measures what people run.
import { describe, expect, it } from "vitest"
import { foldRun } from "../../bench/credit/fold-run.ts"
import { topK } from "../../bench/credit/policies.ts"
import { factsOf, learnerRun, runEpisode, SAME, type World } from "../../bench/credit/short-way.ts"
import { LAPSE, lapseWorld } from "../../bench/credit/small-world.ts"
// @ts-expect-error a world is plain JavaScript
import { makeWorld } from "../../bench/worlds/courtyard.mjs"

const EPISODES = 36
const courtyard = (): World => makeWorld({ seed: 9001, episodes: EPISODES }) as World
const lapse = (): World => lapseWorld(LAPSE)
/** the bench's world for every preset whose short way is taken, and a small one */
const CASES = [...SAME.map(preset => [preset, courtyard] as const), [LAPSE.preset, lapse] as const]

describe("a world in the fold", () => {
  it.each(CASES)(
    "teaches %s the same of every card as its records do [R8]",
    async (preset, world) => {
      const cards = factsOf(world())
      const short = learnerRun(preset, cards, 1)
      const fold = await foldRun(preset, world())
      for (let ep = 0; ep < EPISODES; ep++) {
        short.take(runEpisode(world(), ep, topK).record)
        await fold.live(ep, topK)
      }
      await fold.end()
      const moved = cards.filter(c => short.ask(c.id).n > 0)
      expect(moved.length).toBeGreaterThan(cards.length / 3)
      for (const c of cards) {
        expect(fold.ask(c.id).mean).toBeCloseTo(short.ask(c.id).mean, 7)
        expect(fold.ask(c.id).sd).toBeCloseTo(short.ask(c.id).sd, 7)
        expect(fold.ask(c.id).n).toBe(short.ask(c.id).n)
      }
    },
    120_000,
  )

  it.each(CASES)(
    "shows the same cards when %s chooses, given the same luck [R8]",
    async (preset, world) => {
      const cards = factsOf(world())
      const fold = await foldRun(preset, world())
      const luck: { readonly seeds: readonly string[]; readonly episode: string }[] = []
      const short = learnerRun(preset, cards, 1, (ep, idx) => [luck[ep]!.seeds[idx]!, luck[ep]!.episode])
      let shown = 0
      for (let ep = 0; ep < EPISODES; ep++) {
        const lived = await fold.live(ep, null)
        luck.push(lived)
        const { record } = runEpisode(world(), ep, short.policy)
        const mine = record.prompts.flatMap(p => p.cand.filter(c => c.shown).map(c => c.id))
        expect([...lived.shown].sort()).toEqual(mine.sort())
        short.take(record)
        shown += mine.length
      }
      expect(shown).toBeGreaterThan(10)
    },
    120_000,
  )
})
