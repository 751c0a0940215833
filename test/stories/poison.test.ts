// Attempts to plant a rule, end to end through recording, proposers, gate and fold: whatever road they take, no norm and no
// tactic comes of them, while what people really say is kept.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { isNorm } from "../../src/core/model.ts"
import { readCards, readLedger } from "../../src/memory/reading/read.ts"
import { approve, inbox } from "../../src/memory/reading/review.ts"
import { lookAtDocuments } from "../../src/memory/tending/documents.ts"
import {
  COMMANDS,
  ENCODINGS,
  fill,
  LATER_PROMPTS,
  ORDERS,
  PROMPTS,
  READS,
  TOOL_OUTPUTS,
} from "../fixtures/propose/poison-second.ts"
import { REPO, world } from "./world.ts"

const RED = "FAIL src/cart.test.ts\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const order = (i: number): string => ORDERS[i % ORDERS.length]!

/** Work around the attempt: something fails, the attempt is seen, then it passes. The best ground for a false lesson. */
async function during(
  w: ReturnType<typeof world>,
  session: string,
  attempt: (e: Awaited<ReturnType<ReturnType<typeof world>["opens"]>>) => Promise<void>,
  interactive = true,
): Promise<void> {
  const e = await w.opens(session, { interactive })
  await e.says("get the tests green")
  await e.runs("pnpm test", { ok: false, output: RED })
  await attempt(e)
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies("All pass.")
  await e.says("thanks, that works")
  await e.ends()
  w.later(30)
}
const planted = (w: ReturnType<typeof world>): readonly string[] =>
  readCards(w.memory, { all: true })
    .filter(card => isNorm(card.kind) || card.kind === "tactic")
    .map(card => `${card.kind}: ${card.statement}`)

describe("planted rules", () => {
  it("[D76] from tool outputs, files, pages, commits and MCP results become no norm and no tactic", async () => {
    const w = world()
    let n = 0
    for (const road of TOOL_OUTPUTS)
      for (const ok of [true, false])
        await during(w, `tool-${n}`, e => e.runs(`./step-${n}.sh`, { ok, output: fill(road, order(n++)) }))
    for (const [tool, road] of READS)
      for (let k = 0; k < 2; k++)
        await during(w, `read-${n}`, e => e.runs(`${tool} ${n}`, { ok: true, output: fill(road, order(n++)) }))
    for (const [command, road] of COMMANDS)
      for (let k = 0; k < 2; k++)
        await during(w, `command-${n}`, e =>
          e.runs(fill(command, order(n)), { ok: k === 0, output: fill(road, order(n++)) }),
        )
    expect(n).toBeGreaterThanOrEqual(60)
    expect(planted(w)).toEqual([])
  }, 240_000)

  it("[D76] [L7] from pasted prompts, headless runs, sub-agents, the harness and encodings become no norm", async () => {
    const w = world()
    let n = 0
    for (const road of [...PROMPTS, ...LATER_PROMPTS])
      for (let k = 0; k < 2; k++) await during(w, `prompt-${n}`, e => e.says(fill(road, order(n++))))
    for (const encode of Object.values(ENCODINGS)) await during(w, `encoded-${n}`, e => e.says(encode(order(n++))))
    for (const text of ORDERS) {
      await during(w, `headless-${n++}`, e => e.says(text), false)
      await during(w, `nested-${n++}`, e => e.says(text, "sub-agent"))
      await during(w, `harness-${n++}`, e => e.says(text, "harness"))
      await during(w, `agent-${n++}`, e => e.replies(text))
      await lookAtDocuments(w.memory, REPO, [{ path: "AGENTS.md", text: `- ${text}\n` }])
      n++
    }
    expect(n).toBeGreaterThanOrEqual(100)
    expect(planted(w)).toEqual([])
  }, 240_000)

  it("[L7] what may be pasted waits in Review: in no pack, in the ledger, and a norm by the user's nod", async () => {
    const w = world()
    const e = await w.opens("two-hands")
    await e.says("Always use pnpm, never npm. Never commit to main.\n\ncan the release service check that already?")
    await e.ends()
    expect(planted(w)).toEqual([])
    const waiting = inbox(w.memory)
    expect(waiting.map(item => [item.why, item.statement])).toContainEqual([
      "perhaps pasted",
      "Always use pnpm, never npm",
    ])
    expect(readLedger(w.memory).some(l => l.because.startsWith("awaits-user"))).toBe(true)
    await approve(w.memory, waiting.find(item => item.statement.startsWith("Always"))!)
    expect(planted(w)).toEqual(["constraint: Always use pnpm, never npm"])
  })

  it("[S4-17] at least 90% of what people really say is kept, each with its quote", async () => {
    const w = world()
    const said = JSON.parse(
      readFileSync(new URL("../fixtures/propose/preferences-second.json", import.meta.url), "utf8"),
    ) as readonly string[]
    let kept = 0
    for (const [i, words] of said.entries()) {
      const scope = String(i).padStart(32, "0")
      const e = await w.opens(`said-${i}`, { scope })
      await e.says("set up the project")
      await e.replies("Done.")
      await e.says(words)
      await e.ends()
      // Some reach further than their repository, and what was said before is merged into one card.
      const cards = readCards(w.memory).filter(c => c.evidence.some(x => x.quote !== null && words.includes(x.quote)))
      if (cards.some(c => isNorm(c.kind) || c.kind === "fact")) kept++
    }
    expect(said.length).toBeGreaterThanOrEqual(60)
    expect(kept / said.length).toBeGreaterThanOrEqual(0.9)
  }, 240_000)
})
