// The identity of an error survives what changes from run to run.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { classifyError, ERROR_TYPES } from "../../../src/core/calls/error-type.ts"
import { errorLine, fingerprint, normaliseLine } from "../../../src/core/calls/failure.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"

describe("fingerprint", () => {
  test.each([
    ["Exit code 1\n/home/a/x.ts:10:2 Error: boom at 12:01:02", "/tmp/zz/y.ts:99:7 Error: boom at 23:59:59"],
    ["fatal: bad object 3f2a1bc9d0", "fatal: bad object a9b8c7d6e5f4"],
    ["2026-01-02T03:04:05Z error: took 12ms", "2025-11-12 13:14:15 error: took 3.5s"],
    ["\u001b[31merror\u001b[0m: cannot find foo.go:3:1:", "error: cannot find bar.go:77:20:"],
    ["<tool_use_error>File does not exist. /a/b", "File does not exist. /c/d/e"],
  ])("%j and %j are one error", (a, b) => {
    expect(fingerprint(a)).toBe(fingerprint(b))
    expect(fingerprint(a)).toMatch(/^[0-9a-f]{16}$/)
  })
  test("different errors differ; the telling line is chosen over frames", () => {
    expect(fingerprint("TypeError: x is not a function")).not.toBe(fingerprint("TypeError: y is undefined"))
    expect(errorLine("Exit code 1\n$ make\n\nbuilding\nmake: *** [all] Error 2")).toBe("make: *** [all] error <n>")
    expect(errorLine("")).toBe("")
    expect(fingerprint("\n\n")).toBe("")
  })
  test("numbers and paths never matter", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.stringMatching(/^[a-z]{1,8}$/), (n, m, dir) => {
        expect(fingerprint(`error: line ${n} of /${dir}/a is bad`)).toBe(
          fingerprint(`error: line ${m} of /other/b is bad`),
        )
      }),
    )
  })
  test("any text has one fingerprint, a hash or nothing", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), text => {
        expect(fingerprint(text)).toBe(fingerprint(text))
        expect(fingerprint(text)).toMatch(/^(?:[0-9a-f]{16})?$/)
      }),
    )
    expect(normaliseLine("a  b\t c")).toBe("a b c")
  })
  test("long texts cost what their length costs", () => {
    for (const piece of ["x ", "1/2 ", "a", "\n", "error 0x1f \n"]) {
      const read = (size: number): void => {
        const text = piece.repeat(Math.ceil(size / piece.length))
        fingerprint(text)
        classifyError(text)
      }
      expect(growth(read, 12_500), piece).toBeLessThan(GROWS_LINEARLY)
    }
  })
})

describe("[S3-33] [S3-38] classifyError", () => {
  test.each([
    ["Command timed out after 2m", "timeout"],
    ["context deadline exceeded", "timeout"],
    ["CONFLICT (content): Merge conflict in a.ts", "conflict"],
    ["listen EADDRINUSE: address already in use :::3000", "conflict"],
    ["File has been modified since read, either by the user or by a linter.", "conflict"],
    ["a.ts(1,2): error TS2322: no", "validation"],
    ["ValidationError: name is required", "validation"],
    ["unknown flag: --x", "validation"],
    ["bash: foo: command not found", "tool_failure"],
    ["Exit code 3", "tool_failure"],
    ["hm", "unknown"],
  ])("%s is %s", (text, type) => {
    expect(classifyError(text)).toBe(type)
    expect(ERROR_TYPES).toContain(type)
  })
})
