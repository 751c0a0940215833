// Was a norm followed? Commands that ran and complaints that repeat it decide; what cannot be seen is unknown.
import { describe, expect, it } from "vitest"
import { adherenceOf, normOf, repeats } from "../../../src/core/adherence/adherence.ts"

const ran = (...lines: string[]) => lines.map((line, i) => ({ event: `r${i}`, at: i, line }))
const complained = (text: string) => [{ event: "s0", at: 9, text }]
const judge = (statement: string, seen: Partial<Parameters<typeof adherenceOf>[1]>) =>
  adherenceOf(normOf(statement), { ran: [], complaints: [], held: [], typed: () => [], ...seen })

describe("design 7: adherence", () => {
  it("[R2] as many norms as a home has are read once, episode after episode", () => {
    const norms = Array.from({ length: 500 }, (_, i) => `never run tool-${i} here`)
    const read = norms.map(normOf)
    expect(norms.every((norm, i) => normOf(norm) === read[i])).toBe(true)
  })
  const PNPM = "always use pnpm in this repo, never npm"
  it.each([
    [PNPM, ["pnpm test"], "obeyed"],
    [PNPM, ["pnpm test", "npm install left-pad"], "violated"],
    [PNPM, ["cd web && npm ci"], "violated"],
    [PNPM, ["ls -la", "git status"], "not_applicable"],
    [PNPM, ['echo "npm is not run here"'], "not_applicable"],
    ["never run git push --force", ["git push origin main"], "not_applicable"],
    ["never run git push --force", ["git push -f origin main"], "violated"],
    ["use vitest for tests", ["npx vitest run"], "obeyed"],
    ["answer in short sentences", ["pnpm test"], "unknown"],
  ] as const)("%s after %j is %s", (norm, lines, adherence) => {
    expect(judge(norm, { ran: ran(...lines) }).adherence).toBe(adherence)
  })
  it("what the user asked for since is no breach; what they asked for only afterwards is one", () => {
    const [norm, line] = ["never commit anything", "git commit -m wip"]
    const typed = (text: string, at: number) => () => [{ at, text }]
    const of = (text: string, at: number) => judge(norm, { ran: [{ event: "r", at: 5, line }], typed: typed(text, at) })
    expect(of("looks good, commit it please", 3)).toMatchObject({
      adherence: "not_applicable",
      because: "the user asked for it",
    })
    expect(of("looks good, commit it please", 7).adherence).toBe("violated")
    expect(of("add the cart", 3).adherence).toBe("violated")
  })
  it("a condition makes it no breach to see", () => {
    expect(judge("never use npm on the main branch", { ran: ran("npm install") }).adherence).not.toBe("violated")
  })
  it("names the event that shows it, and how often", () => {
    expect(judge(PNPM, { ran: ran("pnpm i", "npm i", "npm test") })).toMatchObject({
      adherence: "violated",
      event: "r1",
      times: 2,
    })
  })
  it("a complaint that repeats the norm is a breach; another complaint is not", () => {
    const norm = "keep commit messages under fifty characters"
    expect(
      judge(norm, { complaints: complained("no! keep commit messages under fifty characters, I said") }),
    ).toMatchObject({
      adherence: "violated",
      event: "s0",
    })
    expect(judge(norm, { complaints: complained("no, the button is still blue") }).adherence).toBe("unknown")
    expect(repeats(norm, "the messages are wrong")).toBe(false)
  })
  it("a call held once and not run after that was followed, thanks to the hold", () => {
    expect(judge(PNPM, { held: [{ event: "h", at: 1 }] })).toMatchObject({ adherence: "obeyed", event: "h" })
    expect(judge(PNPM, { held: [{ event: "h", at: 1 }], ran: ran("npm i") }).adherence).toBe("violated")
  })
  it("[R2] opens a command only for a norm that speaks of commands, and a path only for one that speaks of files", () => {
    const opened = (norm: string): readonly string[] => {
      const texts: string[] = []
      const call = {
        event: "r",
        at: 1,
        get line() {
          texts.push("line")
          return "ls"
        },
        get edited() {
          texts.push("path")
          return null
        },
      }
      judge(norm, { ran: [call] })
      return [...new Set(texts)].sort()
    }
    expect(opened("answer in short sentences")).toEqual([])
    expect(opened(PNPM)).toEqual(["line"])
    expect(opened("never edit src/generated/api.ts")).toEqual(["line", "path"])
  })
})
