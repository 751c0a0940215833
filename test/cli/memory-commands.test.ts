// Commands that read and change the memory, run for real against a real store in a home of its own.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { drafts } from "../../src/clients/drafts.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { record } from "../../src/record.ts"
import { GREEN, happened, NOW, ordinaryDay, RED } from "./stage.ts"
import { folder, given, type World, world } from "./world.ts"

/** The same world with chance that differs from call to call: two notes are two events. */
function busy(): World {
  const made = world()
  const random = dice()
  return { ...made, run: (words, change = {}) => made.run(words, { random, ...change }) }
}
const ids = (cards: readonly { id: string }[]) => cards.map(card => card.id)

describe("users 8: nothing recorded yet", () => {
  it.each([
    ["status"],
    ["cards"],
    ["review", "ledger"],
    ["review"],
    ["undo"],
    ["pack"],
    ["history", "errors"],
    ["settle"],
    ["doctor", "rebuild"],
    ["pause", "off"],
    ["check", "npm install"],
    ["forget", "--text", "abc"],
    ["forget", "--secrets"],
  ])("%s says so, offers a way on, and leaves no store behind", async (...words) => {
    const { run, home } = world()
    const ran = await run(words)
    expect(ran).toMatchObject({ code: 0, err: "" })
    expect(ran.out.length).toBeGreaterThan(10)
    expect((await run([...words, "--json"])).json().schema_version).toBe(1)
    expect(existsSync(join(home, "data"))).toBe(false)
  })
  it.each([["card", "c-1"], ["why", "c-1"], ["export"], ["export", "backup"]])(
    "%s is not found, exit 4",
    async (...words) => {
      const ran = await world().run(words)
      expect(ran).toMatchObject({ code: 4, out: "" })
      expect(ran.err).toContain("E_NOT_FOUND")
    },
  )
})

describe("design 10: cards, card, why", () => {
  it("[U-04] cards --json has the shape that tools rely on, and every card its quoted evidence", async () => {
    const w = world()
    await ordinaryDay(w)
    const { cards } = (await w.run(["cards", "--json"])).json()
    expect(cards.map((c: { kind: string }) => c.kind).sort()).toEqual(["constraint", "negative_result"])
    for (const card of cards) {
      expect(Object.keys(card)).toEqual(
        expect.arrayContaining(["id", "kind", "statement", "stage", "scope", "value", "evidence"]),
      )
      expect(card.evidence.every((e: { holds: boolean; quote: string }) => e.holds && e.quote.length > 0)).toBe(true)
    }
  })
  it("facets narrow, a wrong one is refused, an empty answer says what to widen", async () => {
    const w = busy()
    await ordinaryDay(w)
    await w.run(["note", "no emoji in commits", "--scope", "global"])
    const list = async (...flags: string[]) => (await w.run(["cards", "--json", ...flags])).json().cards.length
    expect(await list()).toBe(3)
    expect(await list("--kind", "constraint", "--scope", "repo")).toBe(1)
    expect(await list("--scope", "global")).toBe(1)
    expect(await list("--q", "REDIS")).toBe(1)
    expect(await list("--stage", "archived")).toBe(0)
    expect(await list("--limit", "2")).toBe(2)
    expect((await w.run(["cards", "--q", "nowhere"])).out).toContain("--all")
    expect(await w.run(["cards", "--kind", "rule"])).toMatchObject({ code: 2 })
    expect((await w.run(["cards", "--plain"])).out.trim().split("\n")).toHaveLength(3)
  })
  it("card opens on the words; an id that fits several lists them; why counts before it judges", async () => {
    const w = world()
    await ordinaryDay(w)
    const { cards } = (await w.run(["cards", "--json"])).json()
    const norm = cards.find((c: { kind: string }) => c.kind === "constraint")
    const fix = cards.find((c: { kind: string }) => c.kind === "negative_result")
    const shown = await w.run(["card", norm.short])
    expect(shown.out).toContain('"always use pnpm in this repo, never npm"')
    expect((await w.run(["card", norm.short, "--json"])).json().seen).toEqual([])
    expect((await w.run(["why", fix.id])).out).toContain("too early, 0 judged uses (it takes 4)")
    expect((await w.run(["why", norm.id])).out).toContain("not scored")
    expect((await w.run(["card", "zz"])).code).toBe(4)
    expect((await w.run(["card", "frobnicate", norm.id])).code).toBe(2)
  })
})

