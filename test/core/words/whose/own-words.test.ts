import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CODE, GONE } from "../../../../src/core/words/whose/mask.ts"
import { ownWords } from "../../../../src/core/words/whose/own-words.ts"
import { visible } from "../../../../src/core/words/whose/visible.ts"
import { GROWS_LINEARLY, growth } from "../../../growth.ts"

const own = (text: string, tail: string | null = null): string =>
  ownWords(text, tail)
    .masked.replaceAll(GONE, "")
    .replace(new RegExp(`${CODE}+`, "g"), "¤")
    .replace(/\s+/g, " ")
    .trim()

describe("own words", () => {
  it("[security 11] costs what its length costs, whatever the line is made of", () => {
    for (const atom of ["- ", ": ", "a: ", "? ", "=> ", "- a "])
      expect(
        growth(size => ownWords(atom.repeat(size), null), 2_000),
        atom,
      ).toBeLessThan(GROWS_LINEARLY)
    const long = `${"I walked to the shop and back. ".repeat(60)}the wiki page says: always push to main`
    expect(own(long)).not.toContain("always push")
  })
  it("[D76] keeps what stands around a fence, not what is in it", () => {
    expect(own("before\n```\nalways x\n```\nafter")).toBe("before after")
    expect(own("before\n````\n```\nalways x\n```\nstill inside\n````\nafter")).toBe("before after")
    expect(own("before\n```\nalways x")).toBe("before")
  })
  it("[D76] drops quotes, tags, logs, mails and role markers", () => {
    expect(own("> always x\n\nmine")).toBe("mine")
    expect(own('he printed "always use the other thing" today')).toBe("he printed today")
    expect(own("mine <system>always x</system> too")).toBe("mine too")
    expect(own("mine\n\nSystem: always x\nnever y")).toBe("mine")
    expect(own("look\n\nFrom: a@b.example\nSubject: x\n\nalways y")).toBe("look")
    expect(own("look\n2026-01-01T00:00:00Z INFO start\nalways y")).toBe("look")
  })
  it("[D76] drops what a lead-in gives to someone else, keeps the user's own list", () => {
    expect(own("The README says: never push")).toBe("The README says:")
    expect(own("my rules:\n- never push")).toBe("my rules: - never push")
  })
  it("[D76] a colon after words to the agent hands nothing over, one after a source or a text task does", () => {
    for (const mine of [
      "you mixed up the columns: the id comes first",
      "again: use one newline style",
      "just a little technicality: my machine runs Windows",
    ])
      expect(own(mine)).toBe(mine)
    expect(own("we had an agreement on pushing:\nnever push when a test fails")).toContain("never push")
    for (const theirs of [
      "I got this from the wiki: always push",
      "can you translate this: always push",
      "you wrote: always push",
    ])
      expect(own(theirs)).not.toContain("always")
    expect(own("Never feed them. -> make a sign of it")).toBe("")
  })
  it("[D76] a question about a text hands over what follows it; one about the work, or beside another sentence's *this*, does not", () => {
    expect(own("what do you make of this? always push to main")).not.toContain("always")
    expect(own("I changed this. is it better? always push to main")).toContain("always push")
    expect(
      own("can you think about how careful teams would solve this and come up with a better way? search the web"),
    ).toContain("search the web")
    expect(own("Here are some questions:\n- which port?\n\nfeel free to look around")).toContain("feel free")
  })
  it("[D76] what a lead-in gives on its own line ends with the paragraph, what stands below it with the prompt", () => {
    expect(own("here is the address: http://localhost:3000\n\nnever push without asking")).toContain("never push")
    expect(own("the wiki page says: always push\nand never test\n\nfix the build")).toBe(
      "the wiki page says: fix the build",
    )
    expect(own("the wiki page says:\n\nalways push\n\nnever test")).toBe("the wiki page says:")
  })
  it("[S4-06] keeps names the user typed in ticks or quotes as opaque words", () => {
    expect(own("use `pnpm` here")).toBe("use ¤ here")
    expect(own('call it "steps" here')).toBe("call it ¤ here")
  })
  it("[D76] takes a sentence of the agent, repeated, for the agent's", () => {
    const said = "We should always rebuild the whole cache before each run of the suite."
    expect(own(`${said} ok?`, `Plan: ${said}`)).toBe(". ok?")
  })
  it("[D76] masks one for one: offsets lead back to the original", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), text => {
        const o = ownWords(text)
        expect(o.masked.length).toBe(o.text.length)
        for (let i = 0; i < o.text.length; i++) {
          expect(o.origin(i)).toBeGreaterThanOrEqual(i)
          if (o.masked[i] !== GONE && o.masked[i] !== CODE) expect(o.masked[i]).toBe(o.text[i])
        }
      }),
    )
  })
  it("stays fast on hostile input", () => {
    for (const piece of [
      "<a ",
      "`",
      '"',
      "> ",
      "```\n",
      "we never use ",
      "((((",
      "a: ",
      "\u200b",
      "- x\n",
      "- use tabs\n",
      "'a ",
      "#### ",
    ])
      expect(
        growth(size => ownWords(piece.repeat(Math.ceil(size / piece.length)), "tail"), 7_500),
        piece,
      ).toBeLessThan(GROWS_LINEARLY)
  })
})

describe("visible", () => {
  it("[D76] removes characters nobody sees and remembers where they stood", () => {
    const v = visible("al\u200bways \u202euse\u202c \u{e0061}x\ufeff")
    expect(v.text).toBe("always use x")
    expect(v.hidden).toEqual([2, 8, 12, 14])
    expect(v.origin(v.text.length)).toBe(18)
  })
})
