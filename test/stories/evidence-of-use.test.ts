// Presence earns nothing by itself; use counts. A card named, quoted or followed is seen to be, in the turn, the receipt and the
// learner; a hold whose remedy then works is the card's doing.
import { describe, expect, it } from "vitest"
import type { Draft } from "../../src/core/events/draft.ts"
import { turnsOf } from "../../src/core/views/episode/judging.ts"
import { episodeOf } from "../../src/core/views/read.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { readReceipt } from "../../src/memory/measuring/receipt.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { cardShort, findCard, readCards } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { toldFact } from "./told-fact.ts"
import { REPO, world } from "./world.ts"

type W = ReturnType<typeof world>
const RED = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const FIX = "docker compose up -d redis"

async function failThenFix(w: W, session: string): Promise<void> {
  const e = await w.opens(session)
  await e.says("run the tests")
  await e.runs("pnpm test", { ok: false, output: RED })
  await e.runs(FIX, { ok: true, output: "Container redis started" })
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies("Redis was not running; tests pass now.")
  await e.ends()
  w.later(60 * 24)
}
/** A call is about to run and may be held; what was answered is logged. */
async function asks(w: W, episode: string, command: string): Promise<boolean> {
  w.memory.catchUp()
  const action = { command, path: null, content: null, error: null }
  const { draft, hold } = checkAction(w.memory, { scope: REPO, episode, action, mode: "hold" })
  if (draft) await w.memory.record([draft as Draft])
  w.memory.catchUp()
  return hold !== null
}
const citedIn = (w: W, episode: string) => turnsOf(w.memory.context(), episode).map(t => t.cited)
const receiptOf = (w: W, episode: string) => readReceipt(w.memory, episodeOf(w.memory.views, episode)!)

/** Two sessions teach the failure and its fix; in a third the call is held, and `then` runs. */
async function held(then: readonly (readonly [string, boolean])[]) {
  const w = world()
  await failThenFix(w, "one")
  await failThenFix(w, "two")
  const card = readCards(w.memory)[0]!
  const e = await w.opens("three")
  await e.says("are the cart tests green?")
  expect(await asks(w, e.id, "pnpm test")).toBe(true)
  for (const [command, ok] of then) await e.runs(command, { ok, output: ok ? GREEN : RED })
  await e.replies("All green.")
  await e.ends()
  return { w, card, e }
}

describe("evidence of use", () => {
  it("[N6] a hold whose remedy then works is credited: in the turn, on the receipt, in what the card is worth", async () => {
    const { w, card, e } = await held([
      [FIX, true],
      ["pnpm test", true],
    ])
    expect(citedIn(w, e.id)).toEqual([
      [{ card: card.id, how: "followed", event: expect.any(String), held: true, worked: true }],
    ])
    const receipt = receiptOf(w, e.id)
    const share = receipt.cards.find(c => c.card === card.id)
    expect(share?.amount).toBeGreaterThan(0)
    expect(receipt.shared + receipt.rest).toBeCloseTo(receipt.observed!, 9)
    expect(receipt.parts[0]!.prompts[0]!.used).toMatchObject([
      { short: card.short, because: "held a call, then followed, which worked" },
    ])
    expect(receipt.parts[0]!.prompts[0]!.shares[0]!.because).toContain("held a call, then followed, which worked")
    expect(findCard(w.memory, card.id).value).toMatchObject({ n: 1 })
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("[N6] a hold after which nobody did what it says earns nothing", async () => {
    const { w, card, e } = await held([["pnpm test", true]])
    expect(citedIn(w, e.id)).toEqual([[]])
    expect(receiptOf(w, e.id).cards.filter(c => c.card === card.id)).toEqual([])
  })

  const FACT = "the billing service deploys to staging with `make ship`, and the report lies in out/ship.log"
  async function shown(says: string, runs: readonly string[], reply: (short: string) => string, first: string[] = []) {
    const w = world()
    const card = await toldFact(w, "cat docs/deploy.md", FACT)
    const e = await w.opens("work")
    await e.says("have a look around")
    for (const command of first) await e.runs(command, { ok: true })
    await e.says(says)
    const asked = { scope: REPO, episode: e.id, placement: "prompt" as const, prompt: says }
    const { draft } = makePack(w.memory, asked)
    const shortlist = draft.data.shortlist.map(line => ({ ...line, shown: true, chance: 0.5 }))
    expect(shortlist.map(line => line.card)).toContain(card.id)
    await w.memory.record([{ ...draft, data: { ...draft.data, shortlist } } as Draft])
    for (const command of runs) await e.runs(command, { ok: true })
    await e.replies(reply(cardShort(card)))
    await e.ends()
    return { w, card, e }
  }
  async function uses(...told: Parameters<typeof shown>) {
    const { w, card, e } = await shown(...told)
    return citedIn(w, e.id)
      .flat()
      .filter(use => use.card === card.id)
      .map(use => [use.how, use.worked])
  }
  const done = () => "It is on staging."

  it("[S2-75] is seen when a card is named, quoted or followed, and not when it was only there", async () => {
    const ask = "bring billing to staging"
    expect(await uses(ask, ["ls"], done)).toEqual([])
    expect(await uses(ask, ["ls"], short => `Went by ${short}: it is on staging.`)).toEqual([["named", null]])
    expect(await uses(ask, ["ls"], () => "The notes say the billing service deploys to staging with make.")).toEqual([
      ["quoted", null],
    ])
    expect(await uses(ask, ["make ship"], done)).toEqual([["followed", true]])
  })

  it("[H5] is read out of a reply once: folded again it comes out the same, and no reply is opened", async () => {
    const { w, e } = await shown("bring billing to staging", ["ls"], short => `Went by ${short}: it is on staging.`)
    const replies = new Set(turnsOf(w.memory.context(), e.id).map(turn => turn.reply))
    const opened: string[] = []
    const blobs = w.memory.parts.blobs as { get: (ref: string) => string | null }
    const { get } = blobs
    blobs.get = ref => {
      opened.push(ref)
      return get(ref)
    }
    w.memory.letGo()
    expect(checkRebuild(w.memory).equal).toBe(true)
    expect(citedIn(w, e.id).flat()).toMatchObject([{ how: "named" }])
    expect(opened.filter(ref => replies.has(ref))).toEqual([])
  })

  it("[S2-75] is not seen where the prompt said it itself, or where it was done before the card was there", async () => {
    expect(await uses("bring billing to staging with make ship", ["make ship"], done)).toEqual([])
    expect(await uses("bring billing to staging", ["make ship"], done, ["make ship"])).toEqual([])
  })

  it("a prompt at which a card was in use teaches more of it than one where it was only there", async () => {
    const worth = async (reply: (short: string) => string) => {
      const { w, card } = await shown("bring billing to staging", ["pnpm test"], reply)
      return findCard(w.memory, card.id).value!.mean
    }
    const there = await worth(done)
    expect(await worth(short => `Went by ${short}.`)).toBeGreaterThan(there + 1e-4)
  })

  it("a norm that was broken and is then kept was obeyed", async () => {
    const w = world()
    const t = await w.opens("taught")
    await t.says("look around")
    await t.says("never use npm, always use pnpm")
    await t.replies("ok")
    await t.ends()
    w.later(60)
    const e = await w.opens("work")
    await e.says("add zod")
    await e.pack("add zod")
    await e.runs("npm install zod", { ok: true })
    await e.says("no, as I said")
    await e.runs("pnpm add zod", { ok: true })
    await e.replies("done")
    await e.ends()
    expect(citedIn(w, e.id).map(uses => uses.map(use => use.how))).toEqual([[], ["obeyed"]])
  })
})
