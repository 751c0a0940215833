// The point of it all: an outcome changes what is shown next. One story through all nine questions.
import { describe, expect, it } from "vitest"
import { CHOOSE } from "../../src/core/learn/choose.ts"
import { turnsOf } from "../../src/core/views/episode/judging.ts"
import { episodeOf } from "../../src/core/views/read.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { cite, suggest } from "../../src/proposers/proposer.ts"
import { REPO, world } from "./world.ts"

const PROMPT = "deploy the billing service to staging"
const BAD = "the billing service deploys to staging with make ship"
const GOOD = "the billing service reads its staging config from vault"

/** Both things stand in a tool's output: facts with a citation, not norms, so they have to prove themselves. */
async function teach(w: ReturnType<typeof world>): Promise<void> {
  const e = await w.opens("teach")
  await e.says("look around")
  for (const fact of [BAD, GOOD]) await e.runs("cat docs/deploy.md", { ok: true, output: fact })
  w.memory.catchUp()
  const seen = { episode: episodeOf(w.memory.views, e.id)!, hash: (text: string) => w.memory.parts.blobs.hash(text) }
  const tools = turnsOf(w.memory.context(), e.id)[0]!.tools
  await w.memory.record(
    tools.map((tool, i) => {
      const text = [BAD, GOOD][i]!
      return suggest({ name: "reader", version: 1, provenance: "words" as const }, seen, {
        kind: "fact",
        statement: text,
        turn: 0,
        at: tool.at,
        evidence: [cite(seen, "tool_output", tool.event, tool.output!, text)],
      })
    }),
  )
  await e.ends()
  expect(readCards(w.memory).map(c => [c.kind, c.stage, c.source])).toEqual([
    ["fact", "active", "extracted"],
    ["fact", "active", "extracted"],
  ])
}

/** A pack that showed this one card. */
const showing = (w: ReturnType<typeof world>, episode: string, card: string, n: number) =>
  w.authored(
    "pack.built",
    Buffer.from(String(n).padStart(16, "0")),
    { ts: w.now(), episode, scope: REPO },
    {
      asOf: 0,
      placement: "prompt",
      prompt: null,
      call: null,
      rule: "pooled-thompson@2",
      preset: "mettle",
      seed: "s",
      posterior: null,
      draws: 200,
      tokens: 20,
      chars: 80,
      slots: 5,
      intent: null,
      hasError: false,
      promptChars: PROMPT.length,
      shortlist: [
        {
          card,
          hash: "h",
          slot: "facts",
          score: 0.8,
          lexical: 0.8,
          semantic: 0,
          rank: 0,
          tokens: 20,
          shown: true,
          mode: 1,
          reason: null,
          chance: 0.5,
        },
      ],
    },
  )

/** Episodes whose work fails whenever the bad card was shown, and else mostly succeeds. */
async function live(
  w: ReturnType<typeof world>,
  episodes: number,
  from: number,
): Promise<{ bad: number; good: number }> {
  let bad = 0
  let good = 0
  for (let i = from; i < from + episodes; i++) {
    const e = await w.opens(`loop-${i}`)
    await e.says(PROMPT)
    const pack = await e.pack(PROMPT)
    const misled = pack.includes("make ship")
    bad += misled ? 1 : 0
    good += pack.includes("vault") ? 1 : 0
    const ok = !misled && i % 7 !== 0
    await e.runs(
      "pnpm test",
      ok
        ? { ok: true, output: "Tests: 7 passed, 7 total" }
        : { ok: false, output: "Error: boom\nTests: 3 failed, 7 total" },
    )
    await e.replies(ok ? "Deployed." : "It failed.")
    await e.says(ok ? "great, that works, thanks" : "no, that is wrong, it does not work")
    await e.ends()
    w.later(60 * 12)
  }
  return { bad, good }
}

describe("the loop", () => {
  it("[L9, L10] a card that misleads loses its showings; one that does no harm keeps them; a rebuild agrees", async () => {
    // Without the caution that keeps unproven cards mostly out at first, so that a short story shows the whole arc.
    const w = world({
      params: { "pooled-thompson": { choose: { ...CHOOSE, caution: 0, cautionLater: 0, pool: 0, margin: -0.06 } } },
    })
    await teach(w)
    const early = await live(w, 12, 0)
    await live(w, 60, 12)
    const end = await live(w, 20, 72)
    expect(early.bad, "shown at first").toBeGreaterThanOrEqual(2)
    expect(end.bad, "the one that misleads is hardly shown").toBeLessThanOrEqual(2)
    expect(end.good, "the other is still shown").toBeGreaterThanOrEqual(10)
    const cards = readCards(w.memory)
    const value = (words: string) => cards.find(c => c.statement?.includes(words))?.value
    expect(value("make ship")!.mean).toBeLessThan(value("vault")!.mean)
    expect(value("make ship")!.harm).toBeGreaterThan(value("make ship")!.help)
    expect(TABLE.credit.list(w.memory.views).length).toBeGreaterThan(0)
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("[L9] at the shipped settings, the same showings with other outcomes make another next pack", async () => {
    // Two logs that differ in nothing but how the work went while the card was in front of the agent.
    const chanceWhen = async (ok: boolean): Promise<number> => {
      const w = world()
      await teach(w)
      const card = readCards(w.memory).find(c => c.statement === BAD)!.id
      for (let i = 0; i < 12; i++) {
        const e = await w.opens(`shown-${i}`)
        await e.says(PROMPT)
        await w.memory.record([showing(w, e.id, card, i)])
        await e.runs(
          "pnpm test",
          ok ? { ok, output: "Tests: 7 passed, 7 total" } : { ok, output: "Tests: 3 failed, 7 total" },
        )
        await e.replies("Done.")
        await e.says(ok ? "great, that works, thanks" : "no, that is wrong, it does not work")
        await e.ends()
        w.later(60 * 12)
      }
      let chance = 0
      for (let i = 0; i < 40; i++) {
        const pack = await w.packFor(PROMPT)
        chance += [...pack.items, ...pack.leftOut].find(x => x.card === card)!.chance / 40
      }
      return chance
    }
    const [failed, worked] = [await chanceWhen(false), await chanceWhen(true)]
    expect(worked - failed, `chance ${failed} after failures, ${worked} after successes`).toBeGreaterThan(0.2)
  })

  it("[design 4] under plain the same outcomes change nothing", async () => {
    const w = world({ preset: "plain" })
    await teach(w)
    const early = await live(w, 10, 0)
    const end = await live(w, 10, 40)
    expect(end).toEqual(early)
    expect(early.bad).toBe(10)
  })
})
