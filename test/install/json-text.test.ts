// Changing somebody's JSON as text: what we put in comes out again, and everything else stays byte for byte.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { appendTo, putAt, readJsonText, removeFrom } from "../../src/install/json-text.ts"

const OURS = { hooks: [{ type: "command", command: "'/x/mettle-hook' hook claude-code", timeout: 5 }] }
const isOurs = (value: unknown) => JSON.stringify(value) === JSON.stringify(OURS)

describe("json as text", () => {
  it("[security 17] puts an entry into any settings and keeps every other value", () => {
    const settings = fc.record({
      model: fc.string(),
      env: fc.dictionary(fc.string(), fc.string()),
      hooks: fc.dictionary(fc.constantFrom("Stop", "PreToolUse"), fc.array(fc.jsonValue({ maxDepth: 3 }))),
    })
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 0, 2, 4, "\t"), (made, indent) => {
        const text = JSON.stringify(made, null, indent)
        const changed = appendTo(text, ["hooks", "Stop"], OURS)
        const expected = JSON.parse(text)
        expected.hooks.Stop = [...(expected.hooks.Stop ?? []), OURS]
        expect(JSON.parse(changed)).toEqual(expected)
        expect(appendTo(changed, ["hooks", "Stop"], OURS).length).toBeGreaterThan(changed.length)
      }),
      { numRuns: 200 },
    )
  })
  it("keeps comments, tabs, line ends, trailing commas and order", () => {
    const text = '{\r\n\t// mine\r\n\t"b": 1, /* two */\r\n\t"hooks": {\r\n\t\t"Stop": [],\r\n\t},\r\n}\r\n'
    const changed = appendTo(text, ["hooks", "Stop"], OURS)
    expect(changed).toContain('// mine\r\n\t"b": 1, /* two */')
    expect(changed.replaceAll("\r\n", "")).not.toContain("\n")
    expect(readJsonText(changed)).toEqual({ b: 1, hooks: { Stop: [OURS] } })
    expect(readJsonText(appendTo(changed, ["hooks", "PreToolUse"], OURS))).toEqual({
      b: 1,
      hooks: { Stop: [OURS], PreToolUse: [OURS] },
    })
  })
  it("takes out only what is ours, and what is empty after it", () => {
    const text = '{\n  "a": 1,\n  "hooks": {\n    "Stop": [\n      { "hooks": [] }\n    ]\n  }\n}\n'
    const changed = appendTo(appendTo(text, ["hooks", "Stop"], OURS), ["hooks", "PreToolUse"], OURS)
    const back = removeFrom(removeFrom(changed, ["hooks", "Stop"], isOurs), ["hooks", "PreToolUse"], isOurs)
    expect(back).toBe(text)
    const alone = appendTo("{}\n", ["hooks", "Stop"], OURS)
    expect(readJsonText(removeFrom(alone, ["hooks", "Stop"], isOurs))).toEqual({})
  })
  it("adds a property once, and says where a file is no JSON", () => {
    expect(JSON.parse(putAt('{"a":1}', ["version"], 1))).toEqual({ a: 1, version: 1 })
    expect(putAt('{"version":2}', ["version"], 1)).toBe('{"version":2}')
    expect(() => appendTo('{"a": }', ["hooks"], OURS)).toThrow("not JSON at line 1, column 7")
    expect(() => appendTo("[1]", ["hooks"], OURS)).toThrow("not an object")
    expect(() => appendTo('{"hooks": "x"}', ["hooks", "Stop"], OURS)).toThrow("hooks is not an object")
  })
})
