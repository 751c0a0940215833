// The error accumulator: grouped by type, resolved by itself when the same check passes. [S3-33] … [S3-37] [D74]
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  type CheckSeen,
  errorContext,
  errorStats,
  noErrors,
  openErrors,
  resolveError,
  stepErrors,
} from "../../src/core/open-errors.ts"

let count = 0
const seen = (check: string, ok: boolean | null, parts: Partial<CheckSeen> = {}): CheckSeen => ({
  event: `e${++count}`,
  at: 1_700_000_000_000,
  tool: "Bash",
  ok,
  salient: null,
  check,
  fingerprint: ok === false ? "f" : null,
  errorType: ok === false ? "tool_failure" : null,
  message: ok === false ? "boom" : "",
  context: null,
  ...parts,
})
const fold = (...all: readonly CheckSeen[]) => all.reduce(stepErrors, noErrors)

describe("open errors", () => {
  test("[S3-36] the same check passing resolves it; another check does not", () => {
    expect(openErrors(fold(seen("npm test", false), seen("ls", true)))).toHaveLength(1)
    expect(openErrors(fold(seen("npm test", false), seen("npm test", true)))).toEqual([])
    expect(openErrors(fold(seen("npm test", false), seen("npm test", true)), true)).toHaveLength(1)
  })
  test("a wider run of the same kind of work resolves a narrower failure, not the other way round", () => {
    const narrow = seen("go test ./a -run X", false, { salient: "test" })
    expect(openErrors(fold(narrow, seen("go test ./...", true, { salient: "test" })))).toEqual([])
    expect(openErrors(fold(narrow, seen("go test ./b", true, { salient: "test" })))).toHaveLength(1)
    expect(
      openErrors(
        fold(seen("go test ./...", false, { salient: "test" }), seen("go test ./a", true, { salient: "test" })),
      ),
    ).toHaveLength(1)
  })
  test("the same failure again is one error counted twice; an unknown result changes nothing", () => {
    const state = fold(seen("make", false), seen("make", null), seen("make", false))
    expect(openErrors(state)).toHaveLength(1)
    expect(openErrors(state)[0]).toMatchObject({ times: 2 })
    expect(state.failStreak).toBe(2)
  })
  test("[S3-37] [D74] stats: total counts resolved ones, unresolved and streak do not", () => {
    const state = fold(seen("a", false, { errorType: "timeout" }), seen("b", false), seen("a", true))
    expect(errorStats(state)).toEqual({
      total: 2,
      unresolved: 1,
      fail_streak: 0,
      by_type: { validation: 0, timeout: 1, conflict: 0, tool_failure: 1, unknown: 0 },
    })
  })
  test("[S3-35] markdown: grouped by type with count, tool, time, context, closing questions", () => {
    const state = fold(
      seen("a", false, { errorType: "timeout", context: "while building", message: "took too long" }),
      seen("b", false),
    )
    const text = errorContext(state)
    expect(text).toContain(
      "### timeout (1)\n- took too long\n  - context: while building\n  - tool: Bash; last seen 2023-11-14T22:13:20.000Z",
    )
    expect(text).toContain("### tool_failure (1)")
    expect(text.trimEnd().endsWith("?")).toBe(true)
    expect(errorContext(noErrors)).toBe("")
    const resolved = resolveError(state, openErrors(state)[0]!.id, "me")
    expect(errorContext(resolved)).not.toContain("took too long")
    expect(errorContext(resolved, true)).toContain("took too long (resolved)")
  })
  test("open plus resolved never exceeds failures, input is never changed, and it stays bounded", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.boolean()), { maxLength: 60 }), steps => {
        let state = Object.freeze(noErrors)
        for (const [check, ok] of steps) state = Object.freeze(stepErrors(state, seen(check, ok)))
        expect(openErrors(state, true).reduce((sum, error) => sum + error.times, 0)).toBe(
          steps.filter(([, ok]) => !ok).length,
        )
        const last = new Map(steps)
        expect(new Set(openErrors(state).map(error => error.check))).toEqual(
          new Set([...last].filter(([, ok]) => !ok).map(([check]) => check)),
        )
      }),
    )
    let state = noErrors
    for (let i = 0; i < 500; i++) state = stepErrors(state, seen(`c${i}`, false))
    expect(state.errors.length).toBeLessThanOrEqual(200)
  })
})
