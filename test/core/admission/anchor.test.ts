import { describe, expect, it } from "vitest"
import { teachesNothing } from "../../../src/core/admission/anchor.ts"

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
