// Only time tells: praise at the end of a session and a revert the next day; words that come a day later. Credit is given
// anew each time, never added up twice, and a store that lived through it equals one that reads the whole log later.
import { describe, expect, it } from "vitest"
import { type Draft, observed } from "../../src/core/events/draft.ts"
import { alone, tellRecord } from "../../src/core/rules/rule.ts"
import { ruleFor } from "../../src/core/views/context.ts"
import { dumpHash } from "../../src/core/views/dump.ts"
import { turnsOf } from "../../src/core/views/episode/judging.ts"
import { episodeOf, turnOf } from "../../src/core/views/read.ts"
import { factsOf } from "../../src/core/views/records.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { foldUnder } from "../../src/memory/past/replay.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { cite, suggest } from "../../src/proposers/proposer.ts"
import { REPO, type Told, world } from "./world.ts"

type W = ReturnType<typeof world>
const PROMPT = "the checkout test is flaky, make it pass"
const TACTIC = "the checkout test passes when the clock is frozen"
const COMMIT = "4f1c22ab"

async function teach(w: W): Promise<string> {
  const e = await w.opens("teach")
  await e.says("make the checkout test pass")
  await e.runs("CLOCK=frozen pnpm test checkout", { ok: true, output: "Tests: 7 passed, 7 total" })
  await e.replies(TACTIC)
  w.memory.catchUp()
  const seen = { episode: episodeOf(w.memory.views, e.id)!, hash: (text: string) => w.memory.parts.blobs.hash(text) }
  const turn = turnsOf(w.memory.context(), e.id)[0]!
  const evidence = [cite(seen, "agent_span", turn.replyEvent!, turn.reply!, TACTIC)]
  const draft = suggest({ name: "reader", version: 1, provenance: "words" as const }, seen, {
    kind: "tactic",
    statement: TACTIC,
    turn: 0,
    at: turn.at,
    evidence,
  })
  await w.memory.record([draft])
  await e.ends()
  w.later(60)
  return draft.id
}

/** The tactic is shown, the work committed and praised; it ends now or after `before`. */
async function praised(w: W, name: string, before: (e: Told) => Promise<void> = async () => {}): Promise<Told> {
  const e = await w.opens(name)
  await e.says(PROMPT)
  w.memory.catchUp()
  const { draft } = makePack(w.memory, { scope: REPO, episode: e.id, placement: "prompt", prompt: PROMPT })
  const shortlist = draft.data.shortlist.map(line => ({ ...line, shown: true, chance: 0.5 }))
  await w.memory.record([{ ...draft, data: { ...draft.data, shortlist } } as Draft])
  await e.edits("/work/shop/src/checkout.ts")
  await e.runs("pnpm test", { ok: true, output: "Tests: 7 passed, 7 total" })
  await e.runs("git commit -am checkout", { ok: true, output: `[main ${COMMIT}] checkout\n 1 file changed` })
  await e.replies("Done.")
  await e.says("perfect, thanks!")
  await e.replies("You are welcome.")
  await before(e)
  await e.ends()
  return e
}

const revert = (w: W, e: Told, share: number | null = null, time = 1): Draft =>
  observed(
    "change.observed",
    { client: "git", session: e.id, record: `0/revert/${share}/${time}` },
    { ts: w.now(), episode: e.id, scope: REPO },
    { change: "revert", commit: COMMIT, turn: 0, share, days: null, files: [], branch: null },
  )
const seenBy = (w: W) => ({
  credits: TABLE.credit.list(w.memory.views),
  receipts: TABLE.receipt.list(w.memory.views),
  belief: JSON.stringify(ruleFor(w.memory.context(), "value").posterior?.(w.memory.context(), false)),
  standing: TABLE.standing.list(w.memory.views),
  counts: TABLE.card.list(w.memory.views).map(([id, c]) => [id, c.wins, c.losses, c.winsByRepo]),
})
const amount = (w: W, card: string): number =>
  TABLE.credit.list(w.memory.views, `${card}/`).reduce((sum, [, c]) => sum + c.amount, 0)

