// One made-up episode moves one card end to end, under every preset that learns: the proof that doctor runs, in CI.
import { describe, expect, it } from "vitest"
import { proveLoop } from "../../src/memory/measuring/proof.ts"
import { PRESETS } from "../../src/memory/past/replay.ts"

describe("loop liveness", () => {
  for (const preset of PRESETS.filter(name => name !== "plain"))
    it(`[L9, U-14] under ${preset} a card is worth more after a test that passed than after one that failed`, async () => {
      const { alive, steps, value } = await proveLoop(preset)
      expect(steps).toHaveLength(3)
      expect(alive, JSON.stringify(value)).toBe(true)
      expect(value!.passed).toBeGreaterThan(value!.failed)
    })
  it("[design 4] under plain nothing moves, and it says so", async () => {
    const { alive, steps, value } = await proveLoop("plain")
    expect(alive).toBe(false)
    expect(value).toEqual({ passed: 0, failed: 0 })
    expect(steps.at(-1)).toBe("its value is the same whatever the outcome")
  })
})
