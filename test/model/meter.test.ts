// The caps: nothing is asked beyond them, 0 allows none, days begin anew, and what failed counts as a whole.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openMeter, usageToday } from "../../src/model/meter.ts"

const PRICES = { inputPrice: 15, outputPrice: 75 }
const NOON = Date.UTC(2026, 0, 5, 12)
const CLOUD = { free: false, to: "https://api.example" }
const LOCAL = { free: true, to: "http://127.0.0.1:1" }
const meta = () => {
  const kept = new Map<string, string>()
  return { get: (key: string) => kept.get(key) ?? null, set: (key: string, value: string) => void kept.set(key, value) }
}

describe("the meter", () => {
  it("[D66] 0 tokens allow none; 0 dollars allow only what is free", () => {
    const none = openMeter(meta(), () => NOON, { tokens: 0, dollars: 100, ...PRICES })
    expect(() => none.allow({ input: 1, output: 0 }, LOCAL)).toThrow(/dailyTokens/)
    const kept = meta()
    const free = openMeter(kept, () => NOON, { tokens: 1000, dollars: 0, ...PRICES })
    expect(() => free.allow({ input: 1, output: 0 }, CLOUD)).toThrow(/dailyMoney/)
    expect(free.allow({ input: 1, output: 0 }, LOCAL)).toEqual({ left: 0, after: 0 })
    expect(usageToday(kept, NOON)).toMatchObject({ calls: 0, refused: 1 })
  })

  it("[D66] a price of nothing does not open a cap of nothing", () => {
    const meter = openMeter(meta(), () => NOON, { tokens: 1000, dollars: 0, inputPrice: 0, outputPrice: 0 })
    expect(() => meter.allow({ input: 1, output: 1 }, CLOUD)).toThrow(/dailyMoney/)
  })

  it("[D35] counts what was told, else by price; the next day begins anew; no bodies are kept", () => {
    const kept = meta()
    let now = NOON
    const meter = openMeter(kept, () => now, { tokens: 10_000, dollars: 1, ...PRICES })
    meter.spent({ input: 1000, output: 100 }, CLOUD, null)
    meter.spent({ input: 1000, output: 100 }, CLOUD, 0.5)
    expect(usageToday(kept, now)).toMatchObject({ calls: 2, tokens: 2200 })
    expect(usageToday(kept, now).dollars).toBeCloseTo(0.5225, 6)
    expect(usageToday(kept, now).log[0]).toEqual({ at: NOON, to: CLOUD.to, tokens: 1100 })
    now += 86_400_000
    expect(usageToday(kept, now)).toMatchObject({ calls: 0, tokens: 0, dollars: 0 })
  })

  it("[D66] whatever is asked, use that keeps to its estimate never passes a cap", () => {
    fc.assert(
      fc.property(
        fc.nat(20_000),
        fc.nat(200),
        fc.array(fc.record({ input: fc.nat(5000), output: fc.nat(2000), free: fc.boolean() }), { maxLength: 40 }),
        (tokens, cents, calls) => {
          const kept = meta()
          const caps = { tokens, dollars: cents / 100, ...PRICES }
          const meter = openMeter(kept, () => NOON, caps)
          for (const { free, ...guess } of calls) {
            const to = free ? LOCAL : CLOUD
            try {
              meter.allow(guess, to)
            } catch {
              continue
            }
            meter.spent(guess, to, null)
          }
          const used = usageToday(kept, NOON)
          expect(used.tokens).toBeLessThanOrEqual(tokens)
          expect(used.dollars).toBeLessThanOrEqual(caps.dollars + 1e-9)
        },
      ),
      { numRuns: 100 },
    )
  })
})
