// The live feed: one line per message, independent readers, bounded, with a count of what was dropped.
import { describe, expect, it } from "vitest"
import { type FeedLine, openFeed } from "../../src/memory/reading/history.ts"
import { world } from "../stories/world.ts"

async function take(lines: AsyncIterable<FeedLine>, n: number): Promise<readonly FeedLine[]> {
  const taken: FeedLine[] = []
  for await (const line of lines) if (taken.push(line) === n) break
  return taken
}

describe("live feed", () => {
  it("[S2-06, S2-58, S2-70, S2-72] gives each message with its context, to every reader", async () => {
    const w = world()
    const stop = new AbortController()
    const first = openFeed(w.memory, { from: 0, signal: stop.signal })
    const second = openFeed(w.memory, { from: 0, signal: stop.signal })
    const e = await w.opens("one")
    await e.says("run the tests")
    await e.runs("pnpm test", { ok: false, output: "Tests: 1 failed, 1 total" })
    await e.replies("One fails.")
    const seen = await take(first.lines, 3)
    expect(seen.map(line => line.episode)).toEqual([e.id, e.id, e.id])
    const told = w.memory.parts.log.readEpisode(e.id).filter(event => /submitted|finished|replied/.test(event.type))
    expect(seen.map(({ event, seq, at }) => [event, seq, at])).toEqual(told.map(({ id, seq, ts }) => [id, seq, ts]))
    expect(seen[2]).toMatchObject({ client: "claude-code", message: 3, failStreak: 1 })
    expect(await take(second.lines, 3)).toHaveLength(3)
    stop.abort()
  })

  it("[D34] drops the oldest when nobody reads, and counts them", async () => {
    const w = world()
    const stop = new AbortController()
    const feed = openFeed(w.memory, { from: 0, signal: stop.signal, most: 2 })
    const e = await w.opens("one")
    await e.says("look around")
    for (let i = 0; i < 6; i++) await e.runs("ls", { ok: true })
    stop.abort()
    const rest: FeedLine[] = []
    for await (const line of feed.lines) rest.push(line)
    expect(rest.length).toBeLessThanOrEqual(2)
    expect(rest.length + feed.dropped()).toBe(7)
  })
})
