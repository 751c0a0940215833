// The machine evolver: every prompt's feedback, the first one too, calls, errors, edits and files make one score; each card shown takes
// its share of it by the calls that followed it, and comes back in that order.
import { describe, expect, it } from "vitest"
import type { Evidence } from "../../src/core/model.ts"
import { preset } from "../../src/core/rules/registry.ts"
import { episodeOf } from "../../src/core/views/read.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { readPatterns } from "../../src/memory/acting/rule-params.ts"
import { readReceipt } from "../../src/memory/measuring/receipt.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { cite, type Proposer, suggest } from "../../src/proposers/proposer.ts"
import { REPO, world } from "./world.ts"

const DAY = 24 * 60
/** Proposes what a tool printed, word for word. */
const printed: Proposer = {
  name: "printed",
  version: 1,
  provenance: "words",
  propose: seen =>
    seen.turns.flatMap(turn =>
      turn.tools.flatMap(tool => {
        const text = tool.output === null ? null : seen.text(tool.output)
        if (text === null || !text.startsWith("The ") || !seen.fresh(tool.event)) return []
        const evidence: Evidence[] = [cite(seen, "tool_output", tool.event, tool.output!, text)]
        return [suggest(printed, seen, { kind: "fact", statement: text, turn: turn.index, at: tool.at, evidence })]
      }),
    ),
}
const SHIP = "The billing service ships to staging with make ship"
const VAULT = "The invoice worker reads its password from vault"

async function known() {
  const w = world({ preset: "evolver" })
  const e = await w.opens("learn")
  await e.says("look around")
  for (const output of [SHIP, VAULT]) await e.runs("cat notes", { ok: true, output })
  await settle(w.memory, [printed])
  await e.ends()
  w.later(DAY)
  return w
}
const receipt = (w: Awaited<ReturnType<typeof known>>, id: string) =>
  readReceipt(w.memory, episodeOf(w.memory.views, id)!)

describe("signals", () => {
  it("[S0-14, S0-19, S0-23, S0-35, S0-43, S0-47] the outcome carries its signals object: first prompt, two-word errors, files, patterns", async () => {
    const w = await known()
    const e = await w.opens("one")
    await e.says("great, that helps; now write the loader")
    await e.edits("src/loader.ts")
    await e.edits("src/loader.ts")
    await e.edits("src/key.ts")
    await e.runs("cat /root/key", { ok: false, output: "Permission denied" })
    await e.runs("pnpm lint", { ok: true, output: "0 errors" })
    await e.says("start over, please")
    await e.says("describe billing invoices")
    await e.ends()
    const { signals, verdict } = receipt(w, e.id)
    expect(signals).toEqual({
      tool_success_rate: 3 / 5,
      // "denied" fails a call and is no error; "0 errors" is one (C0-13, C0-17)
      error_count: 1,
      made_edits: true,
      edit_count: 3,
      files_touched: 2,
      user_feedback: [
        expect.objectContaining({ type: "explicit_positive", sentiment: 1, confidence: 0.9, prompt_index: 0 }),
        expect.objectContaining({ type: "explicit_negative", sentiment: 0, confidence: 0.9, prompt_index: 1 }),
        { type: "neutral", sentiment: 0.5, confidence: 0.5, prompt_index: 2, matched_patterns: [] },
      ],
      avg_sentiment: 0.5,
      session_continued: true,
      prompt_count: 3,
    })
    const [first, second] = (signals as { user_feedback: { matched_patterns: string[] }[] }).user_feedback
    expect(first!.matched_patterns).toEqual([expect.stringContaining("thanks|thank you|perfect|great")])
    expect(second!.matched_patterns).toEqual([expect.stringContaining("try again|start over")])
    // 0.25 · 0.6 + 0.35 · 0.5 + 0.2 · 0.8 + 0.2 · 0.8 = 0.645: one error, not two, and the first prompt's word
    expect(episodeOf(w.memory.views, e.id)!.p).toBeCloseTo(0.645, 9)
    expect(verdict).toBe("mixed")
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
  })

  it("[S0-35] the first prompt alone moves the score; [S0-47] a session without a call did not go on", async () => {
    const w = await known()
    const score = async (session: string, words: string) => {
      const e = await w.opens(session)
      await e.says(words)
      await e.ends()
      return [episodeOf(w.memory.views, e.id)!.p, receipt(w, e.id).signals!.session_continued]
    }
    expect(await score("glad", "this works, thanks; what next?")).toEqual([expect.closeTo(0.86, 9), false])
    expect(await score("plain", "what comes next?")).toEqual([expect.closeTo(0.685, 9), false])
    expect(await score("sad", "this is broken")).toEqual([expect.closeTo(0.51, 9), false])
  })

  it("[S0-14, S0-43] `mettle patterns` lists its own, by the names that readings give as their reason", () => {
    const own = readPatterns({ preset: preset("evolver") }).filter(p => p.from === "preset")
    expect(own.map(p => p.id)).toEqual(
      expect.arrayContaining(["positive-1", "positive-2", "negative-1", "negative-2", "word denied"]),
    )
    expect(own.find(p => p.id === "negative-2")!.says).toContain("start over")
  })
})

