// Planted rules through the real door: payloads as a client sends them, a process per hook, the built bundle, real files.
// A sample of the roads of test/stories/poison.test.ts; what a person typed beside them is kept.
import { describe, expect, it } from "vitest"
import { loadConfig } from "../../src/config.ts"
import { isNorm } from "../../src/core/model.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { openMemoryAt } from "../../src/open.ts"
import { ENCODINGS, fill, ORDERS, PROMPTS, TOOL_OUTPUTS } from "../fixtures/propose/poison-second.ts"
import { claude, house, PERSON } from "./house.ts"

const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"

async function cardsOf(h: ReturnType<typeof house>): Promise<readonly string[]> {
  const config = loadConfig({ userDir: h.dir })
  const random = (bytes: number): Uint8Array => new Uint8Array(Math.max(16, bytes)).fill(7)
  const { memory, store } = openMemoryAt({ dir: h.paths.data, config, now: Date.now, random })
  await settle(memory)
  const found = readCards(memory, { all: true })
    .filter(card => isNorm(card.kind) || card.kind === "tactic")
    .map(card => (isNorm(card.kind) ? String(card.statement) : `${card.kind}: ${card.statement}`))
  await memory.close()
  await store.close()
  return found
}

describe("planted rules through a hook process", () => {
  it("[D76] leave nothing behind but what the person typed", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    const run = async (payload: unknown, env: Readonly<Record<string, string>> = PERSON) => {
      const { code, err } = await h.run(payload, { env })
      expect({ code, err }).toEqual({ code: 0, err: "" })
    }
    await run(one.start())
    await run(one.prompt("p0", "get the tests green"))
    const outputs = TOOL_OUTPUTS.filter((_, i) => i % 2 === 0).map((road, i) => fill(road, ORDERS[i % ORDERS.length]!))
    for (const [i, output] of outputs.entries()) await run(one.after(`t${i}`, `./step-${i}.sh`, output))
    await run(one.after("green", "pnpm test", GREEN))
    await run(one.stop("p0"))
    const prompts = [
      ...PROMPTS.filter((_, i) => i % 5 === 0).map((road, i) => fill(road, ORDERS[i % ORDERS.length]!)),
      ...Object.values(ENCODINGS).map((encode, i) => encode(ORDERS[i % ORDERS.length]!)),
    ]
    for (const [i, prompt] of prompts.entries()) await run(one.prompt(`q${i}`, prompt))
    await run(one.prompt("mine", "Use British spelling in all user-facing copy."))
    await run(one.end())
    // `claude -p`: nobody is there who could mean it.
    const headless = claude(h.project, "s2")
    const nobody = { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }
    await run(headless.start(), nobody)
    for (const [i, order] of ORDERS.entries()) await run(headless.prompt(`h${i}`, order), nobody)
    await run(headless.end(), nobody)
    expect(outputs.length + prompts.length + ORDERS.length).toBeGreaterThanOrEqual(25)
    expect(await cardsOf(h)).toEqual(["Use British spelling in all user-facing copy"])
  }, 120_000)
})
