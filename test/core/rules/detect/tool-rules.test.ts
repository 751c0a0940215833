// The detect rules about calls; the seeds' own rules with their words. [S0-39] [S0-40] [S4-40]
import { describe, expect, test } from "vitest"
import type { Moment } from "../../../../src/core/questions/happened.ts"
import { gitOperation, toolResult } from "../../../../src/core/rules/detect/calls.ts"
import { refusal } from "../../../../src/core/rules/detect/refusal.ts"
import { evolverToolWords } from "../../../../src/core/rules/evolver/evolver.ts"
import { grooveCounters } from "../../../../src/core/rules/groove/figures.ts"
import { nucleusAnchored } from "../../../../src/core/rules/nucleus/nucleus.ts"
import { RULES } from "../../../../src/core/rules/registry.ts"
import { alone, type Rule } from "../../../../src/core/rules/rule.ts"
import { swarmSignals } from "../../../../src/core/rules/swarm/swarm.ts"
import { call } from "../../calls/moment.ts"

const readings = (rule: Rule<"detect">, moment: Moment) => rule.decide(alone(), moment, rule.params).answer
const types = (rule: Rule<"detect">, moment: Moment) => readings(rule, moment).map(r => r.type)
test("tool-result carries ok, kind, salient, fingerprint and error type, and no text", () => {
  const [reading] = readings(
    toolResult,
    call({ command: "npm test | tail", stdout: "Tests:  1 failed, 2 total SECRET" }),
  )
  expect(reading).toMatchObject({
    signal: "tool",
    type: "fail",
    polarity: -0.6,
    confidence: 0.85,
    facts: { ok: false, kind: "hidden", salient: "test" },
  })
  expect(JSON.stringify(reading)).not.toContain("SECRET")
  expect(readings(toolResult, call({ command: "ls", exitCode: 0 }))[0]).toMatchObject({
    type: "ok",
    polarity: 0.2,
    confidence: 0.98,
  })
  expect(readings(toolResult, call({ command: "ls", text: "x" }))[0]).toMatchObject({
    type: "unknown",
    polarity: 0,
    confidence: 0,
  })
  expect(types(toolResult, call({ rejected: true }))).toEqual(["rejected"])
})

test("a refused call is the user's word, a stopped one an interrupt, a dropped one neither", () => {
  expect(readings(refusal, call({ rejected: true }))[0]).toMatchObject({ signal: "refusal", polarity: -0.4 })
  expect(readings(refusal, call({ text: "[Request interrupted by user for tool use]" }))[0]).toMatchObject({
    signal: "interrupt",
  })
  expect(readings(refusal, call({ text: "<tool_use_error>Sibling tool call errored</tool_use_error>" }))).toEqual([])
  expect(readings(refusal, call({ command: "ls", exitCode: 1 }))).toEqual([])
})

describe("git-operation [S2-21]", () => {
  test.each([
    ["git add . && git commit -m 'x; git push'", ["commit"]],
    ["git -C sub commit --amend --no-edit && git push --force", ["amend", "push"]],
    ["git revert HEAD", ["revert"]],
    ["git checkout -- a.ts", ["discard"]],
    ["git checkout -b new", []],
    ["git restore --staged a", []],
    ["git merge --abort", []],
    ["gh pr merge 3 --squash", ["merge"]],
    ["git push --dry-run", []],
    ["echo git commit", []],
  ])("%s", (command, expected) => {
    expect(types(gitOperation, call({ command, exitCode: 0, text: "" }))).toEqual(expected)
  })
  test("a failing or refused command changed nothing", () => {
    expect(types(gitOperation, call({ command: "git push", exitCode: 1, text: "" }))).toEqual([])
    expect(types(gitOperation, call({ command: "git push", rejected: true }))).toEqual([])
  })
})

describe("evolver-tool-words as written", () => {
  test.each([["an Error here"], ["FAILED"], ["some exception"], ["Permission denied"]])("[S0-39] %s fails", text => {
    expect(types(evolverToolWords, call({ tool: "Read", text }))).toEqual(["fail"])
  })
  test("[S0-40] only a shell reads the exit mark, and only digits 1-9", () => {
    expect(types(evolverToolWords, call({ text: "Exit code: 1" }))).toEqual(["fail"])
    expect(types(evolverToolWords, call({ tool: "Read", text: "exit code: 1" }))).toEqual(["ok"])
    expect(types(evolverToolWords, call({ text: "exit code: 0" }))).toEqual(["ok"])
    expect(types(evolverToolWords, call({ text: "exit code: 0, then exit code: 2" }))).toEqual(["fail"])
  })
  test("[C0-13] its mistakes are kept", () => {
    for (const text of ["0 errors", "0 failed", "src/errors.ts"])
      expect(types(evolverToolWords, call({ text }))).toEqual(["fail"])
    for (const text of ["Exit code 1", "fatal: not a git repository", "Segmentation fault"])
      expect(types(evolverToolWords, call({ text }))).toEqual(["ok"])
  })
})

test("[S3-05] swarm-signals: structural results only", () => {
  expect(types(swarmSignals, call({ text: "error" }))).toEqual(["unknown"])
  expect(types(swarmSignals, call({ exitCode: 1 }))).toEqual(["fail"])
})

test("[S4-40] [S4-41] nucleus-anchored: any exit 0 wins, tests failed, exception or revert lose", () => {
  expect(readings(nucleusAnchored, call({ command: "ls", exitCode: 0, text: "a" }))[0]!.facts).toEqual({
    ok: true,
    outcome: "tool_success",
  })
  // said by the exit code alone, without a word of output
  expect(readings(nucleusAnchored, call({ command: "true", exitCode: 0 }))[0]!.facts).toMatchObject({ ok: true })
  expect(readings(nucleusAnchored, call({ command: "false", exitCode: 1 }))[0]!.facts).toMatchObject({ ok: false })
  expect(types(nucleusAnchored, call({ text: "3 tests failed" }))).toEqual(["fail"])
  expect(types(nucleusAnchored, call({ command: "git revert HEAD", exitCode: 0 }))).toEqual(["fail"])
  expect(types(nucleusAnchored, call({}))).toEqual(["unknown"])
})

test("[S2-16] groove-counters counts failures by the words of the output", () => {
  expect(types(grooveCounters, call({ text: "fatal: x" }))).toEqual(["fail"])
  expect(types(grooveCounters, call({ text: "fine" }))).toEqual(["ok"])
})

test("every rule answers moments that are not its own with nothing, and always with a reason", () => {
  const moments: Moment[] = [
    call({}),
    {
      what: "prompt",
      index: 0,
      text: "hi",
      prev: null,
      agentTail: null,
      tools: [],
      nTools: 0,
      interrupted: false,
      author: "user",
      interactive: true,
    },
  ]
  for (const rule of RULES.filter((r): r is Rule<"detect"> => r.question === "detect"))
    for (const moment of moments) {
      const decision = rule.decide(alone(), Object.freeze(moment), rule.params)
      expect(decision.because).not.toBe("")
      for (const r of decision.answer) {
        expect(r.polarity >= -1 && r.polarity <= 1 && r.confidence >= 0 && r.confidence <= 1).toBe(true)
        expect(r.because).not.toBe("")
      }
      if (rule.hears !== undefined && rule.hears !== moment.what) expect(decision.answer).toEqual([])
    }
})
