// 300 cycles of kill -9 under load, each after 0 to 60 ms of writing, and a tenth as many with two writers at once
// (security.md T-1). First argument: cycles.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { type CrashOptions, crashCycles } from "./crash.ts"

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
    const cycles = Number(args[0] ?? 300)
    const until: CrashOptions["until"] = async (child, cycle) => {
      await new Promise<void>(resolve => child.stdout!.once("data", () => resolve()))
      await setTimeout((cycle * 37) % 61)
    }
    const one = await crashCycles({ cycles, dir: join(dir, "one"), seed, until })
    const two = await crashCycles({ cycles: Math.ceil(cycles / 10), dir: join(dir, "two"), seed, until, writers: 2 })
    console.log("kill -9 under load, on disk; lost, changed, outOfOrder and corrupt must be 0")
    console.table({ "one writer": one, "two at once": two })
    return { one, two, seed, seconds: Math.round((performance.now() - started) / 1000) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
