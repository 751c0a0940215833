// What is true stays true until something anchored speaks against it; then it is checked, never silently dropped.
import { describe, expect, it } from "vitest"
import type { Evidence, Kind } from "../../src/core/model.ts"
import { truthStatsOf } from "../../src/core/truth.ts"
import { cardOf } from "../../src/core/views/read.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { seenBy } from "../../src/memory/reading/explain.ts"
import { findCards } from "../../src/memory/reading/find.ts"
import { readCards, readLedger } from "../../src/memory/reading/read.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { cite, type Proposer, suggest } from "../../src/proposers/proposer.ts"
import { REPO, world } from "./world.ts"

const DAY = 60 * 24
/** Proposes what the last tool printed, word for word, as a card of this kind. */
const printed = (kind: Kind): Proposer => ({
  name: "printed",
  version: 1,
  provenance: "words",
  propose: seen =>
    seen.turns.flatMap(turn =>
      turn.tools.flatMap(tool => {
        const text = tool.output === null ? null : seen.text(tool.output)
        if (text === null || text === "" || !seen.fresh(tool.event)) return []
        const evidence: Evidence[] = [cite(seen, "tool_output", tool.event, tool.output!, text)]
        return [suggest(printed(kind), seen, { kind, statement: text, turn: turn.index, at: tool.at, evidence })]
      }),
    ),
})
async function prints(w: ReturnType<typeof world>, session: string, line: string): Promise<void> {
  const e = await w.opens(session)
  await e.says("look at the configuration")
  await e.runs("cat config", { ok: true, output: line })
  await settle(w.memory, [printed("fact")])
  await e.ends()
  w.later(DAY)
}
const only = (w: ReturnType<typeof world>) => cardOf(w.memory.views, readCards(w.memory, { all: true })[0]!.id)!

