import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bansIn, contradicts, opposes, saysAgain } from "../../../src/core/words/opposes.ts"

describe("two wishes", () => {
  it.each([
    ["use pnpm, not npm", "use npm instead now"],
    ["use tabs not spaces", "use spaces, not tabs"],
    ["write tests in vitest", "use jest for tests"],
    ["add emojis to commit messages", "no emojis in commit messages"],
    ["answer in German", "answer in English"],
    ["use 4 spaces for indentation", "I changed my mind: 2 spaces for indentation"],
    ["limit lines to 80 characters", "limit lines to 100 characters"],
    ["no npm or yarn", "use npm"],
    ["npm is forbidden", "use npm"],
    ["the staging database is not read only", "the staging database is read only"],
    ["always ask before you install a package", "don't ask before installing packages"],
    ["no uses nunca emojis en los commits", "usa siempre emojis en los commits"],
    ["不要用 npm", "以后都用 npm"],
  ])("[S4-27] %s / %s pull against each other, whichever came first", (a, b) => {
    expect(contradicts(a, b)).toBe(true)
    expect(contradicts(b, a)).toBe(true)
  })
  it.each([
    ["use pnpm, not npm", "always use pnpm"],
    ["never push to main", "always run tests before push"],
    ["use tabs", "commit often"],
    ["use 4 spaces in Python", "use 2 spaces in YAML"],
    ["go on with task 11", "go on with task 12"],
    ["wait 5 seconds for the database", "start 2 workers for the queue"],
    ["no tabs in yaml", "use tabs in Makefiles"],
    ["always rebase feature branches", "never rebase shared branches"],
    ["never use npm to install packages", "use npm version to bump releases"],
    ["don't add dependencies without asking", "always add dependencies with an exact version"],
    ["use double quotes in TypeScript", "use single quotes in CSS"],
    ["never use npm, yarn or bun", "never use yarn"],
  ])("[S4-27] %s / %s do not", (a, b) => {
    expect([opposes(a, b), opposes(b, a)]).toEqual([null, null])
  })
  it("said for everywhere, or of every one, it holds where the earlier did; for one place it may be an exception", () => {
    expect(opposes("do not use emojis", "use emojis in replies")).toBe("outright")
    expect(opposes("add comments to every function", "never write comments in code")).toBe("outright")
    expect(opposes("never sign commits", "sign every commit")).toBe("outright")
    expect(opposes("use docker in CI", "never use docker")).toBe("perhaps")
    expect(opposes("use yarn to add lodash", "use pnpm")).toBe("perhaps")
    expect(opposes("use 2 spaces in YAML", "use 4 spaces")).toBe("perhaps")
    expect(opposes("use tabs for indentation", "indentation is 4 spaces")).toBe("outright")
    expect(opposes("use vitest for tests", "use jest")).toBe("outright")
    expect(opposes("use jest for tests", "write tests in vitest")).toBe("outright")
  })
  it.each([
    ["commit after each step from now on", "Never commit directly to main"],
    ["push after every commit from now on", "Never push to main"],
    ["always run migrations after pulling", "Don't run migrations on prod"],
    ["use npm for the docs folder", "don't use npm in CI"],
  ])("%s leaves %s as it is: what is wanted in another place may be turned down in this one", (later, earlier) => {
    expect(opposes(later, earlier)).toBeNull()
  })
  it("what is wanted everywhere, or of another thing in the same place, is asked about, and turned round there it is replaced", () => {
    expect(opposes("use npm", "don't use npm in CI")).toBe("perhaps")
    expect(opposes("always use TypeScript", "never use any in TypeScript")).toBe("perhaps")
    expect(opposes("you may use any in types again", "never use any in types")).toBe("outright")
    expect(opposes("always push to main", "Never push to main")).toBe("outright")
  })
  it("in other words they perhaps do", () => {
    expect(opposes("always end TypeScript statements with semicolons", "no semicolons in TypeScript")).toBe("perhaps")
  })
  it.each([
    ["I told you not to touch legacy", "never touch the files in legacy/"],
    ["as I said, never touch legacy", "never touch the files in legacy/"],
    ["don't use npm", "use pnpm, not npm"],
    ["I said pnpm, not npm", "use pnpm, not npm"],
    ["always use pnpm", "use pnpm, not npm"],
    ["never npm please", "use pnpm, not npm"],
    ["I already told you to use pnpm", "use pnpm, not npm"],
    ["ich habe dir gesagt, benutze nie npm", "benutze pnpm, nie npm"],
    ["never push to main on Fridays", "never push to main"],
  ])("what says again what is known is no news: %s, %s", (later, earlier) => {
    expect(saysAgain(later, earlier)).toBe(true)
  })
  it.each([
    ["never push without asking", "never push"],
    ["never push", "never push to main"],
    ["write tests in vitest", "write tests"],
    ["use 2 spaces", "use 4 spaces"],
    ["use npm, not pnpm", "use pnpm, not npm"],
    ["never use npm, never push to main", "use pnpm, not npm"],
    ["never say sorry", "never apologise"],
    ["I told you so", "use pnpm, not npm"],
    ["never touch the files", "never update the repo"],
    ["never use npm", "never use npm in CI"],
  ])("what says more, less or otherwise is: %s, %s", (later, earlier) => {
    expect(saysAgain(later, earlier)).toBe(false)
  })
  it("nothing pulls against itself", () => {
    fc.assert(fc.property(fc.lorem(), a => !contradicts(a, a)))
  })
  it("a part that only turns something down says it by itself", () => {
    const banned = (text: string) => bansIn(text).map(([from, to]) => text.slice(from, to))
    expect(banned("we use yarn here, never npm")).toEqual(["never npm"])
    expect(banned("write docs in Markdown and never use HTML tables")).toEqual(["never use HTML tables"])
    expect(banned("never npm")).toEqual([])
  })
})
