// What is said again in another episode: the second saying asks, the third is kept when it forbids or asks for a form; what acts
// outwards waits for a yes; a task sent again is no repetition. And what is said otherwise in a later one: the later words replace the earlier ones, with both quotes, whether or
// not the ear knew either; what is unclear asks; what somebody else wrote replaces nothing.
import { describe, expect, it } from "vitest"
import { DEFAULT_CAPS } from "../../src/core/admission/budget.ts"
import { alone } from "../../src/core/rules/rule.ts"
import type { FoldContext } from "../../src/core/views/context.ts"
import { saidBefore, sightWords } from "../../src/core/views/sightings.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { act, note, undo } from "../../src/memory/acting/acts.ts"
import { keptSaid } from "../../src/memory/packs/attention.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { approve, inbox } from "../../src/memory/reading/review.ts"
import { talk } from "./talk.ts"
import { REPO, type Told, world } from "./world.ts"

const DAY = 60 * 24
type World = ReturnType<typeof world>
async function says(w: World, session: string, ...messages: readonly string[]): Promise<Told> {
  w.later(DAY)
  const e = await w.opens(session)
  for (const message of messages) await e.says(message)
  return e
}
const again = (w: World) =>
  TABLE.card
    .list(w.memory.views)
    .flatMap(([, c]) => (c.proposer.startsWith("said-again@") ? [{ ...c, words: w.memory.text(c.statement) }] : []))
const inUse = (w: World): string =>
  readCards(w.memory)
    .filter(c => c.stage === "active")
    .map(c => c.statement)
    .join("\n")

