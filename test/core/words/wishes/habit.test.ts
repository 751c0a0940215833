// Where a complaint about a habit ends and a wish begins.
import { expect, it } from "vitest"
import { habitLength } from "../../../../src/core/words/wishes/habit.ts"

const left = (text: string): string => text.slice(habitLength(text))

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
  expect(left(text)).toBe("")
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
  expect(left(text)).toBe(text)
})
