// Words about work done a while ago: what they say, and whose work they are about. Made-up sentences.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readLaterWords, topicOf } from "../../src/core/later-words/read.ts"
import { type PastTurn, tieLaterWords } from "../../src/core/later-words/tie.ts"
import { GROWS_LINEARLY, growth } from "../growth.ts"

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 2, 10, 12)
const turn = (episode: string, hoursAgo: number, about: string, more: Partial<PastTurn> = {}): PastTurn => ({
  episode,
  turn: 0,
  at: NOW - hoursAgo * HOUR,
  commits: [],
  files: [],
  commands: [],
  topic: topicOf(about),
  deployed: false,
  ...more,
})
const tie = (text: string, turns: readonly PastTurn[]) => {
  const said = readLaterWords(text)
  const tied = said && tieLaterWords(said, turns, NOW)
  return tied ? `${said.good ? "+" : "-"}${tied.episode} ${tied.by}` : null
}

describe("design 6: what later words say", () => {
  it.each([
    ["that broke prod yesterday", false],
    ["the pagination change from last week crashed the importer", false],
    ["your cache patch from two days ago never worked", false],
    ["the invoice rounding you did on friday works, thanks", true],
    ["last time's index change held up in production", true],
    ["4f1c22a took down the queue", false],
    ["gestern hat das alles kaputt gemacht", false],
  ])("%s", (text, good) => {
    expect(readLaterWords(text)?.good).toBe(good)
  })
  it.each([
    "did the retry change from yesterday work?",
    "if the job crashed yesterday, show me the log",
    "fix what broke yesterday",
    "i worked on the parser yesterday, go on with it",
    "the parser is broken",
    "make sure it works like yesterday",
    "yesterday's change worked but the other one broke the build",
    "add a test for what we wrote yesterday",
    "the upstream library broke yesterday",
    "the list works now. see 4f1c22a for how it should look",
    "",
  ])("nothing: %s", text => {
    expect(readLaterWords(text)).toBeNull()
  })
  it("reads anything without failing, and quickly", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), text => {
        const said = readLaterWords(`${text} yesterday broke a.ts 1a2b3c4 ${text}`)
        expect(said === null || typeof said.good === "boolean").toBe(true)
      }),
      { numRuns: 200 },
    )
    const read = (size: number) => readLaterWords(`${"a.".repeat(size)} yesterday ${"0f".repeat(size)}`)
    expect(growth(read, 8_000)).toBeLessThan(GROWS_LINEARLY)
  })
})

describe("design 6: whose work they are about, else nothing", () => {
  const retry = turn("retry", 24, "add a retry to the http client", { files: ["/shop/src/http/client.ts"] })
  const search = turn("search", 26, "add a page for search results", { commits: ["4f1c22ab"] })
  const old = turn("old", 24 * 6, "write the retry queue", { files: ["/shop/src/queue.ts"] })
  const all = [retry, search, old]
  it.each([
    ["the retry fix from yesterday worked great", "+retry topic"],
    ["yesterday's change in client.ts broke the login", "-retry file"],
    ["yesterday's change in `src/http/client.ts` broke the login", "-retry file"],
    ["4f1c22a broke the build", "-search commit"],
    ["the retry queue from last week crashed", "-old topic"],
  ])("%s", (text, expected) => {
    expect(tie(text, all)).toBe(expected)
  })
  it.each([
    ["no such file then", "yesterday's change in server.ts broke the login"],
    ["no topic", "it broke yesterday"],
    ["another topic", "the invoice export from yesterday broke"],
    ["another time", "the search page from 4 days ago broke"],
    ["an unknown commit", "deadbee1 broke the build"],
  ])("%s", (_, text) => {
    expect(tie(text, all)).toBeNull()
  })
  it("two episodes fit alike", () => {
    expect(tie("the retry fix from yesterday broke", [retry, turn("other", 22, "make the retry faster")])).toBeNull()
  })
  it("prod is what was deployed, when one thing was", () => {
    const shipped = { ...search, deployed: true }
    expect(tie("that broke prod yesterday", all)).toBeNull()
    expect(tie("that broke prod yesterday", [retry, shipped, old])).toBe("-search deploy")
    expect(tie("that broke prod yesterday", [{ ...retry, deployed: true }, shipped])).toBeNull()
  })
  it("a test that was run then", () => {
    const ran = turn("ran", 20, "make checkout green", { commands: ["go test -run TestCheckout ./..."] })
    expect(tie("TestCheckout broke again since yesterday, the change was wrong", [ran, retry])).toBe("-ran test")
  })
  it("never outside the time that was named", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), hours => {
        const tied = tie("the retry fix from yesterday worked great", [turn("x", hours, "retry")])
        expect(tied !== null).toBe(hours >= 4 && hours <= 50)
      }),
    )
  })
})
