// What a clause's build says about whether it lasts, and which part of a sentence carries it.
import { describe, expect, it } from "vitest"
import { partsOf } from "../../../src/core/propose/clauses.ts"
import { proposeFromPrompt } from "../../../src/core/propose/from-prompt.ts"
import { shapesOf } from "../../../src/core/propose/shape.ts"

const kept = (text: string): readonly string[] =>
  proposeFromPrompt({ text, agentTail: "Done.", author: "user", interactive: true }).map(p => p.statement)

describe("shapes", () => {
  it("[S4-17] tell an order about all such things from one about this thing", () => {
    expect(shapesOf("keep replies to three lines")).toContain("policy-free")
    expect(shapesOf("keep this function as it was")).toContain("policy-bound")
    expect(shapesOf("fix the login form")).toContain("task-bound")
    expect(shapesOf("every handler needs a timeout")).toContain("all-free")
    expect(shapesOf("we deploy from tags")).toContain("we-free")
  })

  it.each([
    "GPL code is off limits in this repo, legal won't have it",
    "half of us are on Windows, so no bash-only scripts",
    "write the importer please. by the way, any table we add needs an owner column",
    "I'm colour blind so don't rely on red and green in charts",
    "we promised the auditors that the journal is append-only",
    "scripts should start with a shebang, all of them",
    "ffs stop putting emojis in commit messages",
    "every job that writes to disk must clean up after itself",
  ])("[S4-17] keep what is said of all such things: %s", text => {
    expect(kept(text).length).toBeGreaterThan(0)
  })

  it.each([
    "make sure every test passes",
    "always use yarn. no wait, scratch that, npm is fine",
    "oh sure, always delete the failing test, great idea",
    "while Ken is away let's not touch his module",
    "you don't have to always ask me",
    "which testing library do you prefer and why",
    "you never listen. what is the actual error?",
  ])("[S4-04] keep nothing of what is asked for once, taken back, said in jest or of the past: %s", text => {
    expect(kept(text)).toEqual([])
  })

  it("[S4-17] cite the part of a sentence that lasts, not the task beside it", () => {
    const [statement = ""] = kept("hook up the upload form, and from now on every upload gets a checksum")
    expect(statement).toContain("every upload gets a checksum")
  })

  it("parts of a sentence lie in it and are few", () => {
    const sentence = Array.from({ length: 40 }, (_, i) => `we do thing ${i}`).join(", and ")
    const parts = partsOf(sentence.slice(0, 480))
    expect(parts.length).toBeLessThanOrEqual(18)
    for (const [from, to] of parts) expect(from >= 0 && from < to && to <= 480).toBe(true)
  })
})
