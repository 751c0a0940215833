// Tags in conversation: which sentence stands by which card, and which says nothing of the kind.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { alignmentOf, cueOf, findTags, sentencesOf } from "../../../src/core/rules/astra/find-tags.ts"
import { keepDoubt } from "../../../src/core/rules/astra/gardener.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"

const CARDS = [
  { id: "a".repeat(32), statement: "the billing worker needs the queue to be drained first" },
  { id: "b".repeat(32), statement: "release notes are written in English" },
]
const only = (text: string) => findTags(text, CARDS, 0.2)

describe("[S1-37] cues", () => {
  it.each([
    ["I still think the billing worker needs the queue drained first", "keep"],
    ["we agree that release notes are written in English", "keep"],
    ["let's keep the release notes in English", "keep"],
    ["I'm not sure the billing worker needs the queue drained", "doubt"],
    ["release notes in English? I doubt it", "doubt"],
    ["that release notes rule is no longer true", "doubt"],
    ["the queue note is probably made up", "artifact"],
  ])("%s", (sentence, tag) => {
    expect(cueOf(sentence)?.tag).toBe(tag)
  })
  it.each([
    "drain the queue and start the billing worker",
    "write the release notes",
    "why does the billing worker fail?",
    "run the tests again",
  ])("says nothing of the kind: %s", sentence => {
    expect(cueOf(sentence)).toBeNull()
  })
})

describe("[S1-37, D24] which card is meant", () => {
  it("the one whose words the sentence hits best; the cue's own words do not count", () => {
    expect(only("I still think the billing worker needs the queue drained first.")).toMatchObject([
      { tag: "keep", card: CARDS[0]!.id },
    ])
    expect(only("I still think so.")).toMatchObject([{ tag: "keep", card: null, alignment: 0 }])
  })
  it("naming the card is a full hit, whatever else is said", () => {
    expect(alignmentOf(`not sure about ${CARDS[1]!.id} at all`, CARDS[1]!)).toBe(1)
  })
  it("sentences are told apart, and dots in names do not end them", () => {
    expect(sentencesOf("Use node 20.19 here. I doubt it! Really?\nYes sir")).toEqual([
      "Use node 20.19 here",
      "I doubt it",
      "Really",
      "Yes sir",
    ])
  })
  it("stays bounded and in range on any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), text => {
        for (const found of findTags(`${text} I doubt it`, CARDS, 0.2)) {
          expect(found.alignment).toBeGreaterThanOrEqual(0)
          expect(found.alignment).toBeLessThanOrEqual(1)
        }
      }),
    )
    expect(findTags("not sure. ".repeat(200_000), CARDS, 0.2).length).toBeLessThanOrEqual(80)
    expect(growth(size => findTags("not sure. ".repeat(size), CARDS, 0.2), 2_000)).toBeLessThan(GROWS_LINEARLY)
  })
})

it("[S1-37] the same cues are a reading of the moment, free of text", () => {
  const ask = (text: string, author = "user") =>
    keepDoubt.decide(
      undefined as never,
      { what: "prompt", text, author, interactive: true, prev: null, agentTail: null, tools: [], nTools: 0 } as never,
      keepDoubt.params,
    ).answer
  expect(ask("I doubt it. We agree on the rest.")).toMatchObject([
    { signal: "words", type: "doubt", polarity: -1 },
    { signal: "words", type: "keep", polarity: 1 },
  ])
  expect(ask("I doubt it", "harness")).toEqual([])
})
