// Loop liveness: one made-up episode moves one card end to end, through the real fold, under every preset that learns; and
// under the one that does not, it must not. The same proof runs in `mettle doctor` and in the tests.

import { proveLoop } from "../src/memory/measuring/proof.ts"
import { PRESETS } from "../src/memory/past/replay.ts"
import type { BenchArgs, Figures } from "./main.ts"

export async function run({ json }: BenchArgs): Promise<Figures> {
  const figures: Record<string, unknown> = {}
  if (!json) console.log("preset     alive  value if it passed / failed  how far the episode came")
  for (const preset of PRESETS) {
    const { alive, steps, value } = await proveLoop(preset)
    figures[preset] = { alive, value, steps }
    if (!json)
      console.log(
        `${preset.padEnd(10)} ${alive ? "yes  " : "no   "}  ${`${value?.passed.toFixed(3) ?? "none"} / ${value?.failed.toFixed(3) ?? "none"}`.padEnd(27)}  ${steps.join("; ")}`,
      )
  }
  return figures
}
