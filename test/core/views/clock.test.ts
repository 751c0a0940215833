// The fold's clock: a time after its recording counts for nothing, a leap needs a second episode, the past closes what is past.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Draft, observed } from "../../../src/core/events/draft.ts"
import { episodeId } from "../../../src/core/ids.ts"
import { setAsideTimes } from "../../../src/core/views/clock.ts"
import { canonical } from "../../../src/core/views/dump.ts"
import { clockOf, episodeOf } from "../../../src/core/views/read.ts"
import type { Rows } from "../../../src/core/views/rows.ts"
import { TABLE } from "../../../src/core/views/tables.ts"
import { note } from "../../../src/memory/acting/acts.ts"
import { checkRebuild } from "../../../src/memory/rebuild.ts"
import { settle } from "../../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../../src/memory/without-disk.ts"
import { type Move, moves, type Teller, tell } from "./random-log.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1)

/** Everything folded, but for the note that a time was set aside. */
const folded = (rows: Rows): readonly string[] =>
  [...rows.tables()]
    .filter(table => table !== TABLE.setAside.name)
    .flatMap(table => rows.range(table, "", "\x7f").map(([key, value]) => `${table} ${key} ${canonical(value)}`))

/** Plays moves; the drafts of the `wrong`th say they are from later than they are. */
async function play(story: readonly Move[], wrong: number, ahead: number) {
  const teller: Teller = {
    ...{ now: START, n: 0, acts: [] },
    cards: () => TABLE.card.list(memory.views).map(([id]) => id),
  }
  const memory = memoryOver(ramPorts(), { now: () => teller.now, randomBytes: dice(), engine: "test" })
  for (const [i, move] of story.entries()) {
    const drafts = tell(teller, move)
    const said: readonly Draft[] = i === wrong ? drafts.map(draft => ({ ...draft, ts: draft.ts + ahead })) : drafts
    if (said.length > 0) await memory.record(said)
    if (i % 7 === 3) await settle(memory)
  }
  memory.catchUp()
  return memory
}

/** One episode after another, in a memory whose clock is set by hand. */
function stage() {
  let now = START
  const memory = memoryOver(ramPorts(), { now: () => now, randomBytes: dice(), engine: "test" })
  const id = (session: string) => episodeId("claude-code", session)
  const happens = async (session: string, ...prompts: string[]) => {
    for (const [n, prompt] of prompts.entries()) {
      const source = { client: "claude-code", session, record: `${now} ${n}` }
      const data = { author: "user", prompt, chars: prompt.length } as const
      await memory.record([observed("prompt.submitted", source, { ts: now, episode: id(session), scope: null }, data)])
      now += 60_000
    }
    memory.catchUp()
  }
  return {
    ...{ memory, happens, rows: memory.views },
    episode: (session: string) => episodeOf(memory.views, id(session))!,
    set: (to: number) => {
      now = to
    },
    now: () => now,
  }
}

describe("a time that cannot be", () => {
  it("[R4] any event that says it is from later than its recording is folded as if it were from then", async () => {
    await fc.assert(
      fc.asyncProperty(
        moves(40),
        fc.nat(39),
        fc.integer({ min: 2 * HOUR, max: 10 * 365 * DAY }),
        async (story, at, ahead) => {
          const wrong = at % story.length
          const [right, off] = [await play(story, -1, 0), await play(story, wrong, ahead)]
          expect(folded(off.views)).toEqual(folded(right.views))
        },
      ),
      { numRuns: 25 },
    )
  })

  it("[R4] it is noted, with the time given and the time used", async () => {
    const s = stage()
    await s.happens("a", "hello")
    const now = s.now()
    const source = { client: "claude-code", session: "a", record: "far" }
    const where = { ts: now + 5 * 365 * DAY, episode: episodeId("claude-code", "a"), scope: null }
    await s.memory.record([
      observed("agent.replied", source, where, { text: "x", chars: 1, inputTokens: null, outputTokens: null }),
    ])
    s.memory.catchUp()
    expect(setAsideTimes(s.rows)).toEqual({ count: 1, seq: 2, ts: where.ts, used: now })
    expect(clockOf(s.rows)).toBe(now)
    // A clock that is a little ahead is no reason to doubt.
    const soon = { ...where, ts: now + 1_000 }
    await s.memory.record([
      observed("turn.ended", { ...source, record: "b" }, soon, {
        reason: "end",
        inputTokens: null,
        outputTokens: null,
      }),
    ])
    s.memory.catchUp()
    expect(setAsideTimes(s.rows)?.count).toBe(1)
  })
})

describe("a leap", () => {
  it("[R4] one episode with a wrong clock moves nobody's time, closes by itself, and is noted", async () => {
    const s = stage()
    await s.happens("a", "hello", "go on")
    const before = s.now()
    s.set(before + 5 * 365 * DAY)
    await s.happens("wrong", "hello", "go on")
    expect(clockOf(s.rows)).toBeLessThan(before + HOUR)
    expect(s.episode("a").closedAt).toBeNull()
    expect(setAsideTimes(s.rows)?.count).toBe(2)
    s.set(before + HOUR)
    await s.happens("b", "hello")
    expect(s.episode("a")).toMatchObject({ closeReason: "idle" })
    expect(s.episode("wrong")).toMatchObject({ closeReason: "idle" })
    expect(clockOf(s.rows)).toBeLessThan(before + 2 * HOUR)
    expect(checkRebuild(s.memory).equal).toBe(true)
  })

  it("[R4] a year without work is a year: the second episode bears it out, and the first gets its own time back", async () => {
    const s = stage()
    await s.happens("a", "hello")
    const later = s.now() + 400 * DAY
    s.set(later)
    await s.happens("b", "hello")
    await note(s.memory, "use pnpm, not npm", { scope: "a".repeat(32) })
    await s.happens("b", "go on")
    await settle(s.memory)
    s.set(later + 2 * HOUR)
    await s.happens("c", "hello")
    expect(s.episode("b")).toMatchObject({ openedAt: later, lastAt: later + 60_000, closeReason: "idle" })
    expect(s.episode("a")).toMatchObject({ closeReason: "idle", closedAt: START + 15 * 60_000 })
    expect(clockOf(s.rows)).toBe(later + 2 * HOUR)
    // a card that was learned then, and not shown since, is as young as it is
    expect(TABLE.card.list(s.rows).map(([, card]) => card.bornAt >= later)).toEqual([true])
    expect(setAsideTimes(s.rows)).toBeNull()
    expect(checkRebuild(s.memory).equal).toBe(true)
  })
})

describe("the past", () => {
  it("[R4] closes what is past, in its own order, and leaves the clock where it is", async () => {
    const s = stage()
    await s.happens("a", "hello")
    const now = s.now()
    s.set(now - 300 * DAY)
    await s.happens("old", "hello")
    s.set(now - 299 * DAY)
    await s.happens("older", "hello")
    expect(s.episode("old")).toMatchObject({ closeReason: "idle", closedAt: now - 300 * DAY + 15 * 60_000 })
    expect(s.episode("older").closedAt).toBeNull()
    expect(s.episode("a").closedAt).toBeNull()
    expect(clockOf(s.rows)).toBe(now - 60_000)
    s.set(now)
    await s.happens("a", "go on")
    expect(s.episode("older").closeReason).toBe("idle")
    expect(s.episode("a").closedAt).toBeNull()
  })
})
