import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { stem, terms, words } from "../../../src/core/recall/tokenise.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"

describe("terms [S4-52]", () => {
  test("identifiers are found whole and in parts, however they are written", () => {
    for (const text of ["getUserId", "get_user_id", "get-user-id", "GET_USER_ID"]) {
      expect(terms(text)).toEqual(["get", "user", "id", "getuserid"])
    }
    expect(terms("HTMLParser")).toEqual(["html", "parser", "htmlparser"])
  })

  test("paths give their names, versions and error codes stay whole", () => {
    expect(terms("src/core/foo-bar.ts:12")).toEqual(expect.arrayContaining(["src", "foo", "bar", "foobar", "ts", "12"]))
    expect(terms("v1.2.3 and 1.2.3.")).toEqual(["1.2.3", "and", "1.2.3"])
    expect(terms("TS2345 E0277 AUTH-401")).toEqual(["ts2345", "e0277", "auth401"])
    expect(terms("ERR_MODULE_NOT_FOUND")).toContain("errmodulenotfound")
  })

  test("forms of one word meet", () => {
    for (const [a, b] of [
      ["tests", "testing"],
      ["caches", "caching"],
      ["policy", "policies"],
      ["commit", "committed"],
      ["migrate", "migration"],
    ] as const) {
      expect(stem(a)).toBe(stem(b))
    }
    expect(stem("class")).toBe("class")
    expect(stem("ts2345")).toBe("ts2345")
  })

  test("contractions keep the word, and their not", () => {
    expect(words("don't Caroline's we’re")).toEqual(["do", "not", "caroline", "we"])
  })

  test("scripts without spaces give pairs of characters", () => {
    expect(terms("日本語")).toEqual(["日本", "本語"])
  })

  test("any text: no empty term, no space or quote inside, the same answer twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), text => {
        const found = terms(text)
        expect(found).toEqual(terms(text))
        for (const term of found) expect(term).toMatch(/^[^\s"]+$/)
      }),
    )
  })

  test("long runs of joints and letters cost linear time", () => {
    for (const piece of [".", "aA", "a.", "'"])
      expect(
        growth(size => terms(`${piece.repeat(size)}a'`), 4_000),
        piece,
      ).toBeLessThan(GROWS_LINEARLY)
  })
})