describe("truth", () => {
  it("[S4-31, S4-32, S4-34] a tool that says otherwise disputes a fact; enough mass sends it to recheck", async () => {
    const w = world()
    await prints(w, "one", "The API server listens on port 3000 in development")
    expect(only(w).stage).toBe("active")
    await prints(w, "two", "The API server listens on port 4000 in development")
    const card = only(w)
    expect(readCards(w.memory)).toHaveLength(1)
    expect(card.disputes.map(d => [d.evidence, d.weight])).toEqual([["tool_output", 1]])
    expect(truthStatsOf(card)).toEqual({ support: { tool_output: 1 }, contradiction: { tool_output: 1 } })
    expect(card.stage).toBe("needs_recheck")
    expect(readCards(w.memory)[0]?.flags).toContain("needs recheck")
    expect(readLedger(w.memory).find(l => l.because.startsWith("disputes-card"))?.card).toBe(card.id)
  })

  it("[S4-26, S4-28] met again, a fact rests on both places, each cited once", async () => {
    const w = world()
    const line = "The API server listens on port 3000 in development"
    for (const session of ["one", "two"]) await prints(w, session, line)
    expect(readCards(w.memory, { all: true })).toHaveLength(1)
    const { evidence, support } = only(w)
    expect([support, new Set(evidence.map(e => e.event)).size, evidence.length]).toEqual([2, 2, 2])
    for (const { blob, start, end } of evidence) expect(w.memory.text(blob)!.slice(start, end)).toBe(line)
  })

  it("[D61] new support, a check or a dismissal leads out; the count against it stays", async () => {
    for (const way of ["support", "verify", "keep"] as const) {
      const w = world()
      await prints(w, "one", "The API server listens on port 3000 in development")
      await prints(w, "two", "The API server listens on port 4000 in development")
      const { id } = only(w)
      if (way === "support") await prints(w, "three", "The API server listens on port 3000 in development")
      if (way === "verify") await act(w.memory, "card.verified", { card: id })
      if (way === "keep")
        await act(w.memory, "feedback.given", { about: "card", target: id, tag: "keep", by: "user", note: null })
      expect([way, only(w).stage, only(w).disputes]).toEqual([way, "active", []])
      expect(only(w).contradiction).toBe(1)
    }
  })

  it("[D61, S4-67] unchecked for two periods it is archived, still found, and comes back by a nod", async () => {
    const w = world()
    await prints(w, "one", "The API server listens on port 3000 in development")
    await prints(w, "two", "The API server listens on port 4000 in development")
    const { id } = only(w)
    w.later(DAY * 40)
    for (const session of ["later", "later still"]) await (await w.opens(session)).says("hello")
    expect(only(w).stage).toBe("archived")
    expect(readCards(w.memory, { all: true, q: "port 3000" })).toHaveLength(1)
    expect(findCards(w.memory, { query: "API server port", scopes: null, most: 3 })[0]).toMatchObject({ id })
    await act(w.memory, "card.confirmed", { card: id })
    expect(only(w).stage).toBe("active")
  })

  it("[D59] a doubt without anchor weighs little: three of them move nothing", async () => {
    const w = world()
    await prints(w, "one", "The API server listens on port 3000 in development")
    const { id } = only(w)
    const doubt = { about: "card" as const, target: id, tag: "doubt" as const, by: "agent" as const, note: null }
    for (let i = 0; i < 3; i++) await act(w.memory, "feedback.given", doubt)
    expect([only(w).stage, only(w).contradiction]).toEqual(["active", 0])
    for (let i = 0; i < 3; i++) await act(w.memory, "feedback.given", { ...doubt, by: "user" })
    expect(only(w).stage).toBe("needs_recheck")
  })

  it.each(["mettle", "plain", "nucleus"])(
    "[S4-35] under %s a fact to be rechecked is ranked down, not hidden",
    async preset => {
      const w = world({ preset })
      await prints(w, "one", "The API server listens on port 3000 in development")
      const { id } = only(w)
      // a rule that draws is asked often: what counts is how likely it is shown, and how high it stands where that is sure
      const score = async (): Promise<number> => {
        let sum = 0
        for (let i = 0; i < 40; i++) {
          const { items, leftOut } = await w.packFor("which port does the API server listen on in development?")
          const line = [...items, ...leftOut].find(l => l.card === id)!
          sum += line.chance === 1 ? line.score : line.chance
        }
        return sum
      }
      const before = await score()
      const doubt = { about: "card" as const, target: id, tag: "doubt" as const, by: "user" as const, note: null }
      for (let i = 0; i < 3; i++) await act(w.memory, "feedback.given", doubt)
      expect(only(w).stage).toBe("needs_recheck")
      const later = await score()
      expect(later).toBeLessThan(before)
      expect(findCards(w.memory, { query: "API server port", scopes: null, most: 3 })[0]).toMatchObject({ id })
    },
  )

  it("[design 7] a fact whose file says something else now is not shown, and is again when the words are back", async () => {
    const w = world({ preset: "plain" })
    await prints(w, "one", "The API server listens on port 3000 in development")
    const { id } = only(w)
    const check = async (holds: boolean) => {
      await w.memory.record([
        {
          type: "evidence.checked",
          id: (holds ? "1" : "0").repeat(32),
          ts: w.now(),
          episode: null,
          scope: REPO,
          data: { card: id, index: 0, holds, path: null },
        },
      ])
      w.memory.catchUp()
    }
    const shows = async () => (await w.packFor("which port does the API server use in development?")).text
    expect(await shows()).toContain("port 3000")
    await check(false)
    expect([only(w).stale, await shows()]).toEqual([true, ""])
    await check(true)
    expect(await shows()).toContain("port 3000")
  })

  it("[S4-13] every episode that saw a card can be told, with the commits made after", async () => {
    const w = world({ preset: "plain" })
    await prints(w, "one", "The API server listens on port 3000 in development")
    const e = await w.opens("two")
    await e.says("which port?")
    await e.pack("which port does the API server use in development?")
    await w.memory.record([
      {
        type: "change.observed",
        id: "c".repeat(32),
        ts: w.now(),
        episode: e.id,
        scope: REPO,
        data: { change: "commit", commit: "abc1234", turn: 0, share: null, days: null, files: [], branch: null },
      },
    ])
    w.memory.catchUp()
    expect(seenBy(w.memory, only(w).id).map(s => [s.episode, s.channel, s.commits])).toEqual([
      [e.id, "auto_pack", ["abc1234"]],
    ])
  })
})
