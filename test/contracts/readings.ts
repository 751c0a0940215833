// The contract of Readings, run on every engine: what was put is there, all of it goes with any of its texts, room is bounded.
import { describe, expect, it } from "vitest"
import { hashId } from "../../src/core/ids.ts"
import type { ReadingRow, Readings } from "../../src/store/readings.ts"

export interface OpenReadings {
  readonly readings: Readings
  /** the same store, opened again where it can be */
  readonly again: () => Readings
  readonly close: () => void
}

const ref = (n: number): string => hashId("text", n)
const key = (n: number): string => hashId("key", n)
const row = (...refs: readonly number[]): ReadingRow => ({
  refs: refs.map(ref),
  said: { "one@1": { of: refs, deep: [null, "ä\u0000b", 0.1] }, "two@3": [] },
})

export function readingsContract(name: string, open: (most?: number) => OpenReadings): void {
  describe(`${name} keeps readings`, () => {
    it("has nothing of what nobody read", () => {
      const { readings, close } = open()
      expect(readings.get(key(1))).toBeUndefined()
      expect(readings.erase(new Set([ref(1)]))).toBe(0)
      close()
    })

    it("gives back what was put, the last of it, also to who comes later", () => {
      const { readings, again, close } = open()
      readings.put(new Map([[key(1), row(1)]]))
      readings.put(
        new Map([
          [key(1), row(1, 2)],
          [key(2), row(3)],
        ]),
      )
      for (const store of [readings, again()]) {
        expect(store.get(key(1))).toEqual(row(1, 2).said)
        expect(store.get(key(2))).toEqual(row(3).said)
      }
      close()
    })

    it("[L4] lets go whatever rests on a text that went, and nothing else", () => {
      const { readings, again, close } = open()
      readings.put(new Map([1, 2, 3, 4].map(n => [key(n), row(n, n + 1)])))
      expect(readings.erase(new Set([ref(2), ref(9)]))).toBe(2)
      const store = again()
      expect([1, 2, 3, 4].map(n => store.get(key(n)) !== undefined)).toEqual([false, false, true, true])
      close()
    })

    it("writes nothing for somebody who learns, with everybody else locked out, that a text went meanwhile", () => {
      const { readings, close } = open()
      readings.put(new Map([[key(1), row(1)]]), () => false)
      expect(readings.get(key(1))).toBeUndefined()
      close()
    })

    it("keeps no more than it may", () => {
      const { readings, close } = open(20)
      const all = Array.from({ length: 4000 }, (_, n) => n)
      for (let round = 0; round < 8; round++) {
        readings.put(new Map(all.slice(round * 500, round * 500 + 500).map(n => [key(n), row(n)])))
        readings.tidy()
      }
      const kept = all.filter(n => readings.get(key(n)) !== undefined).length
      expect(kept).toBeGreaterThan(0)
      expect(kept).toBeLessThan(1500)
      close()
    })
  })
}
