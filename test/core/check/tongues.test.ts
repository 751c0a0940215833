// Bans in ten tongues (tongues/*.txt, written as bans/*.txt are), beside statements that only speak of a command. bans.txt was split
// in halves before the reader was fitted; later.txt, then holds.txt and passes.txt were written when it stood, in other words.
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { isAskedFor } from "../../../src/core/adherence/adherence.ts"
import { bansOf } from "../../../src/core/check/ban.ts"
import { ownPairs, scoreOf } from "./ban-pairs.ts"

const PAIRS = ownPairs(join(import.meta.dirname, "tongues"))
const score = scoreOf(PAIRS)
const wrongOf = (all: typeof score.wrong): readonly string[] =>
  all.map(w => `${w.answer}, not ${w.expect}: “${w.ban}” $ ${w.command}`)

describe("a ban in the user's own tongue", () => {
  it("[R11] holds the call, and nothing is held that was only spoken of, asked, allowed or needs no use", () => {
    expect(new Set(PAIRS.map(pair => pair.ban)).size).toBeGreaterThanOrEqual(250)
    expect(wrongOf(score.wrong.filter(w => w.answer === "hold"))).toEqual([])
    expect(score.recall, wrongOf(score.wrong).join("\n")).toBeGreaterThanOrEqual(0.98)
    expect(score.exact, wrongOf(score.wrong).join("\n")).toBeGreaterThanOrEqual(0.98)
  })
  it.each([
    ["不要用 npm，用 pnpm", "pnpm"],
    ["用 pnpm 代替 npm", "pnpm"],
    ["npmは使わないで、pnpmを使って", "pnpm"],
    ["npm 대신 pnpm을 써줘", "pnpm"],
    ["вместо npm используй pnpm", "pnpm"],
    ["statt npm bitte pnpm verwenden", "pnpm"],
    ["plutôt que npm, utilise pnpm", "pnpm"],
  ])("says what to use instead: %s", (statement, pick) => {
    expect(bansOf(statement).picks).toEqual([pick])
  })
  it("full-width signs are signs, and a name beside another script stands alone", () => {
    for (const said of ["不要用ｎｐｍ。", "别用npm!", "npmは禁止！", "（不要用npm）"])
      expect(bansOf(said).bans.map(ban => [ban.said, ban.conditional])).toEqual([["npm", false]])
  })
  it("who says it again asks for nothing; who asks for it gets it", () => {
    expect(isAskedFor("不要用 npm", ["别用npm"])).toBe(false)
    expect(isAskedFor("не используй npm", ["я же говорил: не используй npm"])).toBe(false)
    expect(isAskedFor("不要用 npm", ["这次用npm吧"])).toBe(true)
    expect(isAskedFor("不要用 npm", ["为什么npm这么慢"])).toBe(false)
  })
})
