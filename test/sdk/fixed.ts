// A clock that is moved by hand and bytes that are the same in every run, for memories in RAM.
import type { MemoryOptions } from "../../src/index.ts"
import { dice } from "../../src/memory/without-disk.ts"

const MINUTE = 60_000

/** A fixed start, a step per look, and bytes that are the same in every run. */
export function fixed(options: MemoryOptions = {}) {
  let now = Date.UTC(2026, 0, 5, 9)
  return {
    later: (minutes: number) => {
      now += minutes * MINUTE
    },
    options: {
      store: "memory" as const,
      clock: () => now,
      rng: dice(),
      ...options,
    },
  }
}
