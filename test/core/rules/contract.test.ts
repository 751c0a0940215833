// Every rule of the registry keeps the laws of rules.
import { describe, expect, it } from "vitest"
import { CHOICES, preset, presetFingerprint, RULES, SCRIBES } from "../../../src/core/rules/registry.ts"
import { alone } from "../../../src/core/rules/rule.ts"
import { memoryRows } from "../../../src/core/views/rows.ts"
import { table } from "../../../src/core/views/table.ts"
import { guarded, ruleContract, scribeContract } from "../../contracts/rule.ts"

describe("rules", () => {
  for (const rule of RULES) ruleContract(rule)
  for (const scribe of Object.values(SCRIBES)) scribeContract(scribe)

  it("[design 4] all seven presets resolve, and no two rules of one question share a name", () => {
    for (const name of Object.keys(CHOICES)) {
      expect(preset(name).name).toBe(name)
      const { detect: _, stage: _stage, alarm: _alarm, ...single } = preset(name).rules
      expect(Object.values(single).filter(rules => rules.length !== 1)).toEqual([])
    }
    const names = RULES.map(r => `${r.question}/${r.name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(
      Object.entries(SCRIBES).filter(([name, scribe]) => name !== scribe.name || RULES.some(r => r.name === name)),
    ).toEqual([])
  })

  it("a changed parameter is another fingerprint", () => {
    const plain = preset("plain")
    expect(presetFingerprint(preset("plain", { slots: { perTopic: 2 } }))).not.toBe(presetFingerprint(plain))
    expect(presetFingerprint(preset("plain"))).toBe(presetFingerprint(plain))
    expect(() => preset("nonsense")).toThrow(/unknown preset/)
  })

  it("what replaces a parameter has its shape, and a parameter nobody has is refused", () => {
    expect(() => preset("plain", { slots: { perTopc: 2 } })).toThrow(/slots has no param "perTopc"/)
    expect(() => preset("plain", { slots: { perTopic: "two" } })).toThrow(/another shape/)
    expect(() => preset("mettle", { "anchored-novel-budgeted": { caps: { norm: 3 } } })).toThrow(/another shape/)
    expect(preset("mettle", { "user-phrases": { patterns: [{ id: "x" }] } }).name).toBe("mettle")
  })

  it("a step that writes a table it does not own is caught, and so is a look it did not declare", () => {
    const [mine, theirs] = [table<number>("mine", "card"), table<number>("theirs", "card")]
    const own = alone(guarded({ name: "planted", tables: [mine], reads: [] }, memoryRows()))
    mine.set(own.rows, "c", 1)
    expect(mine.get(own.rows, "c")).toBe(1)
    expect(() => theirs.set(own.rows, "c", 1)).toThrow(/did not declare theirs/)
    expect(() => theirs.get(own.rows, "c")).toThrow(/did not declare theirs/)
  })
})
