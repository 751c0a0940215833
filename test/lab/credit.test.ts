import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { labCredit } from "../../src/lab/credit.ts"

const folder = join(import.meta.dirname, "../fixtures/credit")
const log = readFileSync(join(folder, "golden-log.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map(l => JSON.parse(l) as unknown)
const golden = JSON.parse(readFileSync(join(folder, "golden-estimates.json"), "utf8")) as Record<
  string,
  Record<string, number>
>

describe("lab credit", () => {
  // expectations were computed apart from this code, from the formulas alone
  it.each(Object.keys(golden))(
    "%s agrees with estimates computed from its formulas [S0-53] [S3-12] [S4-45]",
    async preset => {
      const mine = new Map((await labCredit(log, preset)).map(r => [String(r.card), r.mean]))
      for (const [card, expected] of Object.entries(golden[preset]!)) expect(mine.get(card)).toBeCloseTo(expected, 9)
    },
  )
  it("gives mean, interval, count and verdict for the default learner, the same every time", async () => {
    const a = await labCredit(log, "mettle")
    expect(await labCredit(log, "mettle")).toEqual(a)
    for (const row of a) {
      expect(row.sd).toBeGreaterThan(0)
      expect(["helps", "harms", "inert", "early"]).toContain(row.verdict)
    }
  })
  it("presets A, B, A give identical answers: replay leaves nothing behind", async () => {
    const first = await labCredit(log, "evolver")
    await labCredit(log, "nucleus")
    expect(await labCredit(log, "evolver")).toEqual(first)
  })
  it("reads a log without a card list, streams, and skips lines that are no episodes", async () => {
    async function* lines() {
      yield null
      yield "noise"
      yield* log.slice(1)
    }
    expect((await labCredit(lines(), "mettle")).length).toBeGreaterThan(0)
  })
  it("refuses a preset it does not know, by name", async () => {
    await expect(labCredit([], "nobody")).rejects.toThrow(/mettle/)
  })
})
