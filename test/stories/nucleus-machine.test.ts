// The machine nucleus argues: what tools say against a fact is disputed, counted and settled one way or the other; packs weigh truth,
// utility, age and topics; what an agent did well becomes a tactic, wins and loses, and grows by the rule.
import { describe, expect, it } from "vitest"
import { nucleusPack } from "../../src/core/rules/nucleus/nucleus.ts"
import { alone } from "../../src/core/rules/rule.ts"
import { cardOf } from "../../src/core/views/read.ts"
import { act, undo } from "../../src/memory/acting/acts.ts"
import { readGates } from "../../src/memory/measuring/proof.ts"
import { trustReport } from "../../src/memory/measuring/trust.ts"
import { tellDomains } from "../../src/memory/packs/situation.ts"
import { findCards } from "../../src/memory/reading/find.ts"
import { readCards, readLedger } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { hooksOf } from "./hooks.ts"
import { REPO, world } from "./world.ts"

type World = ReturnType<typeof world>
const OTHER = "b".repeat(32)
const DAY = 24 * 60
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const RED = "FAIL src/cart.test.ts\nTests: 3 failed, 4 passed, 7 total"

async function serves(w: World, session: string, port: number): Promise<void> {
  const e = await w.opens(session)
  await e.says("start the development server")
  await e.runs("pnpm dev", { ok: true, output: `  VITE v5.1.0  ready\n\n  ➜  Local:   http://localhost:${port}/` })
  await e.runs(`curl -s http://localhost:${port}/`, { ok: true, output: "<html></html>" })
  await e.replies("It runs.")
  await e.ends()
  w.later(DAY)
}
/** What a hook of the client is answered when the user asks this. */
async function asks(w: World, session: string, prompt: string, scope = REPO): Promise<string> {
  const hook = hooksOf(w.memory, scope, w.now)
  const common = { session_id: session, cwd: "/work/shop", transcript_path: "/nowhere" }
  const start = await hook({ ...common, hook_event_name: "SessionStart", source: "startup" })
  const said = await hook({ ...common, hook_event_name: "UserPromptSubmit", prompt })
  w.later(1)
  return `${start ?? ""}${said ?? ""}`
}
const ADDRESS = "which local address does the development server have, localhost?"
const facts = (w: World) => readCards(w.memory, { all: true }).map(c => [c.stage, c.statement])

describe("a dispute", () => {
  it("[S4-31, S4-32, S4-34] flips a fact: said once against it, it is rechecked; said again, it gives way, and the agent is told the new one", async () => {
    const w = world({ preset: "nucleus" })
    await serves(w, "one", 5173)
    expect(await asks(w, "ask one", ADDRESS)).toContain("localhost:5173")
    await serves(w, "two", 5180)
    expect(facts(w)).toEqual([["needs_recheck", "Local: http://localhost:5173/"]])
    const [old] = readCards(w.memory)
    const { contradiction, contradictions, disputes } = cardOf(w.memory.views, old!.id)!
    expect([contradiction, contradictions]).toEqual([1, { tool_output: 1 }])
    expect(disputes).toMatchObject([{ evidence: "tool_output", weight: 1 }])
    await serves(w, "three", 5180)
    expect(facts(w).sort()).toEqual([
      ["active", "Local: http://localhost:5180/"],
      ["superseded", "Local: http://localhost:5173/"],
    ])
    const told = await asks(w, "ask two", ADDRESS)
    expect(told).toContain("localhost:5180")
    expect(told).not.toContain("localhost:5173")
    expect(readLedger(w.memory)).toContainEqual(
      expect.objectContaining({ act: "superseded", because: "contradicted again while it waited for a recheck" }),
    )
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
  })

  it("[S4-31, S4-33] is settled for the fact when it is seen again: the count against it stays", async () => {
    const w = world({ preset: "nucleus" })
    await serves(w, "one", 5173)
    await serves(w, "two", 5180)
    await serves(w, "three", 5173)
    expect(facts(w)).toEqual([["active", "Local: http://localhost:5173/"]])
    const card = cardOf(w.memory.views, readCards(w.memory)[0]!.id)!
    expect([card.disputes, card.contradiction, card.support]).toEqual([[], 1, 2])
    // one more value is a dispute again, not the second of a row
    await serves(w, "four", 5180)
    expect(facts(w)).toEqual([["needs_recheck", "Local: http://localhost:5173/"]])
  })

  it("[S4-31] what nothing anchors is a dispute of little weight and leaves the truth alone", async () => {
    const w = world({ preset: "nucleus" })
    await serves(w, "one", 5173)
    const [card] = readCards(w.memory)
    const doubt = { about: "card", target: card!.id, tag: "doubt", by: "agent", note: null } as const
    await act(w.memory, "feedback.given", doubt)
    const seen = cardOf(w.memory.views, card!.id)!
    expect([seen.stage, seen.contradiction, seen.disputes.length]).toEqual(["active", 0, 1])
    expect(seen.disputes[0]!.weight).toBeLessThan(0.4)
  })

  it.each(["remember: the database is Postgres 16", "remember: we moved the database to Postgres 16"])(
    "[S4-32] a later value of the user's own replaces the former at once: %s",
    async later => {
      const w = world({ preset: "nucleus" })
      for (const [i, words] of ["remember: the database is Postgres 15", later].entries()) {
        const e = await w.opens(`said ${i}`)
        await e.says(words)
        await e.replies("Noted.")
        await e.ends()
        w.later(DAY)
      }
      const told = await asks(w, "ask", "which postgres does the database run?")
      expect(told).toContain("Postgres 16")
      expect(told).not.toContain("Postgres 15")
    },
  )
})

