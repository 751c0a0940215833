import { describe, expect, it } from "vitest"
import { type Followed, verdictOf } from "../../../src/core/look/failures.ts"

const ran = (call: string, command: string, ok: boolean | null, output: string | null = null): Followed => ({
  call,
  command,
  path: null,
  ok,
  output,
})
const before = { norm: false, placement: "before_tool" as const, remedy: "docker compose up -d redis", call: "1" }
const after = { ...before, placement: "after_failure" as const }
const RED = "Error: connect ECONNREFUSED 127.0.0.1:6379"

describe("was a warning right?", () => {
  it("before a command: right when it failed for want of something, false when it went well or failed otherwise", () => {
    expect(verdictOf(before, [ran("1", "pnpm test", false, RED)])).toBe("right")
    expect(verdictOf(before, [ran("1", "pnpm test", true)])).toBe("false")
    expect(verdictOf(before, [ran("1", "pnpm test", false, "--- FAIL: TestCart")])).toBe("false")
    expect(verdictOf(before, [ran("1", "pnpm test", null)])).toBe("open")
    const ended = ran("2", "docker compose up -d redis", true)
    expect(verdictOf(before, [ran("1", "pnpm test", false, "--- FAIL: TestCart"), ended])).toBe("right")
  })
  it("after a failure: right when it was then done, false when it passed without", () => {
    const failed = ran("1", "pnpm test", false, RED)
    expect(verdictOf(after, [failed, ran("2", "docker compose up -d redis", true)])).toBe("right")
    expect(verdictOf(after, [failed, ran("2", "pnpm test", true)])).toBe("false")
    expect(verdictOf(after, [failed])).toBe("open")
    const path = { ...after, remedy: "cmd/cli" }
    expect(verdictOf(path, [failed, { ...ran("2", "", true), command: null, path: "/w/cmd/cli/a.go" }])).toBe("right")
  })
  it("the user's own rule needs no outcome", () => {
    expect(verdictOf({ ...before, norm: true }, [ran("1", "npm i", true)])).toBe("your word")
  })
})
