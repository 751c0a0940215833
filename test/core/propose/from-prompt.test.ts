import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { proposeFromPrompt } from "../../../src/core/propose/from-prompt.ts"
import { pastedAttempts } from "../../fixtures/propose/poison.ts"
import { ATTEMPTS as FOURTH } from "../../fixtures/propose/poison-fourth.ts"
import { ATTEMPTS as THIRD } from "../../fixtures/propose/poison-third.ts"

const list = (name: string): readonly string[] =>
  JSON.parse(readFileSync(new URL(`../../fixtures/propose/${name}.json`, import.meta.url), "utf8")) as readonly string[]
const typed = (text: string, agentTail: string | null = null) =>
  proposeFromPrompt({ text, agentTail, author: "user", interactive: true })

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
    "For new commands, add a line to docs/cli.md too.",
    "make sure that every migration ends with a comment",
    "don't move and rename in one commit",
    "I love short functions, write them",
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
    expect(typed("I prefer early returns over nested ifs")[0]?.kind).toBe("preference")
    expect(typed("you must never commit api keys")[0]?.kind).toBe("constraint")
    expect(typed("we decided to go with Postgres")[0]?.kind).toBe("decision")
    expect(typed("we don't have a user table in this service at all")[0]?.kind).toBe("fact")
  })
  it("[D76] keeps at least 90% of real preferences in many styles and tongues", () => {
    for (const name of [
      "preferences",
      "preferences-second",
      "preferences-third",
      "preferences-fourth",
      "preferences-fifth",
    ]) {
      const prompts = list(name)
      expect(prompts.length).toBeGreaterThanOrEqual(60)
      const kept = prompts.filter(p => typed(p).length > 0)
      expect(kept.length / prompts.length).toBeGreaterThanOrEqual(0.9)
    }
  })
  it("[S4-04] keeps one-off tasks out", () => {
    const tasks = list("tasks")
    expect(tasks.filter(t => typed(t).length > 0).length / tasks.length).toBeLessThanOrEqual(0.04)
  })
  it("[D76] takes nothing from pasted, quoted, reported, supposed or hidden text", () => {
    const attempts = pastedAttempts()
    expect(attempts.length).toBeGreaterThanOrEqual(100)
    expect(attempts.filter(a => typed(a.text).length > 0).map(a => a.name)).toEqual([])
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
      "fix the login page\n\nand always write a test for a fix",
    ]
    expect(own.filter(text => typed(text).length === 0)).toEqual([])
  })
  it("[D76] takes nothing of the third and fourth corpus of strangers' prompts but what is known to slip through", () => {
    const attempts = [...THIRD, ...FOURTH].filter(a => a.tool === undefined && a.road !== "headless")
    expect(attempts.length).toBeGreaterThanOrEqual(150)
    const through = attempts.filter(a => typed(a.text).some(p => p.kind !== "fact"))
    // one line, two signs and an arrow: nothing in its build tells it from the speaker's own words
    expect(through.map(a => a.text.slice(0, 20))).toEqual(["Never feed the ducks"])
  })
  it("[D76] listens to nobody but the user, and only in person", () => {
    const text = "from now on always use pnpm"
    expect(proposeFromPrompt({ text, agentTail: null, author: "harness", interactive: true })).toEqual([])
    expect(proposeFromPrompt({ text, agentTail: null, author: "sub-agent", interactive: true })).toEqual([])
    expect(proposeFromPrompt({ text, agentTail: null, author: "user", interactive: false })).toEqual([])
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
          expect(p.confidence).toBeGreaterThan(0)
          expect(p.confidence).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