describe("design 6: a tactic praised at the end and reverted the next day", () => {
  it("loses the credit it had, exactly", async () => {
    const w = world()
    const card = await teach(w)
    const e = await praised(w, "work")
    expect(episodeOf(w.memory.views, e.id)?.verdict).toBe("success")
    const before = seenBy(w)
    const had = amount(w, card)
    expect(before.credits.length).toBeGreaterThan(0)
    w.later(60 * 24)
    await w.memory.record([revert(w, e)])
    await w.settle()
    expect(turnOf(w.memory.views, e.id, 0)?.reverted).toBe(true)
    expect(episodeOf(w.memory.views, e.id)?.verdict).not.toBe("success")
    expect(amount(w, card)).toBeLessThan(had)
    const after = seenBy(w)

    // The same as if it had been known from the start.
    const knew = world()
    await teach(knew)
    await praised(knew, "work", async told => void (await knew.memory.record([revert(knew, told)])))
    expect(after).toEqual(seenBy(knew))

    // Told again, it is one event; taken back, the credit is what it was, to the last digit.
    await w.memory.record([revert(w, e)])
    await w.settle()
    expect(seenBy(w)).toEqual(after)
    await w.memory.record([revert(w, e, 0)])
    await w.settle()
    expect(seenBy(w)).toEqual(before)
    // To and fro as often as you like: it is reverted, or it is not.
    for (const [share, state] of [
      [null, after],
      [0, before],
      [null, after],
    ] as const) {
      w.later(60)
      await w.memory.record([revert(w, e, share, w.now())])
      await w.settle()
      expect(seenBy(w)).toEqual(state)
    }
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("[R3] costs what it changes: the records since the savepoint before it, and leaves what telling all of them would", async () => {
    const w = world()
    await teach(w)
    const told: Told[] = []
    for (let i = 0; i < 40; i++) {
      told.push(await praised(w, `work-${i}`))
      w.later(60 * 24)
    }
    await w.settle()
    const { views } = w.memory
    const again = async (i: number): Promise<number> => {
      let credited = 0
      const { set } = views
      views.set = (table, key, value) => {
        if (table === TABLE.receipt.name) credited++
        set(table, key, value)
      }
      await w.memory.record([revert(w, told[i]!)])
      w.memory.catchUp()
      views.set = set
      return credited
    }
    const places = () => TABLE.placement.list(views).map(([key, { shown, not }]) => [key, shown.n, not.n])
    const before = places()
    // 41 records: savepoints stand at 24, 32 and 40, and further apart before them.
    expect(await again(39)).toBe(1)
    expect(await again(34)).toBe(9)
    expect(places(), "as many outcomes as were seen").toEqual(before)
    expect(await again(2)).toBe(41)
    const records = TABLE.record.list(views)
    expect(TABLE.savepoint.list(views).map(([key]) => Number(key))).toEqual([24, 32, 40])
    const rule = ruleFor(w.memory.context(), "value")
    const own = alone()
    for (const [, record] of records) {
      const ids = new Set(record.prompts.flatMap(p => p.cand.map(c => c.id)))
      const cards = [...ids].map(id => factsOf(TABLE.card.get(views, id)!))
      tellRecord(rule, own, { record, credits: [], cards })
    }
    expect(JSON.stringify(rule.posterior!(own, false))).toBe(seenBy(w).belief)
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("takes back what a card got that you have vouched for since: it is not measured any more", async () => {
    const w = world()
    const card = await teach(w)
    const e = await praised(w, "work")
    expect(amount(w, card)).not.toBe(0)
    await act(w.memory, "card.confirmed", { card })
    w.later(60 * 24)
    await w.memory.record([revert(w, e)])
    await w.settle()
    expect(TABLE.credit.list(w.memory.views, `${card}/`)).toEqual([])
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("is told again a few sessions later where much was learned since, and not forgotten", async () => {
    const w = world()
    await teach(w)
    const told: Told[] = []
    for (let i = 0; i < 66; i++) {
      told.push(await praised(w, `work-${i}`))
      w.later(60 * 24)
    }
    const given = () =>
      TABLE.credit
        .list(w.memory.views)
        .filter(([key]) => key.includes(`/${told[60]!.id}/`))
        .reduce((sum, [, credit]) => sum + credit.amount, 0)
    const before = given()
    await w.memory.record([revert(w, told[60]!)])
    w.memory.catchUp()
    expect(given(), "not at once").toBe(before)
    for (let i = 0; i < 8; i++) await praised(w, `since-${i}`)
    await w.settle()
    expect(given()).toBeLessThan(before)
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("a revert seen only as a command of a later session counts too; a try the turn itself took back does not", async () => {
    const w = world()
    const card = await teach(w)
    const e = await praised(w, "work")
    const had = amount(w, card)
    w.later(60 * 24)
    const next = await w.opens("next")
    await next.says("undo the checkout change")
    await next.runs(`git revert --no-edit ${COMMIT}`, { ok: true, output: "[main 99aabbc] Revert checkout" })
    await next.runs("git commit -am try", { ok: true, output: "[main 1234abc] try" })
    await next.runs("git reset --hard HEAD~1", { ok: true })
    // throws edits away, and no commit
    await next.runs("git checkout -- .", { ok: true })
    await next.ends()
    expect(turnOf(w.memory.views, e.id, 0)?.reverted).toBe(true)
    expect(turnOf(w.memory.views, next.id, 0)?.reverted).toBeNull()
    expect(amount(w, card)).toBeLessThan(had)
    const third = await w.opens("third")
    await third.says("put the checkout change back")
    await third.runs("git revert --no-edit 99aabbc", { ok: true, output: "[main 55aabbc] Reapply checkout" })
    w.memory.catchUp()
    expect(turnOf(w.memory.views, e.id, 0)?.reverted).toBeNull()
    expect(amount(w, card)).toBe(had)
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("a revert or a reset finds the work it takes back, however the commit is named", async () => {
    for (const [command, output, gone] of [
      ["git revert --no-edit HEAD", "[main 99aabbc] Revert", [2]],
      ["git revert --no-edit HEAD~1", "[main 99aabbc] Revert", [1]],
      ["git reset --hard HEAD~2", "", [1, 2]],
      ["git reset --hard aaaaaaa", "HEAD is now at aaaaaaa one", [1, 2]],
      ["git reset --hard bbbbbbb", "HEAD is now at bbbbbbb two", [2]],
    ] as const) {
      const w = world()
      const e = await w.opens("work")
      for (const commit of ["aaaaaaa", "bbbbbbb", "ccccccc"]) {
        await e.says(`make change ${commit[0]}`)
        await e.runs(`git commit -am ${commit[0]}`, { ok: true, output: `[main ${commit}] ${commit[0]}` })
      }
      await e.says("take some of it back")
      await e.runs(command, { ok: true, output })
      w.memory.catchUp()
      const taken = [0, 1, 2].filter(turn => turnOf(w.memory.views, e.id, turn)?.reverted === true)
      expect(taken, command).toEqual(gone)
    }
  })

  it("a turn that goes on, and of which nothing else is known, has no label once the revert is taken back", async () => {
    const w = world()
    const e = await w.opens("quiet")
    await e.says("look at the checkout")
    const seen: unknown[] = []
    for (const share of [null, 0]) {
      await w.memory.record([revert(w, e, share)])
      w.memory.catchUp()
      const { reverted, label, llr } = turnOf(w.memory.views, e.id, 0)!
      seen.push([reverted, label === null, llr === undefined])
    }
    expect(seen).toEqual([
      [true, false, false],
      [null, true, true],
    ])
  })

  it("replay of the log at a later time equals the store that lived through it", async () => {
    const w = world()
    await teach(w)
    for (let i = 0; i < 6; i++) {
      const e = await praised(w, `work-${i}`)
      w.later(60 * 24)
      if (i % 2 === 0) await w.memory.record([revert(w, e)])
      await w.settle()
      w.later(60 * 24 * 3)
      if (i === 4) await w.memory.record([revert(w, e, 0)])
      await w.settle()
    }
    const lived = dumpHash(w.memory.views)
    w.later(60 * 24 * 90)
    expect(foldUnder(w.memory, "mettle").hash).toBe(lived)
    expect(checkRebuild(w.memory)).toMatchObject({ equal: true, live: lived })
  })
})

describe("design 6: the user's later words", () => {
  it("reach the work they name, replace the praise, and do not blame the turn before them", async () => {
    const w = world()
    const card = await teach(w)
    const e = await praised(w, "work")
    const had = amount(w, card)
    w.later(60 * 20)
    const next = await w.opens("next")
    await next.says("show me the open invoices")
    await next.replies("Here they are.")
    await next.says("yesterday's change in src/checkout.ts broke the payment page")
    await next.replies("Sorry.")
    await next.ends()
    expect(turnOf(w.memory.views, e.id, 0)?.feedback?.type).toBe("explicit_negative")
    expect(episodeOf(w.memory.views, e.id)?.verdict).not.toBe("success")
    expect(turnOf(w.memory.views, next.id, 0)?.feedback?.type ?? null).not.toBe("explicit_negative")
    expect(turnOf(w.memory.views, next.id, 1)?.signals.map(s => [s.signal, s.because])).toContainEqual([
      "later",
      "went-wrong yesterday, tied by file",
    ])
    expect(amount(w, card)).toBeLessThan(had)
    const told = seenBy(w)
    expect(checkRebuild(w.memory).equal).toBe(true)
    // The words may be forgotten; what they said stays.
    await forget(w.memory, { episode: next.id })
    expect(seenBy(w)).toEqual(told)
    expect(turnOf(w.memory.views, e.id, 0)?.feedback?.type).toBe("explicit_negative")
  })

  it("in the first prompt of a session too; without a tie they say nothing of anything", async () => {
    const w = world()
    await teach(w)
    const e = await praised(w, "work")
    w.later(60 * 20)
    const vague = await w.opens("vague")
    await vague.says("look at the invoices")
    await vague.replies("Looked.")
    await vague.says("it broke yesterday")
    await vague.ends()
    expect(turnOf(w.memory.views, e.id, 0)?.feedback?.type).toBe("explicit_positive")
    expect(turnOf(w.memory.views, vague.id, 0)?.feedback?.type ?? null).not.toBe("explicit_negative")
    const first = await w.opens("first")
    await first.says("the flaky checkout fix from yesterday crashed again")
    expect(turnOf(w.memory.views, e.id, 0)?.feedback?.type).toBe("explicit_negative")
    expect(checkRebuild(w.memory).equal).toBe(true)
  })

  it("reach the work in which the test they name was run", async () => {
    const w = world()
    const e = await w.opens("work")
    await e.says("make it green")
    await e.runs("go test -run TestCheckout ./...", { ok: true, output: "ok" })
    await e.ends()
    w.later(60 * 20)
    await (await w.opens("next")).says("TestCheckout broke again since yesterday, the change was wrong")
    expect(turnOf(w.memory.views, e.id, 0)?.feedback?.type).toBe("explicit_negative")
  })

  it("seeds as written know nothing of them", async () => {
    const w = world({ preset: "evolver" })
    const e = await praised(w, "work")
    w.later(60 * 20)
    const next = await w.opens("next")
    await next.says(`${COMMIT} broke the payment page`)
    expect(turnOf(w.memory.views, e.id, 0)?.feedback?.type).toBe("explicit_positive")
  })
})
