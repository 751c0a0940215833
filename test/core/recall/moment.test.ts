import { describe, expect, test } from "vitest"
import { fallsOn, mentionedDate, readMoment } from "../../../src/core/recall/relevance.ts"

describe("moments [S4-56]", () => {
  test("stamps as transcripts write them", () => {
    expect(readMoment("2026-01-05T12:17:31.459Z")).toBe(Date.UTC(2026, 0, 5, 12, 17, 31, 459))
    expect(readMoment("1:56 pm on 8 May, 2023")).toBe(Date.UTC(2023, 4, 8, 13, 56))
    expect(readMoment("12:05 am on 8 May, 2023")).toBe(Date.UTC(2023, 4, 8, 0, 5))
    expect(readMoment(17)).toBe(17)
    for (const unknown of [null, undefined, "", "soon", "2026-99-99T00:00:00Z"]) expect(readMoment(unknown)).toBeNull()
  })

  test("dates that a question names", () => {
    expect(mentionedDate("what broke on February 7, 2022?")).toEqual({ year: 2022, month: 1, day: 7 })
    expect(mentionedDate("the 3rd of June")).toEqual({ year: null, month: 5, day: 3 })
    expect(mentionedDate("releases in May 2023")).toEqual({ year: 2023, month: 4, day: null })
    expect(mentionedDate("you may 100 times retry")).toBeNull()
    expect(mentionedDate("it may fail")).toBeNull()
  })

  test("a month matches all its days, a day matches with slack", () => {
    const at = Date.UTC(2023, 4, 8, 13)
    expect(fallsOn(at, { year: 2023, month: 4, day: null }, 1)).toBe(true)
    expect(fallsOn(at, { year: null, month: 4, day: 7 }, 1)).toBe(true)
    expect(fallsOn(at, { year: 2023, month: 4, day: 5 }, 1)).toBe(false)
  })
})
