// How sure decides what happens: what is sure is kept and said in the same turn with the user's words, and undone by its own id,
// by the command line or by typing the line of the notice in the client. Once undone, the same words never come back by themselves.
import { describe, expect, it } from "vitest"
import { note, undoCard } from "../../src/memory/acting/acts.ts"
import { actOnCard } from "../../src/memory/acting/card-acts.ts"
import { cardShort, readCards, readLedger } from "../../src/memory/reading/read.ts"
import { inbox } from "../../src/memory/reading/review.ts"
import { lookAtDocuments } from "../../src/memory/tending/documents.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { hooksOf } from "./hooks.ts"
import { talk } from "./talk.ts"
import { REPO, world } from "./world.ts"

const WISH = "always use pnpm in this repo, never npm"
describe("what is sure is kept at once, said, and undone by its id", () => {
  it("the notice stands in the answer to the very prompt, with the words and the way back", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    const said = await t.says(WISH)
    const [card] = readCards(w.memory)
    expect(said.systemMessage).toBe(
      `mettle: kept for this repository: "always use pnpm in this repo, never npm" · wrong? mettle undo ${card!.short}`,
    )
    expect((await t.says("now add zod")).systemMessage ?? "", "said once").not.toContain("kept")
    await settle(w.memory)
    expect(readCards(w.memory)).toHaveLength(1)
  })

  it("a wish that was held once and is broken by another call is not broken in silence", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    await t.says(WISH)
    await t.says("add zod and ajv")
    expect((await t.runs("npm install zod")).systemMessage).toContain("held `npm install zod` once")
    await t.says("go on")
    expect((await t.runs("npm install ajv")).systemMessage).toMatch(
      /^mettle: broken, .*never npm", by `npm install ajv` · stricter\? mettle card /,
    )
  })

  it("typed in the client, the line undoes exactly that card, and the agent gets no work by it", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    await t.says("from now on write commit messages in English")
    await t.says(WISH)
    const card = readCards(w.memory).find(c => c.statement!.includes("pnpm"))!
    const answer = await t.says(`mettle undo ${card.short}`)
    expect(answer).toEqual({ decision: "block", reason: `mettle: took back "${WISH}"` })
    expect(readCards(w.memory).map(c => c.statement)).toEqual([expect.stringContaining("commit messages")])
    expect(w.memory.parts.log.readTypes(["prompt.submitted"])).toHaveLength(2)
    expect((await t.says(`mettle undo ${card.short}`)).reason).toContain("put away already")
    expect((await t.says("mettle undo c-ffffff")).reason).toContain('no card "c-ffffff"')
    expect((await t.says("please explain what mettle undo c-ffffff does")).decision, "no order").toBeUndefined()
  })

  it("an order is obeyed however little time is left: the prompt is for nobody else", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    await t.says(WISH)
    const { short } = readCards(w.memory)[0]!
    const hurried = hooksOf(w.memory, REPO, () => w.memory.parts.now(), {}, "claude-code", { left: () => 1 })
    const at = { session_id: "one", transcript_path: "", cwd: "/work/shop", prompt_id: "late" }
    const out = await hurried({ ...at, hook_event_name: "UserPromptSubmit", prompt: `mettle undo ${short}` })
    expect(JSON.parse(out!)).toEqual({ decision: "block", reason: `mettle: took back "${WISH}"` })
  })

  it("typed without an id, it takes the last act back as the command line does, and says the words", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    expect((await t.says("mettle undo")).reason).toBe("mettle: nothing to take back")
    await t.says(WISH)
    const [card] = readCards(w.memory)
    await actOnCard(w.memory, "pin", card!.id)
    expect((await t.says("mettle undo")).reason).toBe(`mettle: took back: pinned "${WISH}"`)
    expect((await t.says("mettle undo.")).reason).toBe(`mettle: took back: kept "${WISH}"`)
    expect(readCards(w.memory)).toEqual([])
    expect((await t.says("what does mettle undo do?")).decision, "no order").toBeUndefined()
  })

  it("a rule of a document is kept by typing the id that review shows", async () => {
    const w = world()
    await lookAtDocuments(w.memory, REPO, [{ path: "AGENTS.md", text: "- Never push to main\n" }])
    const t = talk(w, "one")
    await t.opens()
    const said = await t.says(`mettle card confirm ${cardShort(inbox(w.memory)[0]!)}`)
    const [card] = readCards(w.memory)
    expect(said.reason).toBe(`mettle: kept "Never push to main" · wrong? mettle undo ${card!.short}`)
    expect(card!.stage).toBe("active")
  })

  it("words that take a wish back in passing are asked about, with the way to drop it; only the user drops it", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    const id = await note(w.memory, "use tabs, not spaces", { scope: REPO })
    await note(w.memory, WISH, { scope: REPO })
    const [tabs, pnpm] = [id, ""].map(one => readCards(w.memory).find(c => (one === "" ? c.id !== id : c.id === one))!)
    expect((await t.says("actually spaces are fine, forget the tabs thing")).systemMessage).toBe(
      `mettle: no longer wanted? "use tabs, not spaces" · drop it: mettle undo ${tabs!.short}`,
    )
    expect(readCards(w.memory)).toHaveLength(2)
    const two = talk(w, "two")
    await two.opens()
    expect((await two.says("you don't need to use pnpm for this one")).systemMessage).toBe(
      `mettle: no longer wanted? "${WISH}" · drop it: mettle undo ${pnpm!.short}`,
    )
    for (const [n, words] of ["you can use npm again", "ok. npm is fine again", "we moved back to npm"].entries()) {
      const other = talk(w, `turned ${n}`)
      await other.opens()
      expect((await other.says(words)).systemMessage, words).toContain(`no longer wanted? "${WISH}"`)
    }
    const three = talk(w, "three")
    await three.opens()
    for (const words of [
      ...["this time use npm", "why did you use npm?", "he said: npm is fine again", "npm install is broken"],
      "forget it, run the tests",
      "forget the login page for now",
      "don't have to explain, just do it",
    ])
      expect((await three.says(words)).systemMessage ?? "", words).not.toContain("no longer wanted")
    expect((await t.says(`mettle undo ${tabs!.short}`)).reason).toContain("took back")
  })

  it("two wishes in one message are two cards, and the line says that there is one more", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    const said = await t.says("from now on always use pnpm here. And from now on write commit messages in English")
    expect(readCards(w.memory)).toHaveLength(2)
    expect(said.systemMessage).toMatch(/wrong\? mettle undo c-\w+ · and 1 more: mettle cards$/)
  })
  it.each([
    ["from now on always use pnpm here, and all commits must be signed", 2],
    ["from now on always use pnpm here, never commit to main", 2],
    ["以后永远先写测试，不要提交到 main 分支", 2],
    ["from now on never use npm here, always use pnpm", 1],
  ])("two wishes in one sentence are two cards, two sides of a choice are one: %s", async (words, cards) => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    await t.says(words)
    expect(readCards(w.memory).map(c => c.statement)).toHaveLength(cards)
  })

  it("typed again after it was undone, the way to keep it is told, once; nothing is kept", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    await t.says(WISH)
    await t.says(`mettle undo ${readCards(w.memory)[0]!.short}`)
    const two = talk(w, "two")
    await two.opens()
    expect((await two.says(WISH)).systemMessage).toBe(
      `mettle: you took this back once · keep it again: mettle note "${WISH}"`,
    )
    expect(readCards(w.memory)).toEqual([])
    expect((await two.says("now add zod")).systemMessage ?? "").not.toContain("took this back")
    const three = talk(w, "three")
    await three.opens()
    const heard = "Add the tax. We keep money in cents."
    for (const said of [heard, "now add zod"])
      expect((await three.says(said)).systemMessage ?? "", "only heard").not.toContain("took this back")
    expect(
      readLedger(w.memory)
        .map(e => w.memory.text(e.statement ?? ""))
        .join(),
      "it was heard",
    ).toContain("in cents")
  })

  it("once undone, the same words never come back by themselves: typed again, reworded in case and marks, heard or found", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    await t.says(WISH)
    await undoCard(w.memory, readCards(w.memory)[0]!.short)
    for (const [i, words] of [
      WISH,
      "Always use pnpm in this repo, NEVER npm!",
      "always   use pnpm in this repo — never npm.",
    ].entries()) {
      const next = talk(w, `again-${i}`)
      await next.opens()
      expect((await next.says(words)).systemMessage ?? "").not.toContain("kept")
    }
    const past = await w.opens("an imported session")
    await past.says(WISH)
    await past.ends()
    expect(readCards(w.memory)).toEqual([])
    expect(inbox(w.memory)).toEqual([])
    const refused = readLedger(w.memory).filter(e => e.because.startsWith("taken-back"))
    expect(refused).toHaveLength(4)
    await note(w.memory, WISH, { scope: REPO })
    expect(
      readCards(w.memory).map(c => c.statement),
      "a note brings them back",
    ).toEqual([WISH])
  })

  it("what the undone words had replaced comes back", async () => {
    const w = world()
    const t = talk(w, "one")
    await t.opens()
    await t.says("from now on use npm, not pnpm")
    expect((await t.says("from now on use pnpm, not npm")).systemMessage, "nothing goes in silence").toContain(
      'kept for this repository: "from now on use pnpm, not npm", instead of "from now on use npm, not pnpm"',
    )
    const [now] = readCards(w.memory)
    expect(now!.statement).toContain("pnpm, not npm")
    await t.says(`mettle undo ${now!.short}`)
    expect(readCards(w.memory).map(c => c.statement)).toEqual([expect.stringContaining("npm, not pnpm")])
  })
})