describe("acts, each one event, each undone", () => {
  it("[S4-27] confirm, pin, promote, narrow, archive, verify, reset, correct; undo takes them back in order", async () => {
    const w = busy()
    await ordinaryDay(w)
    const card = async (id: string) => (await w.run(["card", id, "--json"])).json().card
    const id = (await w.run(["cards", "--kind", "constraint", "--json"])).json().cards[0].id
    const before = await card(id)
    for (const act of ["confirm", "pin", "unpin", "verify", "reset", "promote", "narrow", "archive"])
      expect(await w.run(["card", act, id]), act).toMatchObject({ code: 0, err: "" })
    expect(await card(id)).toMatchObject({ stage: "archived", scope: before.scope, confirmed: true, pinned: false })
    expect((await w.run(["undo", "8", "--yes", "--json"])).json().undone).toHaveLength(8)
    expect(await card(id)).toMatchObject({ stage: "active", scope: before.scope, confirmed: false })
    const corrected = (await w.run(["card", "correct", id, "always use bun", "--json"])).json().card
    expect(corrected).toMatchObject({ statement: "always use bun", stage: "active", supersedes: id, source: "user" })
    expect(await card(id)).toMatchObject({ stage: "superseded", supersededBy: corrected.id })
    await w.run(["undo"])
    expect(await card(id)).toMatchObject({ stage: "active", supersededBy: null })
    expect(await card(corrected.id)).toMatchObject({ stage: "archived" })
    expect((await w.run(["doctor", "rebuild", "--check", "--json"])).json().equal).toBe(true)
  })
  it("[N14] undo by a card's id takes back exactly that; several at once are named, and asked for", async () => {
    const w = busy()
    await ordinaryDay(w)
    const { short, id } = (await w.run(["cards", "--kind", "constraint", "--json"])).json().cards[0]
    await w.run(["note", "answer in English"])
    expect((await w.run(["undo", id, "--dry-run"])).out).toContain("pnpm")
    expect(await w.run(["undo", "99"])).toMatchObject({ code: 2, out: "" })
    expect((await w.run(["undo", short, "--dry-run"])).out).toContain("pnpm")
    expect((await w.run(["undo", short])).out).toMatch(/^took back: kept ".*pnpm/)
    const left = (await w.run(["cards", "--json"])).json().cards
    expect(left.map((c: { statement: string }) => c.statement)).toEqual(expect.arrayContaining(["answer in English"]))
    expect(left.some((c: { short: string }) => c.short === short)).toBe(false)
    expect((await w.run(["undo", short])).err).toContain("put away already")
    expect((await w.run(["undo", "c-ffffff"])).code).toBe(4)
    expect(await w.run(["undo", "c-zzzz"])).toMatchObject({ code: 4, err: expect.stringContaining('no card "c-zzzz"') })
    expect((await w.run(["undo", "all"])).err).toContain("a card's id or how many acts")
    expect((await w.run(["undo", "--dry-run"])).out).toMatch(/^Nothing was changed/)
    expect((await w.run(["doctor", "rebuild", "--check", "--json"])).json().equal).toBe(true)
  })
  it("[W1] --strict sets how strict a norm is, previews it, and refuses what it cannot prove", async () => {
    const w = busy()
    await ordinaryDay(w)
    const short = (await w.run(["cards", "--kind", "constraint", "--json"])).json().cards[0].short
    const dry = await w.run(["card", short, "--strict", "block", "--dry-run"])
    expect(dry.out).toMatch(/in the last 30 days \d+ of \d+ calls would have been blocked/)
    expect((await w.run(["card", short, "--json"])).json().card.strict).toBeUndefined()
    const { card, preview } = (await w.run(["card", short, "--strict", "block", "--json"])).json()
    expect(card.strict).toBe("block")
    expect(preview.days).toBe(30)
    expect((await w.run(["card", short])).out).toContain("always blocked")
    expect((await w.run(["card", short, "--strict", "loud"])).code).toBe(2)
    const { card: plain } = (await w.run(["note", "write tests first", "--json"])).json()
    expect((await w.run(["card", plain.id, "--strict", "block"])).err).toContain("can be proven")
  })
  it("every typed message says what became of it, in the ledger and by its words", async () => {
    const w = busy()
    await ordinaryDay(w)
    const { messages, counts } = (await w.run(["review", "ledger", "--messages", "--json"])).json()
    expect(messages.length).toBeGreaterThan(1)
    expect(counts.kept).toBe(1)
    for (const m of messages) expect(m.because.length, m.words).toBeGreaterThan(5)
    const plain = messages.find((m: { became: string }) => m.became === "left alone")
    const why = await w.run(["why", "--message", plain.words.slice(0, 30).toUpperCase()])
    expect(why.out).toContain(plain.because)
    expect((await w.run(["why", "--message", "zebra crossing"])).code).toBe(4)
  })
  it("promote must widen and narrow must narrow; --dry-run changes nothing", async () => {
    const w = busy()
    const { card } = (await w.run(["note", "use pnpm", "--json"])).json()
    for (const refused of [
      ["narrow", card.id],
      [card.id, "--strict", "sometimes"],
      ["correct", card.id],
    ]) {
      expect((await w.run(["card", ...refused])).code, refused.join(" ")).toBe(2)
      expect((await w.run(["card", ...refused, "--dry-run"])).code, refused.join(" ")).toBe(2)
    }
    expect((await w.run(["card", "promote", card.id, "--scope", "nowhere"])).code).toBe(2)
    expect((await w.run(["card", "archive", card.id, "--dry-run", "--json"])).json()).toMatchObject({ done: false })
    expect(ids((await w.run(["cards", "--json"])).json().cards)).toEqual([card.id])
  })
  it("[users 8] a note holds at once, says itself again as one card, replaces its opposite, and is undone", async () => {
    const w = busy()
    const first = (await w.run(["note", "from now on use npm, not pnpm", "--json"])).json()
    expect(first).toMatchObject({ done: true, act: "admitted", card: { source: "user", stage: "active" } })
    expect((await w.run(["note", "from now on use npm, not pnpm", "--json"])).json()).toMatchObject({
      act: "merged",
      card: { id: first.card.id },
    })
    const second = (
      await w.run(["note", "from now on use pnpm, not npm", "--json"], { now: () => NOW + 60_000 })
    ).json()
    expect(second).toMatchObject({ act: "superseded", card: { supersedes: first.card.id } })
    expect((await w.run(["undo"], { now: () => NOW + 61_000 })).out).toContain("use pnpm, not npm")
    expect(ids((await w.run(["cards", "--json"])).json().cards)).toEqual([first.card.id])
    expect((await w.run(["note", "x", "--kind", "tactic"])).code).toBe(2)
    expect((await w.run(["note", "  "])).code).toBe(2)
  })
  it("a secret in a note is masked before it is kept", async () => {
    const w = busy()
    const token = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_")
    await w.run(["note", `deploy with ${token}`])
    expect((await w.run(["cards", "--json"])).out).not.toContain(token)
  })
})

describe("design 8: pack and check", () => {
  it("[U-08] pack --json has the shape that tools rely on; the norm is in, the rest has its reason", async () => {
    const w = world()
    await ordinaryDay(w)
    const pack = (await w.run(["pack", "add a dependency", "--json"])).json()
    expect(pack.text).toContain("always use pnpm")
    expect(pack.items[0]).toMatchObject({
      slot: "norms",
      why: "always",
      card: expect.any(String),
      tokens: expect.any(Number),
    })
    for (const left of pack.leftOut)
      expect(left).toMatchObject({ card: expect.any(String), reason: expect.any(String) })
    expect((await w.run(["pack", "-"], { stdin: given("run the redis", " tests") })).out).toContain("pnpm")
    expect((await w.run(["pack", "--why"])).out).toMatch(/^IN {3}norms/m)
    expect((await w.run(["pack", "--tokens", "5"])).out).toContain("left out")
    expect((await w.run(["pack", "--tokens", "many"])).code).toBe(2)
  })
  it("looking at a pack or asking check records nothing", async () => {
    const w = world()
    await ordinaryDay(w)
    const head = async () => (await w.run(["status", "--json"])).json().known.events
    const before = await head()
    await w.run(["pack", "x"])
    await w.run(["check", "npm install"])
    await w.run(["cards"])
    expect(await head()).toBe(before)
  })
  it("[users 10] check exits 10 when something is known, 0 when not; errors come from stdin too", async () => {
    const w = world()
    await ordinaryDay(w)
    const held = await w.run(["check", "npm install", "--json"])
    expect(held.code).toBe(10)
    expect(held.json()).toMatchObject({ matched: true, hits: [{ hold: true, remedy: "pnpm" }] })
    const known = await w.run(["check", "-"], { stdin: given(RED) })
    expect(known.code).toBe(10)
    expect(known.out).toContain("docker compose up -d redis")
    expect(await w.run(["check", "ls -la"])).toMatchObject({ code: 0, out: "Nothing known about this.\n" })
    expect((await w.run(["check"])).code).toBe(2)
  })
})

describe("[U-05] forget", () => {
  const bytes = (dir: string): string =>
    readdirSync(dir, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => readFileSync(join(dir, entry.name), "latin1"))
      .join("")

  it("shows first, needs --yes off a terminal, erases, searches again and prints found 0", async () => {
    const w = world()
    await ordinaryDay(w)
    const dry = (await w.run(["forget", "--text", "never npm", "--dry-run", "--json"])).json()
    expect(dry).toMatchObject({ done: false, cards: [{ statement: expect.stringContaining("never npm") }] })
    expect(await w.run(["forget", "--text", "never npm"])).toMatchObject({ code: 2 })
    expect((await w.run(["cards", "--json"])).json().total).toBe(2)
    const ran = await w.run(["forget", "--text", "never npm", "--yes"])
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.out).toContain("found 0")
    expect((await w.run(["cards", "--all", "--json"])).out).not.toContain("never npm")
    expect(bytes(join(w.home, "data"))).not.toContain("never npm")
    expect((await w.run(["doctor", "rebuild", "--check"])).code).toBe(0)
  })
  it("by card, by episode, by time; answers at a terminal count, and no means no", async () => {
    const w = world()
    await ordinaryDay(w)
    const tty = { stdin: true, stdout: false, stderr: false }
    const { cards } = (await w.run(["cards", "--json"])).json()
    await w.run(["forget", "--card", cards[0].short], { tty, stdin: given("n\n") })
    expect((await w.run(["cards", "--json"])).json().total).toBe(2)
    await w.run(["forget", "--card", cards[0].short], { tty, stdin: given("y\n") })
    expect(ids((await w.run(["cards", "--json"])).json().cards)).toEqual([cards[1].id])
    const episode = (await w.run(["review", "ledger", "--json"])).json().entries.at(-1).episode
    // Ids follow from time and chance, and chance stands still here.
    const later = { now: () => NOW + 1 }
    expect((await w.run(["forget", "--episode", episode, "--yes", "--json"], later)).json()).toMatchObject({
      done: true,
      found: 0,
    })
    expect((await w.run(["cards", "--json"])).json().total).toBe(0)
    expect((await w.run(["forget", "--since", "1d", "--yes", "--json"])).json()).toMatchObject({ found: 0 })
  })
  it("names exactly one thing, and reaches into backups of the data folder", async () => {
    const w = world()
    await ordinaryDay(w)
    for (const words of [[], ["--text", "a"], ["--card", "c", "--text", "abc"], ["--until", "1d"]])
      expect((await w.run(["forget", ...words])).code).toBe(2)
    const { file } = (await w.run(["export", "backup", "--json"])).json()
    expect(readFileSync(file, "latin1")).toContain("redis")
    expect((await w.run(["forget", "--text", "redis", "--yes", "--json"])).json()).toMatchObject({ found: 0, left: [] })
    expect(readFileSync(file, "latin1")).not.toContain("redis")
    expect((await w.run(["export", "backup", file])).code).toBe(2)
  })
})

