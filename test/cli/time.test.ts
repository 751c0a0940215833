import { describe, expect, it } from "vitest"
import { ago } from "../../src/cli/say.ts"
import { daysAgo, parseSince } from "../../src/memory/where-and-when.ts"

const now = new Date(2026, 2, 10, 15, 30).getTime()
const local = (month: number, day: number) => new Date(2026, month - 1, day).getTime()

describe("users 4: --since", () => {
  it.each([
    ["30m", now - 1_800_000],
    ["12h", now - 43_200_000],
    ["7d", now - 604_800_000],
    ["2w", now - 1_209_600_000],
    ["today", local(3, 10)],
    ["Yesterday", local(3, 9)],
    ["2026-01-31", local(1, 31)],
    ["2026-01-31T10:00:00Z", Date.UTC(2026, 0, 31, 10)],
  ])("%s", (text, at) => expect(parseSince(text, now)).toBe(at))
  it.each(["", "soon", "7", "d", "2026-02-30", "2026-13-01", "31.01.2026", "1 2 3"])("%j is refused", text => {
    expect(() => parseSince(text, now)).toThrow("is not a time")
  })
})

it("users 10: times for people", () => {
  const said = [-5000, 30_000, 300_000, 7_200_000, 90_000_000, 400_000_000].map(past => ago(now - past, now))
  expect(said).toEqual(["just now", "just now", "5 min ago", "2 h ago", "yesterday", "4 d ago"])
  expect(ago(local(1, 31), now)).toBe("2026-01-31")
})

it("users 10: a day is a day of the reader's calendar, not the last 24 hours", () => {
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime()
  expect(daysAgo(at(9, 18), at(10, 9))).toBe("yesterday")
  expect(daysAgo(at(10, 0), at(10, 23))).toBe("today")
  expect(daysAgo(at(8, 23), at(10, 8)), "33 hours, two nights").toBe("2 days ago")
  expect(ago(at(8, 23), at(10, 8))).toBe("2 d ago")
  expect(daysAgo(at(11, 1), at(10, 23)), "clocks step").toBe("today")
})
