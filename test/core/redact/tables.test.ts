// The tables of secrets: what is no line of one is refused, and a line is all that a new vendor or command needs.
import { describe, expect, it } from "vitest"
import { commandRulesOf, markedRules, openedRules } from "../../../src/core/redact/command-scan.ts"
import { allFormats, formatsOf } from "../../../src/core/redact/formats.ts"
import { redact } from "../../../src/core/redact/redact.ts"

describe("the tables of secrets", () => {
  it("refuse a vendor without a beginning, a body or a name", () => {
    for (const broken of ["acme-key /[a-z]{20,}/", "acme-key ac_ [a-z]{20,}", "Acme ac_ /[a-z]{20,}/", "ac a /x/"])
      expect(() => formatsOf(broken), broken).toThrow(/no format/)
    expect(() => formatsOf("acme-key ac_ /[a-z/")[0]!.body()).toThrow()
    expect(formatsOf("# shops\nacme-key ac_ acme_ /[a-z/]{20,}/ dense")).toMatchObject([
      { kind: "acme-key", starts: ["ac_", "acme_"], dense: true },
    ])
    expect(formatsOf("acme-key ac_ /[a-z/]{20,}/")[0]!.body()).toEqual(/[a-z/]{20,}/y)
  })
  it("hold expressions alone, each of which can be compiled", () => {
    for (const { body } of allFormats) expect(body().sticky).toBe(true)
    for (const [, { pattern }] of openedRules) expect(pattern().sticky).toBe(true)
    for (const [, { pattern }] of markedRules) expect(pattern().global).toBe(true)
  })
  it("refuse a command without a kind, a trust or an expression", () => {
    for (const broken of [
      "acme => password /x/y",
      "acme => luck sure /x/y",
      "acme password sure /x/y",
      "a => secret sure x",
    ])
      expect(() => commandRulesOf(broken), broken).toThrow(/no rule of a command/)
    expect(commandRulesOf("acme => password sure /acme -p /y until @")).toMatchObject([
      ["acme", { kind: "password", cls: "password", trust: "sure", until: "@" }],
    ])
  })
  it("name the vendor of a token that a blank parts from its beginning", () => {
    const token = "00Qcb7jXmP2vLs9TkHd4RzWyEfUgN1oB3aV5iC6xK8"
    expect(redact(`Authorization: SSWS ${token}`).kinds).toEqual(["okta-token"])
  })
})
