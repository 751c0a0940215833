// T-16: after every test the views of the stores it left are compared with a fold of the whole log. This entry sums up.
import { rebuildEquals } from "./memory-at.ts"
import type { Torture } from "./torture.ts"

const proven = { stores: 0, events: 0 }
const unequal: string[] = []

/** Called by the frame at the end of every test. */
export async function proveRebuild(of: string, stores: readonly string[]): Promise<readonly string[]> {
  const failures: string[] = []
  for (const dir of stores) {
    try {
      const { equal, events } = await rebuildEquals(dir)
      proven.stores++
      proven.events += events
      if (!equal) failures.push(`${of}: rebuilt views differ from live ones after ${events} events`)
    } catch (error) {
      failures.push(`${of}: the store it left cannot be opened: ${(error as Error).message}`)
    }
  }
  unequal.push(...failures)
  return failures
}

export const rebuild: Torture = {
  name: "T-16",
  title: "rebuild after each",
  method: "the whole log of every store that the tests above left is folded anew and compared, hash by hash",
  bar: "equal, every time",
  run: async () => ({ figures: { ...proven, unequal: unequal.length }, failures: [...unequal] }),
}