describe("notices never nag", () => {
  it("at most one a turn; that words were kept is said each time, everything else three times an episode", async () => {
    const w = world()
    const t = talk(w, "one")
    const lines: (string | undefined)[] = [(await t.opens()).systemMessage]
    const wishes = [
      WISH,
      "from now on never push to main",
      "always run the linter before you push",
      "never use default exports",
    ]
    for (const wish of wishes) {
      const said = (await t.says(wish)).systemMessage
      const held = (await t.runs("npm install zod")).systemMessage
      expect([said, held].filter(Boolean).length).toBeLessThanOrEqual(1)
      lines.push(said, held)
    }
    expect(lines.filter(line => line?.includes("kept for"))).toHaveLength(wishes.length)
    expect(lines.filter(Boolean)).toHaveLength(wishes.length)
    const held: (string | undefined)[] = []
    for (const call of ["npm ci", "git push origin main", "npm test", "npm run x", "npm i a", "npm i b"]) {
      await t.says(`now ${call.length} more`)
      held.push((await t.runs(call)).systemMessage)
    }
    expect(held.filter(Boolean).length).toBeGreaterThan(0)
    expect(held.filter(Boolean).length).toBeLessThanOrEqual(3)
    expect(lines.every(line => line === undefined || !line.includes("\n"))).toBe(true)
    const other = talk(w, "two")
    await other.opens()
    expect((await other.says("from now on answer in German")).systemMessage, "another episode has its own").toContain(
      "kept",
    )
  })

  it("the agent hears no more in a turn than a pack may hold, whoever speaks; a hold is always said", async () => {
    const w = world()
    for (const words of ["use pnpm or bun in CI, not yarn", "never use npm, use pnpm"])
      await note(w.memory, words, { scope: REPO })
    const [npm] = readCards(w.memory).filter(c => c.statement!.includes("npm, use"))
    await actOnCard(w.memory, "strict", npm!.id, { level: "tell" })
    const said = async (tokens: string) => {
      const t = talk(w, `with ${tokens}`, { METTLE_PACK_TOKENS: tokens })
      await t.says("add zod")
      return (await t.runs("npm install zod")).hookSpecificOutput?.additionalContext ?? ""
    }
    expect(await said("900")).toContain("never use npm")
    expect(await said("8")).toBe("")
    await actOnCard(w.memory, "strict", npm!.id, { level: "hold" })
    const t = talk(w, "held", { METTLE_PACK_TOKENS: "8" })
    await t.says("add zod")
    expect((await t.runs("npm install zod")).hookSpecificOutput.permissionDecision).toBe("deny")
  })

  it("off by one key", async () => {
    const w = world()
    const t = talk(w, "one", { METTLE_NOTIFY: "off" })
    await t.opens()
    expect((await t.says(WISH)).systemMessage).toBeUndefined()
    expect(readCards(w.memory)).toHaveLength(1)
    const held = await t.runs("npm install zod")
    expect(held.hookSpecificOutput.permissionDecision).toBe("deny")
    expect(held.systemMessage).toBeUndefined()
  })
})
