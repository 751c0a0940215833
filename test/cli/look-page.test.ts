import { describe, expect, it } from "vitest"
import { lookPage } from "../../src/cli/past/look.ts"
import { type LookReport, mapTexts, shareable } from "../../src/core/look/report.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5)
const EVIL = `<script>alert(1)</script><img src=x onerror=alert(1)>" onload="x`
const report: LookReport = {
  installed: false,
  kept: [],
  corrected: [],
  brokenOff: 0,
  rules: [{ path: "CLAUDE.md", line: 2, quote: EVIL, broken: 1, episodes: 1, lastAt: START }],
  open: [],
  repo: `shop ${EVIL}`,
  days: 30,
  firstAt: START,
  lastAt: START + 9 * DAY,
  sessions: 4,
  clients: { "claude-code": 4 },
  prompts: 20,
  calls: 200,
  failed: 9,
  left: 0,
  masked: 2,
  repeats: [
    {
      kind: "constraint",
      statement: EVIL,
      episodes: 2,
      firstAt: START,
      lastAt: START + DAY,
      said: [0, 1].map(d => ({
        kind: "constraint",
        statement: EVIL,
        quote: `${EVIL} /home/ann/shop/a ann@example.org`,
        at: START + d * DAY,
        episode: `e${d}`,
      })), // prettier-ignore
    },
  ],
  again: [
    {
      what: EVIL,
      line: EVIL,
      isPath: false,
      times: 3,
      again: 2,
      episodes: 2,
      minutes: 7,
      firstAt: START,
      lastAt: START + DAY,
    },
  ], // prettier-ignore
  warnings: [
    {
      at: START,
      verdict: "false",
      held: false,
      placement: "before_tool",
      kind: "negative_result",
      action: EVIL,
      statement: EVIL,
      remedy: null,
    }, // prettier-ignore
  ],
  files: [{ path: "CLAUDE.md", bytes: 2000 }],
  rot: [{ what: "dead path", detail: EVIL, places: [{ path: "CLAUDE.md", line: 3, quote: EVIL }] }],
}

describe("the page to share", () => {
  const page = lookPage(mapTexts(report, shareable("/home/ann", "/home/ann/shop")))
  it("[P3] carries no script, no outside asset, and a policy that allows none", () => {
    expect(page).not.toMatch(/<script|<img|<link|<iframe|javascript:|@import|url\(|https?:/i)
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'")
    expect(page.match(/<[^>]*\son\w+=/g)).toBeNull()
  })
  it("escapes every text and shows neither home nor addresses", () => {
    expect(page).toContain("&lt;script&gt;")
    expect(page).not.toContain("/home/ann")
    expect(page).not.toContain("ann@example.org")
  })
  it("[U-07] says every count, and ends with the one command", () => {
    expect(page).toContain("0.5 per 100")
    expect(page).toContain("1 false")
    expect(page).toContain("npx mettle init")
  })
  it("is honest when there is nothing", () => {
    const nothing = lookPage({ ...report, sessions: 0, repeats: [], again: [], warnings: [], files: [], rot: [] })
    expect(nothing).toContain("No past session of this repository was found")
    expect(nothing).not.toContain("times check would have spoken")
  })
})
