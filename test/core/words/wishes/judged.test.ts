// How a sentence is meant, and where a complaint ends and a wish begins.
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { judgedLength, judges } from "../../../../src/core/words/wishes/judged.ts"
import { builtInHear } from "../../../../src/meaning/ear.ts"

const { stance } = builtInHear.work
const left = (text: string): string => text.slice(judgedLength(stance, text))

it.each([
  "you keep using npm",
  "You keep on ignoring my instructions!",
  "why are you still using var",
  "again you're still importing lodash",
  "you did it again",
  "you always forget the tests",
  "every time you break the layout",
  "you keep using npm instead of pnpm",
  "du benutzt immer noch npm",
  "tu continues à utiliser npm",
  "sigues usando npm",
  "você continua usando npm",
  "continui a usare npm",
  "je blijft npm gebruiken",
  "ты опять используешь npm",
  "你又用了npm",
])("[N2] all of it is a complaint: %s", text => {
  expect(judges(stance(text))).toBe(true)
})

it.each([
  ["you keep using npm. It's pnpm!", "It's pnpm!"],
  ["you keep using npm, use pnpm", "use pnpm"],
  ["ugh, you're always adding comments; no comments please", "no comments please"],
])("[N2] what is wished after it is left: %s", (text, wish) => {
  expect(left(text)).toBe(wish)
})

it.each([
  "you must always run the linter",
  "you should keep functions small",
  "always use pnpm, never npm",
  "keep using tabs",
  "in this repo you always run make first",
  "never commit to main again",
  "you never commit to main",
  "you still need to run the tests before every commit",
  "du sollst immer pnpm benutzen",
])("[N2] no complaint: %s", text => {
  expect([judges(stance(text)), left(text)]).toEqual([false, text])
})

/** Written by another hand than most of what was learned from. The lists of words that stood here before let 81 of the 149 through, and lost 13 of the 58. */
it("[D76] [N2] tells sentences apart by how they are meant, in words it never learned from", () => {
  const lines = readFileSync(new URL("../../../fixtures/propose/stances.txt", import.meta.url), "utf8").split("\n")
  const said = lines.flatMap(line => [/^(\w+): (.+)$/.exec(line) ?? []].filter(m => m.length > 0))
  const own = (text: string): boolean => {
    const meant = stance(text)
    return meant.unstated < 0.5 && meant.habit + meant.told < 0.5 && meant.own >= meant.now
  }
  const taken = (is: boolean): number => said.filter(m => (m[1] === "own") === is && own(m[2]!)).length
  expect(said).toHaveLength(207)
  expect(taken(true), "of 58").toBeGreaterThanOrEqual(50)
  expect(taken(false), "of 149").toBeLessThanOrEqual(45)
})