const STEPS =
  "Done. What I did:\n1. Generate the client with `pnpm codegen`\n2. Apply the schema with `pnpm migrate`\n3. Check with `pnpm test cart`\n\nAll green."
const TACTIC =
  "Generate the client with `pnpm codegen`; then Apply the schema with `pnpm migrate`; then Check with `pnpm test cart`"
async function works(
  w: World,
  session: string,
  { scope = REPO, reply = STEPS, ok = true }: { scope?: string; reply?: string; ok?: boolean } = {},
): Promise<void> {
  const e = await w.opens(session, { scope })
  await e.says("make the cart tests pass")
  await e.runs("pnpm codegen", { ok: true, output: "generated" })
  await e.runs("pnpm migrate", { ok: true, output: "migrated" })
  await e.runs("pnpm test cart", { ok, output: ok ? GREEN : RED })
  await e.replies(reply)
  await e.ends()
  await w.settle()
  w.later(DAY)
}
async function uses(w: World, session: string, { scope = REPO, ok = true } = {}): Promise<string> {
  const told = await asks(w, session, "the cart tests again: codegen, migrate, then test the cart", scope)
  const hook = hooksOf(w.memory, scope, w.now)
  const common = { session_id: session, cwd: "/work/shop", transcript_path: "/nowhere" }
  await hook({
    ...{ ...common, hook_event_name: ok ? "PostToolUse" : "PostToolUseFailure", tool_name: "Bash", tool_use_id: "t1" },
    tool_input: { command: "pnpm test cart" },
    ...(ok ? { tool_response: { stdout: GREEN, stderr: "" } } : { error: `Exit code 1\n${RED}` }),
  })
  await hook({ ...common, hook_event_name: "SessionEnd", reason: "exit" })
  await w.settle()
  w.later(DAY)
  await w.settle()
  return told
}
const tactics = (w: World) => readCards(w.memory, { all: true }).filter(c => c.kind === "tactic")

