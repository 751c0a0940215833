// 300 cycles of kill -9 under load, each after 0 to 60 ms of writing (security.md T-1). First argument: cycles.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { crashCycles } from "./crash.ts"

export async function run({
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), "mettle-kill-"))
  const seed = Number(args[1] ?? 20261115)
  const started = performance.now()
  try {
    const report = await crashCycles({
      cycles: Number(args[0] ?? 300),
      dir,
      seed,
      async until(child, cycle) {
        await new Promise<void>(resolve => child.stdout!.once("data", () => resolve()))
        await setTimeout((cycle * 37) % 61)
      },
    })
    const figures = { ...report, seed, seconds: Math.round((performance.now() - started) / 1000) }
    console.log("kill -9 under load, on disk; lost, changed, outOfOrder and corrupt must be 0")
    console.table(figures)
    return figures
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
