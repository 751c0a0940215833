import { describe, expect, it } from "vitest"
import { type Attempt, failuresThatComeBack } from "../../../src/core/look/failures.ts"

const MINUTE = 60_000
let n = 0
const ran = (episode: string, minute: number, command: string, ok: boolean, output = ""): Attempt => ({
  episode,
  call: `c${n++}`,
  at: minute * MINUTE,
  command,
  path: null,
  ok,
  output: ok ? null : output,
})
const looked = (episode: string, minute: number, path: string, ok: boolean): Attempt => ({
  ...ran(episode, minute, "", ok, "File does not exist."),
  command: null,
  path,
})
const REFUSED = "Error: connect ECONNREFUSED 127.0.0.1:6379"

describe("failures that come back", () => {
  it("counts what was solved and hit again, and the minutes it took again", () => {
    const [back, ...rest] = failuresThatComeBack([
      ran("a", 0, "pnpm test", false, REFUSED),
      ran("a", 2, "docker compose up -d redis", true),
      ran("a", 4, "pnpm test", true),
      ran("b", 1000, "pnpm test", false, REFUSED.replace("6379", "6380")),
      ran("b", 1003, "pnpm test", false, REFUSED),
      ran("b", 1006, "pnpm test", true),
    ])
    expect(rest).toEqual([])
    expect(back).toMatchObject({ command: "pnpm test", cause: "surroundings", minutes: 6 })
    expect([back?.times.length, back?.again.length]).toEqual([3, 2])
  })
  it("cuts long silences, and leaves out what was never solved or came back in the same episode only", () => {
    const [back] = failuresThatComeBack([
      ran("a", 0, "x", false, REFUSED),
      ran("a", 1, "x", true),
      ran("b", 100, "x", false, REFUSED),
      ran("b", 400, "x", true),
    ])
    expect(back?.minutes).toBe(10)
    expect(failuresThatComeBack([ran("a", 0, "x", false, REFUSED), ran("b", 9, "x", false, REFUSED)])).toEqual([])
    expect(
      failuresThatComeBack([
        ran("a", 0, "x", false, REFUSED),
        ran("a", 1, "x", true),
        ran("a", 2, "x", false, REFUSED),
      ]),
    ).toEqual([])
  })
  it("knows a call that another one took the place of, and a failure that says neither reason nor place", () => {
    const wrong = (episode: string, minute: number) => [
      ran(episode, minute, "bun run test --filter cart", false, "No projects matched the filters"),
      ran(episode, minute + 1, "cat package.json", true),
      ran(episode, minute + 2, "bun run --cwd packages/cart test", true),
    ]
    expect(failuresThatComeBack([...wrong("a", 0), ...wrong("b", 50)])).toMatchObject([
      { command: "bun run test --filter cart", minutes: 2, again: [{ attempt: { episode: "b" } }] },
    ])
    const mute = (episode: string, minute: number, output: string) => [
      ran(episode, minute, "./verify", false, output),
      ran(episode, minute + 1, "./verify", true),
    ]
    const east = "ledger east is out of balance by 7 cents"
    expect(failuresThatComeBack([...mute("a", 0, east), ...mute("b", 50, east.replace("7", "9"))])).toHaveLength(1)
    expect(failuresThatComeBack([...mute("a", 0, east), ...mute("b", 50, east.replace("east", "west"))])).toEqual([])
    const says = "[verify] ERROR task failed"
    expect(failuresThatComeBack([...mute("a", 0, says), ...mute("b", 50, says)])).toEqual([])
  })
  it("takes two red tests for one only when they are the same test", () => {
    const red = (episode: string, minute: number, test: string) => [
      ran(episode, minute, "go test ./...", false, `--- FAIL: ${test} (0.1s)`),
      ran(episode, minute + 1, "go test ./...", true),
    ]
    expect(failuresThatComeBack([...red("a", 0, "TestCart"), ...red("b", 50, "TestRefund")])).toEqual([])
    expect(failuresThatComeBack([...red("a", 0, "TestCart"), ...red("b", 50, "TestCart")])).toHaveLength(1)
    const why = (says: string) => `TestCart (0.1s)\n    cart_test.go:7: ${says}\n    want 3`
    const other = [...red("a", 0, why("the total is wrong")), ...red("b", 50, why("no such customer\n    at all"))]
    expect(failuresThatComeBack(other)).toEqual([])
  })
  it("takes a check for solved only where its output was not picked over", () => {
    const lint = (episode: string, minute: number, then: string) => [
      ran(episode, minute, "lint docs", false, "docs/a.md:7 error line-length"),
      ran(episode, minute + 1, then, true),
    ]
    const times = (then: string) => failuresThatComeBack([...lint("a", 0, then), ...lint("b", 50, then)])
    expect(times("lint docs | tail -3")).toHaveLength(1)
    expect(times('lint docs | grep ":9" ; echo clean')).toEqual([])
  })
  it("knows paths guessed wrong again", () => {
    const [back] = failuresThatComeBack([
      looked("a", 0, ".golangci.yml", false),
      looked("a", 1, ".golangci.yaml", true),
      looked("b", 50, ".golangci.yml", false),
      looked("b", 52, ".golangci.yaml", true),
    ])
    expect(back).toMatchObject({ command: ".golangci.yml", found: ".golangci.yaml", minutes: 2 })
  })
})