/** What a prompt with room for one fact is given; logged as shown. */
async function shown(w: Awaited<ReturnType<typeof known>>, episode: string, prompt: string) {
  const limits = { slots: { norms: 0, negatives: 0, tactics: 0, facts: 1 } }
  const { pack, draft } = makePack(w.memory, { scope: REPO, episode, placement: "prompt", prompt, limits })
  await w.memory.record([draft])
  w.memory.catchUp()
  return pack.items.map(item => item.statement)
}

/** Both facts, in the order in which a prompt that asks for both is given them. */
async function inPack(w: Awaited<ReturnType<typeof known>>): Promise<[string, string]> {
  const asks = "the billing service ships to staging; the invoice worker reads its password"
  const items = (await w.packFor(asks)).items.map(item => item.statement).filter(s => s === SHIP || s === VAULT)
  expect(items).toHaveLength(2)
  return items as [string, string]
}

describe("credit", () => {
  it("[S0-02, S0-16, S0-41, S0-52..57] is shared by signals: the card that came after the failures takes more, and comes first in the next pack", async () => {
    const w = await known()
    const [early, late] = await inPack(w)
    for (let i = 0; i < 3; i++) {
      const e = await w.opens(`one ${i}`)
      await e.says(early)
      expect(await shown(w, e.id, early)).toEqual([early])
      for (let n = 0; n < 4; n++) await e.runs("make try", { ok: false, output: "error: try failed" })
      await e.says(late)
      expect(await shown(w, e.id, late)).toEqual([late])
      await e.runs("make ship", { ok: true, output: "shipped" })
      await e.ends()
      const { cards, parts } = receipt(w, e.id)
      const share = (statement: string) => cards.find(card => card.statement === statement)!.amount
      expect(share(late)).toBeGreaterThan(share(early))
      const reasons = parts.flatMap(p => p.prompts.flatMap(q => q.shares.map(s => s.because)))
      expect(reasons).toEqual([
        expect.stringMatching(/^tool_success=20%, user_sentiment=\d+%$/),
        expect.stringMatching(/^tool_success=100%, user_sentiment=\d+%$/),
      ])
      w.later(DAY)
    }
    expect(await inPack(w)).toEqual([late, early])
    // each prompt knows what was in the agent's hands before it
    const active = TABLE.record.list(w.memory.views).map(([, { prompts }]) => prompts.map(p => p.nActive))
    expect(active.slice(-3)).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
  })

  it("[S0-03, S0-55] words alone turn the order: who was praised over a failed call passes who was scolded over calls that all went well", async () => {
    const w = await known()
    const [scolded, praised] = await inPack(w)
    const lives = async (session: string, card: string, words: string, ends: string, ok: boolean) => {
      const e = await w.opens(session)
      await e.says(`${words}: ${card}`)
      expect(await shown(w, e.id, card)).toEqual([card])
      await e.runs("make try", ok ? { ok, output: "tried" } : { ok, output: "error: no try" })
      await e.runs("make ship", { ok: true, output: "shipped" })
      await e.says(ends)
      await e.ends()
      w.later(DAY)
      return receipt(w, e.id).cards.find(({ statement }) => statement === card)!.amount
    }
    for (let i = 0; i < 3; i++) {
      // 0.7 · (0.6 · 0.51 + 0.4 · 1) + 0.3 · 0, as 2c − 1; by calls and score alone it would be 0.706 against 0.617
      expect(await lives(`scolded ${i}`, scolded, "this is wrong", "this is broken", true)).toBeCloseTo(-0.0116, 9)
      expect(await lives(`praised ${i}`, praised, "great", "perfect, thanks", false)).toBeCloseTo(0.4638, 9)
    }
    expect(await inPack(w)).toEqual([praised, scolded])
  })
})
