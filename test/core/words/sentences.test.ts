// One splitter for whoever listens, guards or judges: they must agree on where a sentence ends.
import { describe, expect, it } from "vitest"
import { sentenceParts, sentencesOf } from "../../../src/core/words/sentences.ts"
import { CODE, GONE } from "../../../src/core/words/whose/mask.ts"

describe("sentences", () => {
  it("parts sentences at stops, lines and items, not inside names", () => {
    const text = "Look at README.md first. Then:\n- use v2.1 here, e.g. now\n- ask me! 好的。继续"
    expect(sentencesOf(text).map(s => [text.slice(s.start, s.end), s.stop, s.item, s.led])).toEqual([
      ["Look at README.md first.", ".", false, false],
      ["Then:", ":", false, false],
      ["use v2.1 here, e.g. now", "", true, true],
      ["ask me!", "!", true, false],
      ["好的。", "。", true, false],
      ["继续", "", true, false],
    ])
  })
  it("ends one behind a number that follows a word; an item's number opens one", () => {
    const said = (text: string) => sentencesOf(text).map(s => text.slice(s.start, s.end))
    expect(said("go on with task 011. pull in the latest changes")).toEqual([
      "go on with task 011.",
      "pull in the latest changes",
    ])
    expect(said("1. use tabs\n2. no spaces")).toEqual(["use tabs", "no spaces"])
    expect(said("two things: 1. use tabs, 2. no spaces")).toHaveLength(1)
  })
  it("takes a name that stands alone for one", () => {
    expect(sentenceParts(`${CODE.repeat(9)}\nuse tabs. ...`)).toHaveLength(2)
  })
  it("cuts them further at a dash, brackets aside, and where somebody else's words stand", () => {
    const text = `use tabs - really?! (not spaces) says ${GONE.repeat(30)} he; ok`
    expect(sentenceParts(text).map(p => [text.slice(p.start, p.end), p.stop])).toEqual([
      ["use tabs", "-"],
      ["really?!", "?"],
      ["not spaces) says", GONE.repeat(30)],
      ["he", ";"],
      ["ok", ""],
    ])
  })
  it("looks at the front and the end of what goes on and on; whoever guards looks at all of it", () => {
    const text = Array.from({ length: 200 }, (_, i) => `this is number ${i} of them.`).join(" ")
    expect(sentencesOf(text)).toHaveLength(60)
    expect(sentenceParts(text)).toHaveLength(200)
  })
})
