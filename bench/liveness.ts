// Loop liveness: one made-up episode moves one card end to end, through the real fold, under every preset that learns; and
// under the one that does not, it must not. The same proof runs in `mettle doctor` and in the tests.
import { PRESETS } from "../src/memory/replay.ts"
import { proveLoop } from "../src/memory/liveness.ts"
import type { BenchArgs, Figures } from "./main.ts"

export async function run({ json }: BenchArgs): Promise<Figures> {
  const figures: Record<string, unknown> = {}
  if (!json) console.log("preset     alive  how far the episode came")
  for (const preset of PRESETS) {
    const { alive, steps } = await proveLoop(preset)
    figures[preset] = { alive, steps }
    if (!json) console.log(`${preset.padEnd(10)} ${alive ? "yes  " : "no   "}  ${steps.join("; ")}`)
  }
  return figures
}
