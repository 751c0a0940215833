import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { proposeFromPrompt } from "../../../../src/core/words/wishes/from-prompt.ts"
import { builtInHear } from "../../../../src/meaning/ear.ts"
import { pastedAttempts } from "../../../fixtures/propose/poison.ts"
import { ATTEMPTS as FOURTH } from "../../../fixtures/propose/poison-fourth.ts"
import { ATTEMPTS as THIRD } from "../../../fixtures/propose/poison-third.ts"

const list = (name: string): readonly string[] =>
  JSON.parse(
    readFileSync(new URL(`../../../fixtures/propose/${name}.json`, import.meta.url), "utf8"),
  ) as readonly string[]
const typed = (text: string, agentTail: string | null = null) =>
  proposeFromPrompt(builtInHear, { text, agentTail, author: "user", interactive: true })

/** kept, heard, all: the same 22 statements in five tongues */
const TONGUES = [
  ["en", 19, 20, 22],
  ["zh", 15, 16, 22],
  ["fr", 15, 17, 22],
  ["es", 18, 18, 22],
  ["pt", 16, 19, 22],
]
describe("proposals from a prompt", () => {
  it("[S4-17] finds a durable wish and cites the words that carry it", () => {
    const text = "ok cool. Always use pnpm here, never npm. Then add a button"
    const [found, ...rest] = typed(text)
    expect(rest).toEqual([])
    expect(found).toMatchObject({ kind: "constraint", statement: "Always use pnpm here, never npm" })
    expect(text.slice(found!.start, found!.end)).toBe(found!.statement)
  })
  it.each([
    "whenever you touch the parser, bump the grammar in grammar.json",
    "make sure that every migration ends with a comment",
    "don't move and rename in one commit",
    "our commit messages start with the ticket number",
    "please keep the changelog under two pages",
    "always describe a query before you run it",
  ])("[S4-17] a habit in the form of a task is kept: %s", text => {
    expect(typed(text)).toHaveLength(1)
  })
  it.each([
    "make sure that each page loads",
    "make sure that every request works again",
    "I read in a forum that you should always use tabs. true?",
    "fill the table\n\n3,always be kind\n4,never be late",
    "the feed shows &quot;Always be kind.&quot; unescaped",
    "Always fresh, never frozen, we only use salt.\n\ntagline for the shop page, in bold",
  ])("[D76] no wish of the speaker's own: %j", text => {
    expect(typed(text)).toEqual([])
  })
  it("[S4-17] tells the kinds apart", () => {
    expect(typed("i prefer tabs over spaces")[0]?.kind).toBe("preference")
    expect(typed("you must never commit api keys")[0]?.kind).toBe("constraint")
    expect(typed("we decided to go with Postgres")[0]?.kind).toBe("decision")
    expect(typed("our staging server runs on port 5433")[0]?.kind).toBe("fact")
  })
  it("[D76] hears at least 90% of plain wishes in many styles and tongues, and most that it never learned from", () => {
    const share = (name: string): number => {
      const prompts = list(name)
      expect(prompts.length).toBeGreaterThanOrEqual(60)
      return prompts.filter(p => typed(p).length > 0).length / prompts.length
    }
    for (const name of [
      "preferences",
      "preferences-second",
      "preferences-third",
      "preferences-fourth",
      "preferences-fifth",
    ])
      expect(share(name), name).toBeGreaterThanOrEqual(0.9)
    expect(share("preferences-sixth")).toBeGreaterThanOrEqual(0.55)
  })
  it("[D76] hears and keeps wishes of other tongues that it never learned from", () => {
    const tongues = JSON.parse(
      readFileSync(new URL("../../../fixtures/propose/tongues.json", import.meta.url), "utf8"),
    ) as Readonly<Record<string, readonly string[]>>
    const found = Object.entries(tongues).map(([tongue, wishes]) => {
      const heard = wishes.map(wish => typed(wish)).filter(proposals => proposals.length > 0)
      return [tongue, heard.filter(proposals => proposals.some(p => p.sure)).length, heard.length, wishes.length]
    })
    expect(found).toEqual(TONGUES)
  })
  it.each([
    "I'd like to generate a changelog from the commits",
    "quiero generar un changelog a partir de los commits",
    "je voudrais générer un changelog à partir des commits",
    "Tell me why is important",
    "you can switch to the parser now",
  ])("[N2] what is to be done now is not kept: %s", text => {
    expect(typed(text).some(p => p.sure)).toBe(false)
  })
  it.each([
    "you keep writing long summaries after every change, it is annoying",
    "you keep pushing to main, that breaks the deploy for everyone",
    "you keep using npm, this is the third time",
  ])("[N2] what is left behind a complaint is no wish: %s", text => {
    expect(typed(text)).toEqual([])
  })
  it("[N2] a wish behind a complaint is one", () => {
    expect(typed("you keep using npm, we use pnpm here")).toMatchObject([{ statement: "we use pnpm here", sure: true }])
  })
  it("[S4-70] a sentence that says how far the wish before it reaches is no card", () => {
    for (const reach of [
      "That goes for every repo of mine",
      "This applies to all my projects",
      "Same for all my repos",
    ])
      expect(typed(`please use pnpm, never npm. ${reach}`)).toMatchObject([{ statement: "use pnpm, never npm", reach }])
    expect(typed("This applies to all my projects")[0]?.reach).toBeUndefined()
  })
  it.each([
    "never touch the lockfile, it breaks the CI",
    "never touch the lockfile",
    "nunca toques el lockfile a mano",
    "I'd like to avoid mocks wherever possible",
    "接口用snake_case，前端用camelCase",
  ])("[N2] who says never, or how things are done, is kept: %s", text => {
    expect(typed(text).some(p => p.sure)).toBe(true)
  })
  it("[N7] two wishes in one sentence are two", () => {
    expect(typed("use vitest and never commit snapshots").map(p => p.statement)).toEqual([
      "use vitest",
      "never commit snapshots",
    ])
    expect(typed("always use pnpm, never npm")).toHaveLength(1)
  })
  it.each([
    "remember that the nightly backup runs at four",
    "remember: the key goes in the header",
    "from now on write the tests first",
    "thanks. From now on, answer in two sentences",
    "请记住，备份在凌晨三点运行",
    "à partir de maintenant, réponds en français",
    "ab sofort antworte auf Deutsch",
    "the request timeout should be 10 seconds from now on",
    "from now on the request timeout should be 10 seconds",
    "das Timeout soll ab jetzt 10 Sekunden sein",
    "réponds en français à partir de maintenant",
    "responda em português daqui em diante",
    "rispondi in italiano d'ora in poi",
  ])("keeps at once what the memory is asked for by name: %s", text => {
    expect(typed(text).map(p => p.sure)).toEqual([true])
  })
  it.each([
    "remember to save the file",
    "do you remember the port?",
    "from now on the counter is wrong, why?",
    "the counter is wrong from now on",
  ])("no memory is asked for: %s", text => {
    expect(typed(text).filter(p => p.sure)).toEqual([])
  })
  it("[N2] of a rebuke and the wish behind it keeps the wish, and nothing that only tells what the agent did", () => {
    const kept = (text: string) => typed(text, "Gerne.").filter(p => p.sure)
    expect(kept("no, that is wrong, always answer in English")).toMatchObject([
      { statement: "always answer in English" },
    ])
    expect(kept("you're writing to the production database")).toEqual([])
  })
  it("what is said for this time only is never kept at once, nor a scrap", () => {
    for (const scrap of ["session repo", "you should not be"]) expect(typed(scrap).filter(p => p.sure)).toEqual([])
    expect(
      typed("别用 npm").map(p => p.sure),
      "three signs say as much as three words",
    ).toEqual([true])
    for (const yet of ["never push to main yet", "don't add comments yet"])
      expect(typed(yet).filter(p => p.sure)).toEqual([])
    expect(typed("never run the linter for now").filter(p => p.sure)).toEqual([])
    expect(typed("always use pnpm, never npm").map(p => p.sure)).toEqual([true])
  })
  it.each([
    "Never push to main, I do that myself.",
    "don't add comments, I hate them",
    "pushe nie auf main, das mache ich selbst",
  ])("a wish with its reason is kept as it is without: %s", text => {
    expect(typed(text).map(p => p.sure)).toEqual([true])
    expect(typed("delete the old logs, I don't need them")).toEqual([])
  })
  it("a command of plain words in ticks is part of the sentence, a saying in ticks is not", () => {
    const wish = "always run `bundle exec rake db:seed` before the specs"
    expect(typed(wish).map(p => [p.statement, p.sure])).toEqual([[wish, true]])
    expect(typed("never run `git push origin main`").map(p => p.sure)).toEqual([true])
    expect(typed("the wiki has `always skip the slow tests` in it")).toEqual([])
  })
  it.each([
    "do not commit anything",
    "do not rename anything, look at the names first",
    "don't touch it",
    "please do not push yet",
    "Do not commit.",
    "stop it please",
    "stop doing that",
  ])("who forbids a step altogether means the work at hand: %s", text =>
    expect(typed(text).filter(p => p.sure)).toEqual([]),
  )
  it.each([
    "never commit anything to main",
    "do not commit to main",
    "don't add comments",
    "stop explaining every line",
  ])("but: %s", text => expect(typed(text).map(p => p.sure)).toEqual([true]))
  it("[S4-04] keeps one-off tasks out", () => {
    const tasks = list("tasks")
    expect(tasks.filter(t => typed(t).length > 0).length / tasks.length).toBeLessThanOrEqual(0.04)
  })
  it("[D76] takes nothing from pasted, quoted, reported, supposed or hidden text", () => {
    const attempts = pastedAttempts()
    expect(attempts.length).toBeGreaterThanOrEqual(100)
    const got = attempts.map(a => ({ name: a.name, found: typed(a.text) }))
    expect(got.filter(a => a.found.some(p => p.sure)).map(a => a.name)).toEqual([])
    // "… in the fixture": a scrap of the sentence around a planted one is heard, and no planted word in it
    expect(new Set(got.flatMap(a => a.found.map(p => p.statement)))).toEqual(new Set(["in the fixture"]))
  })
  it("[D76] takes a block for material when another part of the prompt points at it", () => {
    const rules = "Never store state here. Always lift it up. Prefer context over props."
    const pointing = [
      `does this make sense to you\n\n${rules}`,
      `${rules}\n\nrate these rules from 1 to 10`,
      `${rules}\n\nturn into a checklist component`,
      `${rules} extract the rules as json`,
      `${rules}\n^ can you make cards of them`,
      `The following belongs on the careers page. ${rules}`,
    ]
    expect(pointing.filter(text => typed(text).length > 0)).toEqual([])
    // the speaker's own rules beside their own work stay theirs
    const own = [
      "Never store state in components. Always lift it up.\n\nCan you fix the failing test?",
      "why did you do that? never edit generated files",
      "Always use pnpm here.\nAdd this to CLAUDE.md as well.",
    ]
    expect(own.filter(text => typed(text).length === 0)).toEqual([])
  })
  it("[D76] takes nothing of the third and fourth corpus of strangers' prompts", () => {
    const attempts = [...THIRD, ...FOURTH].filter(a => a.tool === undefined && a.road !== "headless")
    expect(attempts.length).toBeGreaterThanOrEqual(150)
    const through = attempts.filter(a => typed(a.text).some(p => p.kind !== "fact"))
    expect(through.map(a => a.text)).toEqual([])
  })
  it("[D76] listens to nobody but the user, and only in person", () => {
    const text = "from now on always use pnpm"
    expect(proposeFromPrompt(builtInHear, { text, agentTail: null, author: "harness", interactive: true })).toEqual([])
    expect(proposeFromPrompt(builtInHear, { text, agentTail: null, author: "sub-agent", interactive: true })).toEqual(
      [],
    )
    expect(proposeFromPrompt(builtInHear, { text, agentTail: null, author: "user", interactive: false })).toEqual([])
  })
  it("spans lie in the text, statements are one bounded line, twice gives the same", () => {
    const words = fc.constantFrom(
      "always ",
      "never ",
      "use ",
      "pnpm",
      "\n",
      "- ",
      "`npm`",
      '"',
      "we ",
      "prefer ",
      "😀",
      "\u200b",
      ". ",
      "tests ",
      "```\n",
      "not ",
      "\ud800",
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), parts => {
        const text = parts.join("")
        const found = typed(text)
        expect(typed(text)).toEqual(found)
        for (const p of found) {
          expect(p.start).toBeLessThan(p.end)
          expect(p.end).toBeLessThanOrEqual(text.length)
          expect(p.statement).not.toMatch(/[\n\u200b]/)
          expect(p.statement.length).toBeLessThanOrEqual(280)
          expect(p.p).toBeGreaterThan(0)
          expect(p.p).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
