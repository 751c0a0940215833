// Loop liveness: a made-up episode in RAM must move one card end to end with the rules in use.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { ago } from "../time.ts"
import { type Check, fail, ok } from "./finding.ts"

export const loop: Check = {
  name: "loop",
  look: async context => {
    const { proveLoop } = await import("../../memory/liveness.ts")
    const config = context.config()
    const recorded = existsSync(join(context.paths().data, "log.db"))
    // The one in use: an adopted preset goes before the setting.
    const preset = recorded ? (await context.memory({ readOnly: true })).memory.preset.name : config.get("preset")
    if (!config.get("judge.enabled")) return ok("judging is switched off (judge.enabled): nothing is learned")
    // Retrieval without learning is a choice, not a fault.
    if (preset === "plain") return ok("the preset plain shows cards and learns nothing from outcomes")
    const { alive, steps } = await proveLoop(preset)
    if (!alive)
      return fail(
        `a made-up episode moves no card: ${steps.at(-1)}`,
        "mettle config set preset mettle; and please report it",
      )
    const real = recorded ? await lastMoved(context) : null
    const rules = preset === "mettle" ? "" : ` under ${preset}`
    return ok(
      `a made-up episode moved a card${rules}; for real: ${real === null ? "never yet" : ago(real, context.now())}`,
    )
  },
}

async function lastMoved(context: Parameters<Check["look"]>[0]): Promise<number | null> {
  const { overview } = await import("../../memory/overview.ts")
  const { memory } = await context.memory({ readOnly: true })
  memory.catchUp()
  return overview(memory, { scope: context.scope().id, since: context.now() }).moved.at
}
