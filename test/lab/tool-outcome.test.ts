// The lab's contracts for calls and runs: JSON in, JSON out, missing fields unknown, hindsight never read.
import { describe, expect, test } from "vitest"
import { labOutcome, labTool, runEvidence } from "../../src/lab/each.ts"

describe("lab tool", () => {
  test("answers carry id, ok, kind and because", () => {
    expect(labTool({ id: 7, tool: "Bash", input: { command: "go test | tail" }, stdout: "FAIL", stderr: "" })).toEqual({
      id: 7,
      ok: false,
      kind: "hidden",
      because: "go/package-failed",
    })
    expect(
      labTool({
        id: "x",
        tool: "Bash",
        input: '{"command":"cat x"}',
        text: "Exit code 1\ncat: x: No such file or directory",
      }),
    ).toMatchObject({ ok: false, kind: "exit" })
    expect(labTool({ tool: "Bash", interrupted: true, stdout: "" })).toMatchObject({
      id: null,
      ok: null,
      kind: "cancelled",
    })
  })
  test("missing or odd fields mean unknown", () => {
    expect(labTool({})).toMatchObject({ ok: null, kind: "unknown" })
    expect(labTool({ tool: 3, input: [1], text: {} })).toMatchObject({ ok: null, kind: "unknown" })
  })
  test.each(["mettle", "plain", "evolver", "astra", "groove", "swarm", "nucleus"])("preset %s answers", preset => {
    const answer = labTool({ id: 1, tool: "Bash", text: "error: failed" }, preset)
    expect([true, false, null]).toContain(answer.ok)
    expect(answer.because).not.toBe("")
  })
  test("an unknown preset is refused", () => {
    expect(() => labTool({}, "nobody")).toThrow(/unknown preset/)
    expect(() => labOutcome({}, "constructor")).toThrow(/unknown preset/)
  })
})

describe("lab outcome", () => {
  const run = { id: "r", made_edits: true, edit_ok: true, lint_ok: true, tests_ok: true, tries: 1 }
  test("better signs, higher p; nothing done is nearly lost", () => {
    const p = (line: object): number => labOutcome({ ...run, ...line }).p
    expect(p({})).toBeGreaterThan(p({ tests_ok: false }))
    expect(p({})).toBeGreaterThan(p({ tries: 6 }))
    expect(p({})).toBeGreaterThan(p({ edit_ok: false }))
    expect(p({ made_edits: false })).toBeLessThan(0.1)
    expect(labOutcome({})).toEqual({ id: null, p: 0.27 })
  })
  test("hindsight is never an input", () => {
    for (const preset of ["mettle", "evolver", "groove", "swarm", "nucleus"])
      expect(labOutcome({ ...run, touched_gold_file: true, resolved: true }, preset)).toEqual(
        labOutcome({ ...run, touched_gold_file: false, resolved: false }, preset),
      )
  })
  test("attempts after the first are retries, failing checks are errors", () => {
    expect(runEvidence({ ...run, tries: 4, tests_ok: false })).toMatchObject({
      retries: 3,
      errors: 1,
      test: false,
      edits: 1,
    })
  })
})
