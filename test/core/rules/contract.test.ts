// Every rule of the registry keeps the laws of rules.
import { describe, expect, it } from "vitest"
import { CHOICES } from "../../../src/core/rules/choices.ts"
import { preset, presetFingerprint } from "../../../src/core/rules/presets.ts"
import { RULES } from "../../../src/core/rules/registry.ts"
import { ruleContract } from "../../contracts/rule.ts"

describe("rules", () => {
  for (const rule of RULES) ruleContract(rule)

  it("[design 4] all seven presets resolve, and no two rules of one question share a name", () => {
    for (const name of Object.keys(CHOICES)) expect(preset(name).name).toBe(name)
    const names = RULES.map(r => `${r.question}/${r.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it("a changed parameter is another fingerprint", () => {
    const plain = preset("plain")
    expect(presetFingerprint(preset("plain", { slots: { perTopic: 2 } }))).not.toBe(presetFingerprint(plain))
    expect(presetFingerprint(preset("plain"))).toBe(presetFingerprint(plain))
    expect(() => preset("nonsense")).toThrow(/unknown preset/)
  })
})
