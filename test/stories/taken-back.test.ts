// Undo takes back exactly what an act changed: no more than that, and nothing of what happened since.
import { describe, expect, it } from "vitest"
import type { Evidence } from "../../src/core/model.ts"
import { cardOf } from "../../src/core/views/read.ts"
import type { CardView } from "../../src/core/views/state.ts"
import { act, note, undo, undoable } from "../../src/memory/acting/acts.ts"
import { actOnCard, type CardAct } from "../../src/memory/acting/card-acts.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { cite, type Proposer, suggest } from "../../src/proposers/proposer.ts"
import { REPO, world } from "./world.ts"

const doubted = (target: string, by: "user" | "agent" = "user") => ({
  ...{ about: "card" as const, target, tag: "doubt" as const, by, note: null },
})

async function known() {
  const w = world()
  const id = await note(w.memory, "staging runs Postgres 16", { scope: REPO, kind: "fact" })
  w.later(1)
  return { w, id, card: (): CardView => cardOf(w.memory.views, id)! }
}

describe("an act taken back", () => {
  it.each(["confirm", "verify", "pin", "archive", "prove", "deprecate"] satisfies CardAct[])(
    "%s: the card is as it was",
    async name => {
      const { w, id, card } = await known()
      await act(w.memory, "feedback.given", doubted(id))
      const before = card()
      await actOnCard(w.memory, name, id)
      expect(card()).not.toEqual(before)
      await undo(w.memory)
      expect(JSON.parse(JSON.stringify(card()))).toEqual(JSON.parse(JSON.stringify(before)))
      expect(checkRebuild(w.memory).equal).toBe(true)
    },
  )

  it("a doubt: what it counted against the card goes, the stage it moved comes back", async () => {
    const { w, id, card } = await known()
    const before = card()
    for (let i = 0; i < 3; i++) await act(w.memory, "feedback.given", doubted(id))
    expect(card()).toMatchObject({ contradiction: 3, stage: "needs_recheck" })
    await undo(w.memory)
    expect(card()).toMatchObject({ contradiction: 2, stage: "active", recheckSince: null })
    for (let i = 0; i < 2; i++) await undo(w.memory)
    expect(card()).toMatchObject({ contradiction: 0, disputes: [], stage: before.stage })
  })

  it("what came since stays: a doubt raised after the pin, a stage set after the first word", async () => {
    const { w, id, card } = await known()
    const pinned = await actOnCard(w.memory, "pin", id)
    await act(w.memory, "feedback.given", doubted(id))
    await act(w.memory, "act.undone", { act: pinned.id })
    expect([card().pinned, card().disputes.length, card().contradiction]).toEqual([false, 1, 1])
    const proved = await actOnCard(w.memory, "prove", id)
    await actOnCard(w.memory, "deprecate", id)
    await act(w.memory, "act.undone", { act: proved.id })
    expect(card().stage).toBe("deprecated")
  })

  it("a mark on an episode changes no card, and is not offered", async () => {
    const { w } = await known()
    const about = {
      about: "episode" as const,
      target: "e".repeat(32),
      tag: "useful" as const,
      by: "user" as const,
      note: null,
    }
    await act(w.memory, "feedback.given", about)
    expect(undoable(w.memory).map(one => one.type)).toEqual(["card.proposed"])
  })
})

describe("under a preset that keeps what was set by hand", () => {
  const procedure: Proposer = {
    name: "procedure",
    version: 1,
    provenance: "words",
    propose: seen =>
      seen.turns.flatMap(turn => {
        const text = turn.reply === null ? null : seen.text(turn.reply)
        if (text === null || turn.replyEvent === null || !seen.fresh(turn.replyEvent)) return []
        const evidence: Evidence[] = [cite(seen, "agent_span", turn.replyEvent, turn.reply!, text)]
        return [
          suggest(procedure, seen, {
            kind: "tactic",
            statement: text,
            turn: turn.index,
            at: turn.at,
            evidence,
            tags: [],
          }),
        ]
      }),
  }

  it("[S3-22, S3-23] swarm: proven, then deprecated, the second taken back: proven, and it stays so when it is looked at", async () => {
    const w = world({ preset: "swarm" })
    const e = await w.opens("first")
    await e.says("the cart tests fail, get them green")
    await e.runs("pnpm test", { ok: true, output: "Tests: 7 passed, 7 total" })
    await e.replies("The redis container was started, then the cart tests passed")
    await settle(w.memory, [procedure])
    const { id } = readCards(w.memory, { all: true })[0]!
    await actOnCard(w.memory, "prove", id)
    w.later(1)
    await actOnCard(w.memory, "deprecate", id)
    await undo(w.memory)
    await act(w.memory, "feedback.given", { ...doubted(id), tag: "keep" })
    expect(cardOf(w.memory.views, id)!.stage).toBe("proven")
  })
})