describe("an order that is said again", () => {
  // likely meant for this time only, each time
  const FORM = "no long explanations"
  it("asks at the second saying, with its days, and is kept at the third with all sayings as evidence", async () => {
    const w = world()
    await says(w, "one", `add the refunds. ${FORM}`)
    const second = await says(w, "two", `add the totals. ${FORM}`)
    expect(again(w)).toMatchObject([{ stage: "trial", asks: true }])
    expect(keptSaid(w.memory, second.id, { scope: REPO, place: "shop" })?.words).toMatch(
      /said twice \(\w{3}, today\): .* · keep: mettle card confirm/,
    )
    await says(w, "three", `add the invoices. ${FORM}`)
    expect(again(w)).toMatchObject([{ stage: "active" }])
    expect(again(w)[0]!.evidence.length).toBeGreaterThanOrEqual(3)
  })
  it("is asked about in the next session, once, when the second ended before anybody could ask", async () => {
    const w = world()
    for (const [session, task] of Object.entries({ one: "refunds", two: "totals" }))
      await (await says(w, session, `add the ${task}. ${FORM}`)).ends()
    w.later(DAY)
    const t = talk(w, "three")
    await t.opens()
    const asked = /said twice \(\w+, \w+\): .* · keep: mettle card confirm/
    expect((await t.says("add the invoices")).systemMessage).toMatch(asked)
    expect((await t.says("and the taxes")).systemMessage ?? "").not.toMatch(asked)
    await t.ends()
    w.later(DAY)
    expect((await talk(w, "four").says("add the rates")).systemMessage ?? "").not.toMatch(asked)
  })
  it("is found among many other messages", async () => {
    const w = world()
    await says(w, "one", `add the refunds. ${FORM}`)
    const busy = await w.opens("busy")
    for (let i = 0; i < 40; i++) await busy.says(`rename part ${i}`)
    await says(w, "two", `add the totals. ${FORM}`)
    expect(again(w)).toMatchObject([{ stage: "trial", asks: true }])
  })
  it("is looked for where most of its words stand, then where little else does, then in the newest; among the last two thousand", () => {
    const texts = ["red blue", "red blue green", "red blue stone", "red green stone", "stone"]
    const context = { ...alone(), readBy: (_: unknown, [at]: readonly string[]) => texts[Number(at)]!.split(" ") }
    const told = context as unknown as FoldContext
    const tell = (i: number, n = 0) => sightWords(told, "shop", { episode: `e${i}`, event: String(n) }, String(i))
    const found = () => saidBefore(told, "shop", "now", new Set(["red", "blue", "green"])).map(p => p.episode)
    for (const i of [0, 1, 2, 3]) tell(i)
    expect(found()).toEqual(["e1", "e0", "e3", "e2"])
    for (let n = 0; n < 33 * 64; n++) tell(4, n)
    expect(found()).toEqual([])
  })
  it("is the same when one time says more of it, once it came back by itself", async () => {
    const w = world()
    await says(w, "one", "add the refunds", "pour chaque point propose deux idées")
    await says(w, "two", "add the totals", "propose deux idées")
    expect(again(w)).toEqual([])
    await says(w, "three", "add the taxes", "propose deux idées")
    expect(again(w).map(c => c.evidence.length)).toEqual([3])
  })
  it("is none when it has to be given every day", async () => {
    const w = world()
    for (const name of ["one", "two", "three", "four"]) await says(w, name, "build the docs please")
    expect(again(w)).toEqual([])
  })
  it("is none in a task that comes again, however often, unless it sounds as if it lasts", async () => {
    const w = world()
    for (const [i, part] of ["refunds", "totals", "taxes", "invoices"].entries())
      await says(w, `s${i}`, `add the ${part}. add a line to the shop changelog please`)
    expect(again(w)).toEqual([])
  })
  it("finds room however much was only heard before it, of which the oldest goes when it does not come back", async () => {
    const caps = { ...DEFAULT_CAPS, norm: { repo: 2, domain: 2, global: 2 } }
    const w = world({ params: { "anchored-novel-budgeted": { caps } } })
    const heard = [
      "don't write code for the red part",
      "please don't add tests for the lamp",
      "don't write docs for the footer",
    ]
    for (const [i, words] of heard.entries()) await says(w, `heard ${i}`, words)
    await says(w, "one", `add the refunds. ${FORM}`)
    await says(w, "two", `add the totals. ${FORM}`)
    expect(again(w)).toMatchObject([{ stage: "trial", asks: true }])
    w.later(8 * DAY)
    await says(w, "later", "rename the totals page")
    const left = TABLE.card
      .list(w.memory.views)
      .flatMap(([, c]) => (c.stage === "trial" ? [w.memory.text(c.statement)] : []))
    expect(left.sort()).toEqual(["don't write docs for the footer", "don't add tests for the lamp", FORM].sort())
  })
  it("finds room however much was only heard in its own session", async () => {
    const w = world({ params: { "anchored-novel-budgeted": { episodeNorms: 1 } } })
    const heard = ["don't write code for the red part", "please don't add tests for the lamp"]
    await says(w, "one", ...heard, "from now on never show totals of drafts")
    expect(inUse(w)).toBe("from now on never show totals of drafts")
  })
  it("asks when the ear heard it only now", async () => {
    const w = world()
    await says(w, "one", "add the refunds to the page. don't write docs for the footer")
    await says(w, "two", "don't write docs for the footer")
    expect(again(w)).toMatchObject([{ stage: "trial", asks: true }])
  })
  it("is none when it only keeps the work going or tells what is seen", async () => {
    const w = world()
    for (const name of ["one", "two", "three", "four"])
      await says(w, name, "Sounds good, let's keep moving", "currently there are no failing checks here")
    expect(again(w)).toEqual([])
  })
  it("is none when only now it asks for what was told, or done, before", async () => {
    const w = world()
    await says(w, "one", "rename the invoices", "the totals stay in cents")
    await says(w, "two", "rename the taxes", "make the totals stay in cents")
    await says(w, "three", "rename the refunds", "let the totals stay in cents")
    expect(again(w)).toEqual([])
  })
  it("is none when it tells the agent what it did, however often, and is one where that says what is wished", async () => {
    const w = world()
    const told = ["you didn't update the changelog", "you're writing to the production database", "Looks good"]
    const wish = "you should not write to the production database"
    for (const name of ["one", "two", "three"]) await says(w, name, ...told)
    expect(TABLE.card.list(w.memory.views).map(([, card]) => [card.stage, card.asks])).toEqual([["trial", undefined]])
    await says(w, "four", wish)
    await says(w, "five", wish)
    expect(inUse(w)).toBe(wish)
  })
  it("waits for a yes when it acts outwards, however often it is said", async () => {
    const w = world()
    for (const [i, task] of ["refunds", "totals", "invoices", "taxes"].entries())
      await says(w, `s${i}`, `add the ${task}. commit your work in small steps`)
    expect(again(w)).toMatchObject([{ stage: "trial", asks: true }])
  })
  it("was put away: it is not asked for again, until that is undone", async () => {
    const w = world()
    await says(w, "one", `add the refunds. ${FORM}`)
    await says(w, "two", `add the totals. ${FORM}`)
    await act(w.memory, "card.archived", { card: again(w)[0]!.id, note: null })
    await says(w, "three", `add the invoices. ${FORM}`)
    expect(again(w).map(c => c.stage)).toEqual(["archived"])
    await undo(w.memory)
    await says(w, "four", `add the taxes. ${FORM}`)
    expect(again(w).map(c => c.stage)).toEqual(["active"])
  })
  it("is known by the part that comes back beside another task", async () => {
    const w = world()
    for (const [i, task] of ["continue working on task 11", "continue with task 12", "carry on with task 13"].entries())
      await says(w, `s${i}`, `${task}, making sure to pull in the latest changes from origin/main first`)
    expect(again(w)).toMatchObject([{ words: expect.stringMatching(/^making sure to pull in the latest changes/) }])
  })
  it("is a rule file called by its name", async () => {
    const w = world()
    for (const [i, task] of ["refunds", "totals", "taxes"].entries())
      await says(w, `s${i}`, `add the ${task}`, "@careful-errors.mdc")
    expect(again(w)).toMatchObject([{ stage: "trial", asks: true, words: "@careful-errors.mdc" }])
    expect(again(w)[0]!.evidence).toHaveLength(3)
  })
  it("is known by itself, once it came back so, and beside something else", async () => {
    const w = world()
    await says(w, "one", "add the refunds", "feel free to ask about open points early")
    await says(w, "two", "tell me what you think of the two designs of the refund page, and ask me about open points")
    await says(w, "three", "add the totals", "feel free to ask about open points early")
    expect(again(w).map(c => c.evidence.length)).toEqual([3])
  })
  it("is none in a task that is sent again in a new session, unless other work came between", async () => {
    const task = `add the refunds. ${FORM}`
    const sent = world()
    for (const name of ["one", "two"]) {
      const e = await sent.opens(name)
      await e.says(task)
      sent.later(5)
    }
    expect(again(sent)).toEqual([])
    const w = world()
    for (const name of ["one", "two"]) {
      const e = await w.opens(name)
      await e.says(task)
      await e.says("now rename the totals page")
      w.later(5)
    }
    expect(again(w)).toMatchObject([{ stage: "trial", asks: true }])
  })
  it("never within one episode, from a paste, or when a task or a template is sent again", async () => {
    const w = world()
    await says(w, "one", `add the totals. ${FORM}`, `add the taxes. ${FORM}`, `add the invoices. ${FORM}`)
    for (const name of ["two", "three"]) await says(w, name, `they wrote:\n> ${FORM}`)
    const task = `build the export page. use the blue theme.\n${FORM}.\nshow me the plan.`
    const sent = world()
    for (const name of ["a", "b", "c"]) await says(sent, name, task)
    const like = world()
    for (const page of ["export", "import", "billing"])
      await says(
        like,
        page,
        `build the ${page} page of the shop. use the blue theme for ${page}.\n${FORM}.\nshow me your plan for ${page}.`,
      )
    expect([...again(w), ...again(sent), ...again(like)]).toEqual([])
  })
})

