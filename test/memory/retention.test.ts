// Retention after a clock jump: everything looks old, and still little goes at a time, run after run (security.md T-6).
import { describe, expect, it } from "vitest"
import { observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { retain, shrink } from "../../src/memory/forgetting/retention.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { memoryOver, ramPorts } from "../../src/memory/without-disk.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)
const TEXTS = 50

async function remembered(now: () => number): Promise<{ memory: Memory; refs: readonly string[] }> {
  let n = 1
  const memory = memoryOver(ramPorts(), {
    now,
    randomBytes: () => Buffer.from(String(n++).padStart(10, "0").repeat(2)),
    engine: "test",
  })
  const episode = episodeId("claude-code", "s1")
  for (let i = 0; i < TEXTS; i++)
    await memory.record([
      observed(
        "agent.replied",
        { client: "claude-code", session: "s1", record: String(i) },
        { ts: START + i * 1000, episode, scope: null },
        { text: `reply number ${i}`, chars: 14, inputTokens: null, outputTokens: null },
      ),
    ])
  return { memory, refs: memory.parts.log.read(0, 1_000).map(e => String((e.data as { text: string }).text)) }
}

describe("retention", () => {
  it("[security T-6] ten years ahead by mistake: a run forgets at most a tenth, of a small store too", async () => {
    let now = START + DAY
    const { memory, refs } = await remembered(() => now)
    const left = () => refs.filter(ref => memory.parts.blobs.get(ref) !== null).length
    expect(await retain(memory, 30)).toBeNull()
    now = START + 3_650 * DAY
    await retain(memory, 30)
    expect(left()).toBe(TEXTS - TEXTS / 10)
    now = START + DAY
    expect(await retain(memory, 30)).toBeNull()
  })

  it("goes on with the next run, and ends with nothing past its time", async () => {
    const { memory, refs } = await remembered(() => START + 100 * DAY)
    for (let run = 0; run < 40; run++) await retain(memory, 30)
    expect(refs.filter(ref => memory.parts.blobs.get(ref) !== null)).toEqual([])
    expect(await retain(memory, 30)).toBeNull()
  })

  it("[security 23] a store over its cap loses its oldest text, no more than that takes, and at most a tenth", async () => {
    const { memory, refs } = await remembered(() => START + DAY)
    const there = () => refs.map(ref => memory.parts.blobs.get(ref) !== null)
    expect(await shrink(memory, 0)).toBeNull()
    // A reply has some fourteen bytes, of which about a quarter is stored.
    expect((await shrink(memory, 5))?.texts).toBe(2)
    expect(there().indexOf(true)).toBe(2)
    expect((await shrink(memory, 1_000_000))?.texts).toBe(Math.floor((TEXTS - 2) / 10))
    expect(there().indexOf(true)).toBe(2 + Math.floor((TEXTS - 2) / 10))
    expect(there().lastIndexOf(false)).toBeLessThan(there().indexOf(true))
  })
})