describe("users 9: pause, export, import, redact", () => {
  it("paused, nothing of an agent is recorded, also not later from its transcript; what you do yourself is", async () => {
    const w = busy()
    await ordinaryDay(w)
    const head = async () => (await w.run(["status", "--json"])).json().known.events
    await w.run(["pause", "2h"], { now: () => NOW })
    const before = await head()
    await happened(
      w,
      async open => {
        const e = await open("secret")
        await e.says("always deploy on fridays")
      },
      { now: NOW + 150 * 60_000 },
    )
    expect(await head()).toBe(before)
    expect((await w.run(["status"], { now: () => NOW + 60_000 })).out).toMatch(/paused .*2 events kept out/)
    expect((await w.run(["note", "use tabs"])).code).toBe(0)
    expect((await w.run(["pause", "off"], { now: () => NOW + 60_000 })).out).toContain("2 events kept out")
    expect((await w.run(["pause", "off"], { now: () => NOW + 61_000 })).out).toContain("was not paused")
    expect((await w.run(["pause", "soon"])).code).toBe(2)
    expect((await w.run(["pause", "session"])).code).toBe(4)
  })
  it("an export merged elsewhere gives the same cards; merging again adds nothing; bad lines are named", async () => {
    const w = world()
    await ordinaryDay(w)
    const file = join(folder(), "log.jsonl")
    expect((await w.run(["export", file, "--json"])).json().events).toBeGreaterThan(10)
    expect((await w.run(["export", file])).code).toBe(2)
    const other = world(w.cwd)
    expect((await other.run(["import", file, "--dry-run", "--json"])).json().new).toBeGreaterThan(10)
    const first = (await other.run(["import", file, "--json"])).json()
    expect(first).toMatchObject({ added: first.lines, refused: [] })
    expect((await other.run(["import", file, "--json"])).json()).toMatchObject({ added: 0 })
    const same = async (a: World) => ids((await a.run(["cards", "--json"])).json().cards)
    expect(await same(other)).toEqual(await same(w))
    writeFileSync(file, '{"event":1}\nnonsense\n')
    const bad = await other.run(["import", file])
    expect(bad.code).toBe(1)
    expect(bad.out).toMatch(/line 1: .*\n {2}line 2: /)
    expect((await w.run(["import", "/nowhere"])).code).toBe(4)
  })
  it("export --cards holds the cards and the user's words, and no transcript", async () => {
    const w = world()
    await ordinaryDay(w)
    const text = (await w.run(["export", "--cards"])).out
    expect(text).toContain("- always use pnpm in this repo, never npm (repo, said ")
    expect(text).not.toContain("added 200 packages")
    expect((await w.run(["export", "--cards", "--json"])).json().cards).toHaveLength(2)
  })
  it("forget --secrets erases a text that the rules of the day let through", async () => {
    const w = world()
    await ordinaryDay(w)
    const token = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_")
    await happened(w, async (_, { memory }) => {
      const blob = memory.parts.blobs.put(`export TOKEN=${token}`)
      await memory.parts.log.append([
        {
          id: "9".repeat(32),
          type: "agent.replied",
          v: 1,
          ts: NOW,
          episode: null,
          scope: null,
          data: { text: blob, chars: 10, inputTokens: null, outputTokens: null },
        },
      ])
    })
    await happened(w, async (_, { memory }) => {
      const end = { ok: true, known: "client" as const, output: "FOO=barbarbar" }
      const make = drafts("claude-code", "printed", { now: NOW, scope: null } as never)
      const call = { call: "c", tool: "Bash", does: "runs" as const, input: { command: "cat .env" } }
      await record(memory.parts, [make.finished(call, end)], { ignore: [] })
    })
    expect((await w.run(["forget", "--secrets", "--dry-run", "--json"])).json()).toMatchObject({
      ...{ found: 2, erased: 0 },
      kinds: { "ignored-file": 1 },
    })
    expect((await w.run(["forget", "--secrets", "--yes", "--json"])).json()).toMatchObject({ erased: 2, left: 0 })
    expect((await w.run(["forget", "--secrets"])).out).toContain("nothing left to mask")
  })
})

