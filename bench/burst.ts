// Twenty sessions that send faster than anybody works, through the resident: the flood of torture T-12 as a bench, in which the machine's own
// limit (a bare Node server under the same flood) stands beside ours. `npm run build` first: it runs the built hook.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { burst } from "../torture/t12-burst.ts"
import type { BenchArgs, Figures } from "./main.ts"

export async function run({ json }: BenchArgs): Promise<Figures> {
  const dir = mkdtempSync(join(tmpdir(), "mettle-bench-"))
  try {
    const { figures, failures } = await burst.run({ size: "pr", seed: 1, dir, ram: dir, say: () => {} })
    if (failures.length > 0) throw new Error(failures.join("\n"))
    if (!json) {
      console.log(`${burst.method}\nbars: ≥ 8,000 acknowledged a second, ack p99 ≤ 40 ms`)
      console.table(figures)
    }
    return figures
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}