describe("a wish in force that is said again", () => {
  it.each([
    [
      "never touch the files in legacy/",
      ["ugh, no. I told you not to touch legacy", "please, as I said, never touch legacy"],
    ],
    [
      "use pnpm, not npm",
      ["no! I said pnpm, not npm", "don't use npm", "from now on always use pnpm, never npm please"],
    ],
  ])("is one card, with every saying: %s", async (wish, sayings) => {
    const w = world()
    await says(w, "one", wish)
    for (const [i, saying] of sayings.entries()) await says(w, `later ${i}`, "go on with the cart", saying)
    await w.settle()
    expect(TABLE.card.list(w.memory.views).map(([, card]) => w.memory.text(card.statement))).toEqual([wish])
    expect(readCards(w.memory)[0]!.evidence).toHaveLength(sayings.length + 1)
  })
  it.each([
    ["first", []],
    ["later", ["go on with the cart"]],
  ])("counts against it when that complains, said %s in a session", async (_, before) => {
    const w = world()
    await (await says(w, "one", "never touch the files in legacy/")).ends()
    await (await says(w, "two", ...before, "ugh, no. I told you not to touch legacy")).ends()
    await w.settle()
    expect(TABLE.norm.list(w.memory.views).map(([, norm]) => norm.counts.violated)).toEqual([1])
  })
})

