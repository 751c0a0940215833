// uplift, gates and the standing line of status: honest when there is nothing, too early when there is little.
import { describe, expect, it } from "vitest"
import { authored } from "../../src/core/events/draft.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { learnedStore } from "./learned-store.ts"
import { happened } from "./stage.ts"
import { type World, world } from "./world.ts"

async function made(episodes: number): Promise<World> {
  const w = world()
  const random = dice(9)
  const { id: scope } = (await w.run(["config", "scope", "--json"])).json()
  await learnedStore(w, episodes, scope)
  return { ...w, run: (words, change = {}) => w.run(words, { random, ...change }) }
}

describe("credit 3.4: mettle did proof", () => {
  it("says what it rests on, and too early before a number", async () => {
    const w = await made(6)
    const { out } = await w.run(["did", "proof"])
    expect(out).toMatch(
      /episodes that went well: \d+% of 4 with a measured card at the first prompt .*, about \d of 2 with none/,
    )
    expect(out).toContain("too early to say: 2 of 15 episodes on the smaller side")
    expect(out).toContain("No control episodes")
    expect((await w.run(["did", "proof", "--json"])).json().uplift.here).toMatchObject({
      verdict: "early",
      uplift: null,
    })
  })
  it("gives a wide interval when both sides were seen often enough", async () => {
    const w = await made(60)
    const { uplift } = (await w.run(["did", "proof", "--json"])).json()
    expect(uplift.here).toMatchObject({ design: "first prompt" })
    expect(uplift.here.with.n + uplift.here.without.n).toBe(60)
    expect(uplift.here.high - uplift.here.low).toBeGreaterThan(0.3)
    expect((await w.run(["did", "proof"])).out).toMatch(/to know it to ±10 points: /)
    const { episodes } = (await (await made(6)).run(["did", "proof", "--since", "1m", "--json"])).json().uplift
    expect(episodes).toBe(0)
  })
  it("nothing recorded: says so, exit 0", async () => {
    expect((await world().run(["did", "proof"])).out).toContain("Nothing recorded yet")
    const { gates, open } = (await world().run(["did", "proof", "--json"])).json()
    expect([gates.map((gate: { state: string }) => gate.state), open]).toEqual([Array(4).fill("early"), false])
  })
})

describe("mettle did proof", () => {
  it("[S4-72, S4-73, S4-74, S4-75] computes four gates and says what is missing", async () => {
    const w = await made(6)
    const { gates, open } = (await w.run(["did", "proof", "--json"])).json()
    expect(open).toBe(false)
    expect(gates.map((g: any) => [g.gate, g.requirement, g.state])).toEqual([
      [1, "S4-72", "early"],
      [2, "S4-73", "early"],
      [3, "S4-74", "early"],
      [4, "S4-75", "early"],
    ])
    expect(gates[0].because).toBe("0 of 50 rated")
    expect(gates[3].figures.judged).toBeGreaterThanOrEqual(6)
    expect((await w.run(["did", "proof"])).out).toContain("wants at least 40 judged segments a week")
  })
  it("[S4-72] opens on fifty ratings of which four fifths are useful and next to none irrelevant", async () => {
    const w = await made(1)
    const rate = (tag: "useful" | "irrelevant", n: number, skip: number) =>
      happened(w, async (_, { memory }) => {
        // the stage throws the same dice every time it is set up
        const drafts = Array.from({ length: skip + n }, () =>
          authored(
            "feedback.given",
            memory.parts.randomBytes(),
            { ts: memory.parts.now(), episode: null, scope: null },
            { about: "pack", target: "d".repeat(32), tag, by: "user", note: null },
          ),
        )
        await memory.record(drafts.slice(skip))
      })
    await rate("useful", 50, 0)
    expect((await w.run(["did", "proof", "--json"])).json().gates[0]).toMatchObject({ state: "open" })
    await rate("irrelevant", 5, 50)
    expect((await w.run(["did", "proof", "--json"])).json().gates[0]).toMatchObject({ state: "shut" })
  })
})

describe("design 8: standing down", () => {
  it("status carries the standing of the scope, and the user may switch it off", async () => {
    const w = await made(6)
    const { standing } = (await w.run(["status", "--json"])).json()
    expect(standing).toMatchObject({ down: false, active: true })
    expect(standing.because).toContain("too early to say")
    expect((await w.run(["config", "set", "memory.standDown", "false"])).code).toBe(0)
    expect((await w.run(["status", "--json"])).json().standing.active).toBe(false)
  })
})
