import { describe, expect, it } from "vitest"
import { teachesNothing } from "../../../src/core/admission/anchor.ts"
import { alone } from "../../../src/core/rules/rule.ts"
import type { FoldContext } from "../../../src/core/views/context.ts"
import { foreignFacts } from "../../../src/core/views/evidence.ts"
import { TABLE } from "../../../src/core/views/tables.ts"

describe("a remedy that teaches nothing", () => {
  it("[S4-20] refuses what the failure says itself, what says nothing, and a test that was merely rewritten", () => {
    const nothing: readonly (readonly [string, string])[] = [
      ["src/config.go:33:15: undefined: fmt", "/home/me/src/config.go"],
      ["src/a.ts(4,10): error TS2304: Cannot find name 'x'", "src/b.ts"],
      ["Exit code 1", "src/cart.ts"],
      ["[lint] ERROR task failed", "src/cart.ts"],
      ["FAIL example.com/cart [build failed]", "cart.go"],
      ["Error: unknown flag: --out-format", "src/hooks.go"],
      ["AssertionError: expected 3 to be 4", "src/cart.test.ts"],
      ["--- FAIL: TestCart (0.01s)", "cart_test.go"],
      ["_ = tree.Files().ForEach(func(f *object.File) error { //nolint:errcheck", "src/tree.go"],
    ]
    expect(nothing.filter(([failure, remedy]) => !teachesNothing(failure, remedy))).toEqual([])
  })
  it("[S4-20] lets a failing test with its cause elsewhere teach", () => {
    const something: readonly (readonly [string, string])[] = [
      ["AssertionError: expected 3 to be 4", "src/cart.ts"],
      ["--- FAIL: TestCart (0.01s)", "cart.go"],
      ["src/cart.py:10: AssertionError: total is wrong", "src/cart.py"],
      ["Error: connect ECONNREFUSED 127.0.0.1:6379", "docker-compose.yml"],
      ["TypeError: Cannot read properties of undefined (reading 'id')", "src/user.ts, src/session.ts"],
    ]
    expect(something.filter(([failure, remedy]) => teachesNothing(failure, remedy))).toEqual([])
  })
})

describe("a teammate's words", () => {
  it("[L7] count only as they came: with this card, and word for word", () => {
    const context = { ...alone(), text: (ref: string) => (ref === "gone" ? null : "run the build first") }
    TABLE.received.set(context.rows, "came", { card: "theirs", quotes: ["words", "gone"] })
    const cited = {
      kind: "agent_span",
      event: "came",
      blob: "words",
      start: 0,
      end: 13,
      hash: "run the build",
    } as const
    const holds = (over: object, card = "theirs") =>
      foreignFacts(context as unknown as FoldContext, { ...cited, ...over }, card, "tactic").holds
    expect(holds({})).toBe(true)
    expect([holds({ hash: "run the tests" }), holds({ end: 3 }), holds({ blob: "gone" })]).toEqual([
      false,
      false,
      false,
    ])
    expect([holds({ blob: "other" }), holds({ event: "never came" }), holds({}, "mine")]).toEqual([false, false, false])
  })
})
