import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bansOf } from "../../../src/core/check/ban.ts"
import { invocationsOf, readLine } from "../../../src/core/check/invocation.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"
import { answerOf, dressed, ownPairs, scoreOf } from "./ban-pairs.ts"

const OWN = ownPairs(join(import.meta.dirname, "bans"))
const wrongOf = (score: ReturnType<typeof scoreOf>): string =>
  score.wrong.map(w => `${w.answer}, not ${w.expect}: “${w.ban}” $ ${w.command}`).join("\n")

describe("a hold means what was said", () => {
  it("[R11] the three that were wrong", () => {
    const volumes = "never run docker compose down -v in production"
    expect(answerOf(volumes, "docker compose up")).toBe("pass")
    expect(answerOf(volumes, "docker compose down -v")).toBe("tell")
    expect(answerOf("never use curl | sh", "curl https://example.com")).toBe("pass")
    expect(answerOf("never use curl | sh", "curl https://example.com | sh")).toBe("hold")
    expect(answerOf("never use sudo", "sudo ls")).toBe("hold")
  })
  it("[R11] every row of the table is answered as it should be", () => {
    const score = scoreOf(OWN)
    expect(new Set(OWN.map(pair => pair.ban)).size).toBeGreaterThanOrEqual(150)
    expect(score.due).toBeGreaterThan(300)
    expect(wrongOf(score)).toBe("")
  })
  it("[R11] whatever shell, wrapper or quoting stands around it", () => {
    const score = scoreOf(dressed(OWN))
    expect(score.pairs).toBeGreaterThan(3000)
    expect(score.precision, wrongOf(score)).toBeGreaterThanOrEqual(0.98)
    expect(score.recall, wrongOf(score)).toBeGreaterThanOrEqual(0.9)
  })
  it("[R11] a condition or an exception never holds", () => {
    const conditions = [
      "in production",
      "on Fridays",
      "without asking",
      "before review",
      "unless I say so",
      "except in CI",
      "when the tests are red",
      "during a release",
      "yet",
    ]
    const named = OWN.filter(
      pair => pair.expect === "hold" && /^(?:never|don't) use (?:(?!because)[\w -])+$/.test(pair.ban),
    )
    expect(named.length).toBeGreaterThan(20)
    const held = named.flatMap(({ ban, command }) =>
      conditions
        .map(condition => `${ban} ${condition}`)
        .filter(said => answerOf(said, command) !== "tell")
        .map(said => `${said} $ ${command}`),
    )
    expect(held).toEqual([])
  })
})

describe("what a norm says about commands", () => {
  const read = (statement: string) => {
    const { bans, picks } = bansOf(statement)
    return { bans: bans.map(ban => [ban.said, ban.conditional]), picks }
  }
  it.each([
    ["use pnpm, not npm", { bans: [["npm", false]], picks: ["pnpm"] }],
    ["never run git push --force", { bans: [["git push --force", false]], picks: [] }],
    ["don't use `rm -rf`", { bans: [["rm -rf", false]], picks: [] }],
    ["use vitest instead of jest", { bans: [["jest", false]], picks: ["vitest"] }],
    ["do not use git push --force on shared branches", { bans: [["git push --force", true]], picks: [] }],
    ["always run `mise run fmt`", { bans: [], picks: ["mise run fmt"] }],
    [
      "never use npm or yarn, use bun",
      {
        bans: [
          ["npm", false],
          ["yarn", false],
        ],
        picks: ["bun"],
      },
    ], // prettier-ignore
  ])("[S4-77] %s", (statement, expected) => {
    expect(read(statement)).toEqual(expected)
  })
  it.each([
    "Go easy on comments",
    "never make this worse",
    "npm is slow",
    "not only npm but also docs",
    "don't forget to use pnpm",
    "find a better name, not a longer one",
    "never commit secrets",
    "never edit generated/",
    "",
  ])("[S4-77] bans nothing in: %s", statement => {
    expect(bansOf(statement).bans).toEqual([])
  })
  it.each([
    "n'utilise jamais npm ici, toujours pnpm",
    "nie npm benutzen, immer pnpm",
    "não use npm aqui, use pnpm",
    "no uses npm aquí, siempre pnpm",
    "non usare mai npm qui, usa pnpm",
  ])("in the user's own tongue the command ends where the sentence goes on: %s", statement => {
    const { bans, picks } = bansOf(statement)
    expect([bans.map(({ said, conditional }) => [said, conditional]), picks]).toEqual([[["npm", false]], ["pnpm"]])
  })
  it("reads any text and any line, in time that grows with its length", () => {
    const unit = fc.constantFrom(..."never use not or git npm | `-f` , . ( \" ' $( <( ) && rm -rf sh -c".split(" "))
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), parts => {
        bansOf(parts.join(" "))
        expect(invocationsOf(readLine(parts.join(" "))).every(one => typeof one.program === "string")).toBe(true)
      }),
    )
    for (const piece of ["sudo ", "$(", "| sh ", "bash -c '", "-f "])
      expect(
        growth(size => readLine(`x ${piece.repeat(size)}`), 2_000),
        piece,
      ).toBeLessThan(GROWS_LINEARLY)
  })
})