describe("tactics", () => {
  it("[S4-19] steps that an agent wrote down, ran and saw succeed come back at the next such task, with no failure before them", async () => {
    const w = world({ preset: "nucleus" })
    await works(w, "one")
    expect(tactics(w).map(c => [c.stage, c.statement])).toEqual([["active", TACTIC]])
    expect(tactics(w)[0]!.evidence.map(e => e.kind)).toEqual(["agent_span"])
    expect(await uses(w, "two")).toContain("pnpm codegen")
    const { live, rebuilt } = checkRebuild(w.memory)
    expect(live).toBe(rebuilt)
  })

  it("[S4-19] no tactic comes of work that failed, of commands nobody ran, of orders, or under the default preset", async () => {
    const said = (reply: string) => ({ reply })
    for (const how of [
      { ok: false },
      said("Do this:\n1. `pnpm codegen`\n2. `pnpm deploy --force`"),
      said("1. Always run `pnpm codegen` before anything\n2. Never skip `pnpm migrate`"),
      said("I ran `pnpm codegen` and `pnpm codegen` once more."),
    ]) {
      const w = world({ preset: "nucleus" })
      await works(w, "one", how)
      expect(tactics(w)).toEqual([])
    }
    const other = world()
    await works(other, "one")
    expect(tactics(other)).toEqual([])
  })

  it("[S4-45, S4-46] win and lose by the outcome of the episodes they are shown in; facts do neither", async () => {
    const w = world({ preset: "nucleus" })
    await serves(w, "fact", 5173)
    await works(w, "one")
    const prompt = "cart tests: codegen, migrate, test the cart; which local address has localhost?"
    for (const [i, ok] of [true, true, false].entries()) {
      const e = await w.opens(`use ${i}`)
      await e.says(prompt)
      const shown = await e.pack(prompt)
      expect(shown).toContain("pnpm codegen")
      expect(shown).toContain("localhost:5173")
      await e.runs("pnpm test cart", { ok, output: ok ? GREEN : RED })
      await e.ends()
      w.later(DAY)
    }
    await w.settle()
    const counts = readCards(w.memory).map(c => {
      const { wins, losses } = cardOf(w.memory.views, c.id)!
      return [c.kind, wins, losses]
    })
    expect(counts.filter(([kind]) => kind === "fact" || kind === "tactic").sort()).toEqual([
      ["fact", 0, 0],
      ["tactic", 2, 1],
    ])
  })

  it("[S4-69, S4-71] two wins in each of two repositories of a domain: it grows by the rule, without a nod, once; undo takes it back", async () => {
    const w = world({ preset: "nucleus" })
    for (const scope of [REPO, OTHER]) {
      tellDomains(w.memory, scope, ["web"])
      await works(w, `one ${scope}`, { scope })
      await uses(w, `two ${scope}`, { scope })
    }
    const scopes = () =>
      tactics(w)
        .map(c => [c.scope.tier, c.stage])
        .sort()
    expect(scopes()).toEqual([
      ["repo", "active"],
      ["repo", "active"],
    ])
    const before = trustReport(w.memory).sources.find(s => s.source === "procedure@1")?.mean
    for (const scope of [REPO, OTHER]) await uses(w, `three ${scope}`, { scope })
    expect(scopes()).toEqual([
      ["domain", "active"],
      ["repo", "archived"],
    ])
    expect(readLedger(w.memory)).toContainEqual(
      expect.objectContaining({ act: "moved", rule: "promotion@1", because: "won in several repositories" }),
    )
    // nobody said so: it is no word of the user's for the source
    expect(trustReport(w.memory).sources.find(s => s.source === "procedure@1")?.mean).toBe(before)
    await undo(w.memory)
    await w.settle()
    expect(scopes()).toEqual([
      ["repo", "active"],
      ["repo", "active"],
    ])
  })
})

const candidate = (card: string, more: object = {}) => ({
  ...{ card, kind: "fact" as const, tier: "repo" as const, stage: "active" as const, source: "user" as const },
  ...{ topic: card, tokens: 10, score: 0.5, lexical: 0.5, semantic: 0, ageDays: 0, value: null, truth: 0.5 },
  mustShow: false,
  ...more,
})
const ranked = (...candidates: ReturnType<typeof candidate>[]) =>
  nucleusPack
    .decide(
      alone(),
      {
        ...{ candidates, placement: "prompt", intent: null, random: () => 0, posterior: undefined },
        slots: { norms: 6, negatives: 3, tactics: 3, facts: 4 },
      },
      nucleusPack.params,
    )
    .answer.map(r => (r.shown ? r.card : `${r.card}: ${r.reason}`))
const value = (mean: number) => ({ mean, sd: 0.1, n: 9, help: mean, nothing: 0, harm: 1 - mean, verdict: "early" })