describe("words that change", () => {
  it.each([
    ["our database is Postgres 15", "the database runs on Postgres 16 now", "15", "16"],
    [
      "always format with prettier before you commit",
      "we replaced prettier with biome, always format with biome",
      "with prettier before",
      "biome",
    ],
    [
      "we use yarn in this repo, always install with yarn",
      "we migrated from yarn to pnpm last week",
      "always install with yarn",
      "pnpm",
    ],
    [
      "wir benutzen immer npm in diesem Projekt",
      "wir sind von npm auf pnpm umgestiegen, ab jetzt immer pnpm",
      "immer npm",
      "pnpm",
    ],
    [
      "add a Co-Authored-By line to every commit",
      "never add a Co-Authored-By line to commits",
      "every commit",
      "never",
    ],
    [
      "always open pull requests as drafts",
      "stop opening pull requests as drafts, open them ready for review",
      "always open pull requests as drafts",
      "ready for review",
    ],
    ["uploads are limited to 10 MB", "the upload limit is 25 MB now", "10 MB", "25 MB"],
    ["der Testserver läuft auf Port 5000", "der Testserver läuft jetzt auf Port 5001", "5000", "5001"],
  ])("%s → %s", async (first, later, old, now) => {
    const w = world()
    await says(w, "one", first)
    await says(w, "two", later)
    expect(inUse(w)).toContain(now)
    expect(inUse(w)).not.toContain(old)
    const shown = (await w.packFor("what do I have to keep in mind here?")).text
    expect(shown).not.toContain(old)
    const gone = TABLE.card.list(w.memory.views).filter(([, c]) => c.stage === "superseded")
    for (const [, card] of gone) expect(card.supersededBy).toBeTruthy()
  })

  it("what the ear heard in neither is kept with both quotes", async () => {
    const w = world()
    await says(w, "one", "the staging server listens on port 4200")
    await says(w, "two", "staging moved to port 4300")
    expect(again(w)).toMatchObject([{ stage: "active", words: "staging moved to port 4300" }])
    const quotes = again(w)[0]!.evidence.map(e => w.memory.text(e.blob)!.slice(e.start, e.end))
    expect(quotes).toEqual(["staging moved to port 4300", "the staging server listens on port 4200"])
  })

  it("where only some words are the same it asks, and the yes replaces the old one", async () => {
    const w = world()
    await says(w, "one", "from now on always write the release notes in German")
    await says(w, "two", "the release notes are now written by marketing")
    expect(again(w)).toMatchObject([{ stage: "trial", asks: true }])
    expect(inUse(w)).toBe("from now on always write the release notes in German")
    await act(w.memory, "card.confirmed", { card: again(w)[0]!.id })
    expect(inUse(w)).toBe("the release notes are now written by marketing")
  })

  it.each([
    "this time use npm, not pnpm",
    "just this once, use npm not pnpm",
    "for today only use npm, not pnpm",
    "only for this PR use npm, not pnpm",
    "use npm, not pnpm, until the registry is fixed",
    "temporarily use npm, not pnpm",
    "diesmal npm benutzen, nicht pnpm",
    "cette fois utilise npm, pas pnpm",
    "这次用 npm，不要用 pnpm",
  ])("what is meant for this time only leaves the wish in force: %s", async once => {
    const w = world()
    await (await says(w, "one", "use pnpm, not npm")).ends()
    await (await says(w, "two", once)).ends()
    await w.settle()
    expect(inUse(w)).toBe("use pnpm, not npm")
  })
  it.each([
    ["use pnpm, not npm", "use yarn to add lodash"],
    ["use pnpm, not npm", "use npm to publish"],
  ])("a task takes no wish's place, however often it comes: %s, %s", async (wish, task) => {
    const w = world()
    await (await says(w, "one", wish)).ends()
    for (const day of ["two", "three", "four"]) await (await says(w, day, task)).ends()
    await w.settle()
    expect(inUse(w)).toBe(wish)
  })
  it.each([
    ["never write comments in code", "add comments to every function from now on"],
    ["use pnpm, not npm", "use yarn from now on"],
    ["use pnpm, not npm", "always use yarn"],
    ["use single quotes, not double quotes", "use double quotes"],
    ["from now on use 4 spaces for indentation", "hmm, I changed my mind: 2 spaces for indentation please"],
    ["from now on limit lines to 80 characters", "limit lines to 100 characters from now on"],
    ["don't use tabs", "use tabs"],
    ["use emojis in replies", "do not use emojis"],
    ["n'écris jamais de tests pour les composants", "écris toujours des tests pour les composants"],
    ["usa siempre emojis en los commits", "no uses nunca emojis en los commits"],
  ])("a wish turned round goes, in whatever words: %s → %s", async (first, later) => {
    const w = world()
    await says(w, "one", first)
    await says(w, "two", later)
    expect(inUse(w)).toBe(later.replace(/^hmm, /, ""))
  })
  it("whatever stands for it goes, and not only one", async () => {
    const w = world()
    await note(w.memory, "use 4 spaces for indentation", { scope: REPO })
    await note(w.memory, "indentation is done with spaces", { scope: REPO })
    await says(w, "one", "no wait, use tabs for indentation from now on")
    expect(inUse(w)).toBe("use tabs for indentation from now on")
  })
  it.each([
    ["no tabs in yaml", "use tabs in Makefiles"],
    ["always rebase feature branches", "never rebase shared branches"],
    ["benutze nie Docker auf dem Laptop", "benutze immer Docker auf dem Server"],
  ])("for another place both stand: %s, %s", async (first, later) => {
    const w = world()
    await says(w, "one", first)
    await says(w, "two", later)
    expect(inUse(w).split("\n").sort()).toEqual([first, later].sort())
    expect(inbox(w.memory)).toEqual([])
  })
  it("where it is unsure both stand, and Review asks of the earlier until the user says", async () => {
    const w = world()
    const [first, later] = ["don't touch the changelog", "always update the changelog when you add a feature"]
    await says(w, "one", first)
    await says(w, "two", later)
    const [item] = inbox(w.memory)
    expect(item).toMatchObject({ why: "perhaps said otherwise", statement: first, against: { statement: later } })
    await approve(w.memory, item!)
    expect(inbox(w.memory)).toEqual([])
    expect(inUse(w)).toContain(first)
  })
  it.each([
    ["we use yarn here, never npm", "we moved from yarn to pnpm", "never npm"],
    ["deploy with Heroku, never deploy on Fridays", "we moved from Heroku to Fly.io", "never deploy on Fridays"],
  ])("of what is replaced the ban that nothing was said of stays: %s → %s", async (first, later, stays) => {
    const w = world()
    await says(w, "one", first)
    await says(w, "two", later)
    expect(inUse(w).split("\n").sort()).toEqual([stays, later].sort())
  })
  it("of what was put away nothing stays", async () => {
    const w = world()
    await says(w, "one", "we use yarn here, never npm")
    await act(w.memory, "card.archived", { card: TABLE.card.list(w.memory.views)[0]![0], note: null })
    await says(w, "two", "we moved from yarn to pnpm")
    expect(inUse(w)).not.toContain("never npm")
  })
  it("several that say the old one go together", async () => {
    const w = world()
    await says(
      w,
      "one",
      "always install packages with yarn in this repo",
      "never commit yarn.lock changes by hand: yarn writes it",
    )
    await says(w, "two", "we migrated from yarn to pnpm last week")
    expect(inUse(w)).not.toMatch(/with yarn/)
  })

  it("how the work looks today changes nothing that stands", async () => {
    const w = world()
    await says(w, "one", "from now on never show totals of drafts")
    await says(w, "two", "there are no errors anymore, but the totals of the drafts are not shown")
    expect(again(w)).toEqual([])
  })

  it("within one episode, from a paste, or as a report of what is seen it replaces nothing", async () => {
    const w = world()
    await says(w, "one", "never use default exports", "the staging server listens on port 4200")
    await says(w, "two", "i'm no longer seeing default exports in the files")
    await says(
      w,
      "three",
      "they posted this in #general:\n> staging moved to port 4300\n> we no longer avoid default exports",
    )
    await says(w, "four", "the demo server listens on port 4400", "the demo server moved to port 4500")
    expect(again(w)).toEqual([])
    expect(inUse(w)).toContain("never use default exports")
  })
})