describe("status, ledger, errors, review, settle, rebuild", () => {
  it("[U-14] status is one screen and says whether an outcome ever moved a card", async () => {
    const w = world()
    await ordinaryDay(w)
    const ran = await w.run(["status"])
    expect(ran).toMatchObject({ code: 0, err: "" })
    const lines = ran.out.trimEnd().split("\n")
    expect(lines.length).toBeLessThan(20)
    expect(lines.at(-1)).toMatch(/^loop {8}last card moved by an outcome: /)
    expect(ran.out).toContain("no model calls")
    expect(ran.out).toContain("room for 460")
    expect((await w.run(["status", "--line"])).out.trim().split("\n")).toHaveLength(1)
    expect((await w.run(["status"], { env: { METTLE: "off" } })).out).toContain("not recording")
  })
  it("[S4-29] ledger names the rule and the reason; --rejected only refusals; an episode by the start of its id", async () => {
    const w = busy()
    await ordinaryDay(w)
    const all = (await w.run(["review", "ledger", "--json"])).json()
    expect(all.counts).toMatchObject({ admitted: 2 })
    expect(all.entries[0]).toMatchObject({ rule: expect.stringContaining("@"), because: expect.any(String) })
    const lines = (await w.run(["review", "ledger"])).out.split("\n")
    expect(lines[0]).toBe("2 admitted")
    for (const { words } of all.entries) {
      const at = lines.findIndex(line => line.startsWith(`admitted   ${words.slice(0, 30)}`))
      expect(lines[at + 1], words).toMatch(/^ {11}\S.{10,} {2}e-\w{6}, /)
    }
    expect((await w.run(["review", "ledger", `e-${all.entries[0].episode.slice(0, 6)}`, "--json"])).json().total).toBe(
      2,
    )
    expect((await w.run(["review", "ledger", "--rejected"])).out).toBe("Nothing was refused.\n")
    expect((await w.run(["review", "ledger", "e-zzz"])).code).toBe(4)
  })
  it("[S3-33] errors stay open until the same check passes", async () => {
    const w = world()
    await happened(w, async open => {
      const e = await open("one")
      await e.says("make the tests pass")
      await e.runs("pnpm test", false, RED)
      await e.runs("pnpm lint", false, "src/a.ts\n  3:1  error  Unexpected var  no-var\n1 problem")
      await e.runs("pnpm lint", true, "ok")
    })
    const { errors, stats } = (await w.run(["history", "errors", "--json"])).json()
    expect(errors.map((e: { check: string }) => e.check)).toEqual(["pnpm test"])
    expect(stats).toMatchObject({ total: 2, unresolved: 1 })
    expect((await w.run(["history", "errors", "--context"])).out).toContain("## Open errors of this task")
    await happened(
      w,
      async open => {
        const e = await open("two")
        await e.says("again")
        await e.runs("pnpm test", true, GREEN)
      },
      { now: NOW + 3_600_000 },
    )
    expect((await w.run(["history", "errors"])).out).toContain("No error in")
  })
  it("[U-06] review: by single keys a candidate is kept, put away or reworded; elsewhere it is a list", async () => {
    const w = busy()
    await happened(w, async (_, { memory }) => {
      const { note } = await import("../../src/memory/acting/acts.ts")
      const scope = (await w.run(["config", "scope", "--json"])).json().id
      for (const words of ["the build needs Java 21", "the api lives in src/api", "tests run in band"])
        await note(memory, words, { scope, by: "user", kind: "fact" })
      const { readCards } = await import("../../src/memory/reading/read.ts")
      const { act } = await import("../../src/memory/acting/acts.ts")
      for (const card of readCards(memory))
        await act(memory, "feedback.given", { about: "card", target: card.id, tag: "wrong", by: "agent", note: null })
    })
    expect((await w.run(["review", "--json"])).json().items.map((i: { why: string }) => i.why)).toEqual([
      "marked wrong",
      "marked wrong",
      "marked wrong",
    ])
    const tty = { stdin: true, stdout: true, stderr: true }
    const ran = await w.run(["review", "--no-color"], { tty, stdin: given("y", "n", "e", "the build needs Java 25\n") })
    expect(ran.out).toContain("1 kept, 1 put away, 1 reworded, 0 skipped")
    const { cards } = (await w.run(["cards", "--json"])).json()
    expect(cards.map((c: { statement: string }) => c.statement).sort()).toEqual([
      "tests run in band",
      "the build needs Java 25",
    ])
    expect((await w.run(["review"])).out).toBe("Nothing waits for you.\n")
  })
  it("settle twice adds nothing; rebuild folds every event and gives the same views", async () => {
    const w = world()
    await ordinaryDay(w)
    expect((await w.run(["settle", "--json"])).json()).toMatchObject({ proposed: 0, forgotten: 0 })
    const { events } = (await w.run(["doctor", "rebuild", "--json"])).json()
    expect(events).toBe((await w.run(["status", "--json"])).json().known.events)
    expect((await w.run(["doctor", "rebuild", "--check", "--json"])).json().equal).toBe(true)
  })
})
