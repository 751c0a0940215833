// Every failure of a past that had been solved before, and whether its own output named the way out: for the benches that ask how many
// of them `check` would have answered.
import type { Memory } from "../src/memory/memory.ts"
import { pastCalls } from "../src/memory/past/hindsight.ts"
import { comesBack } from "../src/memory/past/look.ts"

export const repeatedCalls = (memory: Memory) =>
  comesBack(memory, pastCalls(memory)).flatMap(({ again }) =>
    again.map(({ attempt: { episode, call, output, path }, found }) => ({
      id: `${episode}/${call}`,
      saysItself: found !== null && (output ?? "").replaceAll(path ?? "", "").includes(found),
    })),
  )
