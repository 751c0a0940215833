// The child of bench/crash.ts: appends as fast as it can and prints every acknowledgement, until it is killed.
import { writeSync } from "node:fs"
import { openStore } from "../src/store/store.ts"
import { idAt, textAt } from "./crash-plan.ts"

const [dir, run, seed] = process.argv.slice(2) as [string, string, string]
const store = openStore({ dir, groupMs: 1, pollMs: 0 })
let state = Number(seed) >>> 0
const below = (n: number): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state % n
}
writeSync(1, "ready\n")
for (let n = 0; ; ) {
  const batch = Array.from({ length: 1 + below(12) }, () => {
    const text = store.blobs.put(textAt(run, n))
    return {
      id: idAt(run, n),
      type: "bench.written",
      v: 1,
      ts: 1_700_000_000_000 + n,
      episode: idAt(run, -1),
      scope: null,
      data: { n: n++, text },
    }
  })
  const { seqs } = await store.log.append(batch)
  writeSync(1, seqs.map((seq, i) => `${seq} ${n - batch.length + i}\n`).join(""))
  if (below(20) === 0) store.compact({ least: 0 })
}