describe("packs", () => {
  it("[S4-54, S4-61] of statements the better borne out comes first, whatever its value; [S4-55, S4-60] of tactics the more useful, whatever its truth", () => {
    const [sure, doubted] = [
      { truth: 0.9, value: value(0.1) },
      { truth: 0.3, value: value(0.9) },
    ]
    expect(ranked(candidate("doubted", doubted), candidate("sure", sure))).toEqual(["sure", "doubted"])
    const tactic = (card: string, more: object) => candidate(card, { kind: "tactic", ...more })
    expect(ranked(tactic("a", sure), tactic("b", doubted))).toEqual(["b", "a"])
    expect(ranked(tactic("new", {}), tactic("used", { reuse: 12 }))).toEqual(["used", "new"])
  })
  it("[S4-56] of equals the fresher; age moves what is relevant a little and never what is true", () => {
    expect(ranked(candidate("old", { ageDays: 400 }), candidate("fresh"))).toEqual(["fresh", "old"])
    expect(ranked(candidate("old", { ageDays: 4000, truth: 0.6 }), candidate("fresh", { truth: 0.5 }))).toEqual([
      "fresh",
      "old",
    ])
    expect(ranked(candidate("old", { ageDays: 4000, truth: 0.9 }), candidate("fresh", { truth: 0.5 }))).toEqual([
      "old",
      "fresh",
    ])
  })
  it("[S4-58, S4-59, S4-62] one of a topic, two where their kinds differ; wishes need no relevance, all else does", () => {
    const topic = "deploy"
    expect(
      ranked(
        candidate("fact", { topic }),
        candidate("second fact", { topic, score: 0.4 }),
        candidate("negative", { topic, kind: "negative_result", score: 0.3 }),
        candidate("tactic", { topic, kind: "tactic", score: 0.2 }),
      ),
    ).toEqual(["fact", "second fact: topic cap", "negative", "tactic: topic cap"])
    expect(
      ranked(
        candidate("wish", { kind: "constraint", score: 0 }),
        candidate("far", { kind: "negative_result", score: 0.05 }),
      ),
    ).toEqual(["far: below relevance", "wish"])
  })
  it("[S4-57, S4-62] the preset packs by it: of two procedures for one thing the agent is told one", async () => {
    const w = world({ preset: "nucleus" })
    for (const [check, more] of [
      ["pnpm test cart", "with a warm cache on the quiet runner"],
      ["pnpm bench checkout --prices", "while nobody else held the staging database"],
    ] as const) {
      const e = await w.opens(check)
      await e.says("make the cart tests pass")
      await e.runs("pnpm codegen", { ok: true, output: "generated" })
      await e.runs(check, { ok: true, output: GREEN })
      await e.replies(`The cart client came from \`pnpm codegen\` and was checked with \`${check}\` ${more}.`)
      await e.ends()
      await w.settle()
      w.later(DAY)
    }
    expect(tactics(w)).toHaveLength(2)
    const { items, leftOut } = await w.packFor("run pnpm codegen and test the cart")
    expect([items.length, leftOut.map(l => l.reason)]).toEqual([1, ["topic cap"]])
  })
})

describe("gates and compaction", () => {
  it("[S4-66, S4-67, S4-73] the store stays as it is for eight weeks: the second gate opens; what comes in shuts it, what is put away does too", async () => {
    const w = world({ preset: "nucleus" })
    const gate = () => readGates(w.memory)[1]!
    await works(w, "one")
    await serves(w, "two", 5173)
    expect(gate().state).toBe("early")
    w.later(57 * DAY)
    await (await w.opens("much later")).says("hello")
    expect(gate()).toMatchObject({ state: "open", figures: { live: 2 } })
    await serves(w, "three", 5180)
    await serves(w, "four", 5180)
    expect(gate().state, "one fact for another").toBe("open")
    // nobody is shown it for two months, and it lost more than it won: put away, and still found
    const [tactic] = tactics(w)
    for (let i = 0; i < 3; i++) await uses(w, `lost ${i}`, { ok: false })
    w.later(70 * DAY)
    for (const n of [1, 2]) await (await w.opens(`at last ${n}`)).says("hello")
    expect(cardOf(w.memory.views, tactic!.id)!.stage).toBe("archived")
    expect(readLedger(w.memory)).toContainEqual(expect.objectContaining({ act: "archived", card: tactic!.id }))
    expect(await asks(w, "after", "codegen, migrate, test the cart")).not.toContain("pnpm codegen")
    const found = findCards(w.memory, { query: "codegen migrate", scopes: null, most: 3 })
    expect(found.map(c => c.id)).toContain(tactic!.id)
    expect(gate().state).toBe("shut")
  })

  it("[S4-74] lift that stays flat over mixed work opens the third gate; work that is all of one kind shuts it", async () => {
    const w = world({ preset: "nucleus", controlShare: 0.5 })
    await works(w, "one")
    const prompt = "the cart tests again: codegen, migrate, then test the cart"
    const weeks = async (n: number, mixed: boolean, from: number) => {
      for (let week = from; week < from + n; week++) {
        w.later(7 * DAY)
        const sides = new Set<boolean>()
        for (let i = 0; i < 20 && sides.size < 2; i++) {
          const e = await w.opens(`${week}/${i}`)
          await e.says(prompt)
          sides.add((await e.pack(prompt)) !== "")
          if (mixed) await e.runs("pnpm test cart", { ok: false, output: RED })
          await e.runs("pnpm test cart", { ok: true, output: GREEN })
          await e.ends()
          w.later(10)
        }
      }
    }
    await weeks(9, true, 0)
    const gate = () => readGates(w.memory)[2]!
    expect(gate()).toMatchObject({ state: "open", figures: { weeks: 8, mixed: 1 } })
    await weeks(9, false, 9)
    expect(gate()).toMatchObject({ state: "shut", figures: { mixed: 0 } })
  })
})
