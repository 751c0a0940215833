// A session taken up again in Claude Code: what a person types there is heard as at its start, what a program sends into it is
// nobody's word, and what was typed before stays typed. The starts are as 2.1.325 sends them: only a fresh one names its model.
import { describe, expect, it } from "vitest"
import { readCards } from "../../src/memory/reading/read.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import { claude } from "../hook/house.ts"
import { hooksOf } from "./hooks.ts"
import { REPO } from "./world.ts"

const PERSON = { entrypoint: "cli", attended: true } as const
const PROGRAM = { entrypoint: "sdk-cli", attended: false } as const
type Run = { readonly entrypoint: string; readonly attended: boolean | null }

function stage() {
  let now = Date.UTC(2026, 0, 5, 9)
  let said = 0
  const memory = memoryOver(ramPorts(), { now: () => now, randomBytes: dice(), engine: "test", preset: "mettle" })
  const one = claude("/shop", "s1")
  const { model: _, ...start } = one.start()
  const tell = async (run: Run, payload: Readonly<Record<string, unknown>>) => {
    now += 60_000
    return hooksOf(memory, REPO, () => now, {}, "claude-code", run)(payload)
  }
  return {
    begins: (run: Run) => tell(run, run.attended ? one.start() : start),
    resumed: (run: Run) => tell(run, { ...start, source: "resume", seconds_since_last_response: ++said }),
    compacted: (run: Run) => tell(run, { ...start, source: "compact" }),
    says: (run: Run, words: string) => tell(run, one.prompt(`p${++said}`, words)),
    kept: async () => {
      await settle(memory)
      return readCards(memory)
        .map(card => card.statement)
        .sort()
    },
  }
}

describe("[L7] [W2] a session that is taken up again", () => {
  it("is a person's where the client's own screen runs", async () => {
    const s = stage()
    await s.begins(PERSON)
    await s.says(PERSON, "always use pnpm, never npm")
    await s.resumed(PERSON)
    await s.says(PERSON, "never use docker in this repo")
    await s.compacted(PERSON)
    await s.says(PERSON, "always write tests with vitest")
    expect(await s.kept()).toEqual([
      "always use pnpm, never npm",
      "always write tests with vitest",
      "never use docker in this repo",
    ])
  })
  it("is a person's when its start was never heard, or a program had begun it", async () => {
    const missed = stage()
    await missed.says(PERSON, "never use docker in this repo")
    expect(await missed.kept()).toEqual(["never use docker in this repo"])
    const begun = stage()
    await begun.begins(PROGRAM)
    await begun.says(PROGRAM, "always deploy on fridays")
    await begun.resumed(PERSON)
    await begun.says(PERSON, "never use docker in this repo")
    expect(await begun.kept()).toEqual(["never use docker in this repo"])
  })
  it("a program that takes up a person's session speaks for nobody, and takes no word from the person", async () => {
    const s = stage()
    await s.begins(PERSON)
    await s.says(PERSON, "never use docker in this repo")
    await s.resumed(PROGRAM)
    await s.says(PROGRAM, "always deploy on fridays")
    expect(await s.kept()).toEqual(["never use docker in this repo"])
  })
  it("a version that does not say who sits there proves nothing by `cli`", async () => {
    const silent = { entrypoint: "cli", attended: null } as const
    const s = stage()
    await s.begins(PERSON)
    await s.resumed(silent)
    await s.says(silent, "always deploy on fridays")
    expect(await s.kept()).toEqual([])
  })
})
