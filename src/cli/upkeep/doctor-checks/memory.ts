// What the memory itself says: faults of the last week, pauses, the clock, and whether the views follow the log.

import { WEEK } from "../../../core/time.ts"
import { wrongTimes } from "../../../memory/measuring/overview.ts"
import { type Context, isRecorded } from "../../context.ts"
import { ago } from "../../say.ts"
import { type Check, type Finding, fail, ok, warn } from "./finding.ts"

const AHEAD = 3_600_000

type Opened = Awaited<ReturnType<Context["memory"]>>
const onceRecorded = (look: (opened: Opened, context: Context) => Finding | Promise<Finding>): Check["look"] => {
  return async context => {
    if (!isRecorded(context)) return ok("nothing recorded yet")
    const opened = await context.memory({ readOnly: true })
    opened.memory.catchUp()
    return look(opened, context)
  }
}

export const faults: Check = {
  name: "faults",
  look: onceRecorded(async ({ memory }, context) => {
    const { overview } = await import("../../../memory/measuring/overview.ts")
    const seen = overview(memory, { scope: context.scope().id, since: context.now() - WEEK }).faults
    return seen.last === null
      ? ok("none in the last week")
      : warn(
          `${seen.count} in the last week, the last ${ago(seen.last.at, context.now())}: ${seen.last.where} ${seen.last.code}`,
          `mettle help ${seen.last.code}`,
        )
  }),
}

export const pauses: Check = {
  name: "pause",
  look: onceRecorded(async ({ memory }) => {
    const { standingPauses } = await import("../../../memory/acting/pause.ts")
    const standing = standingPauses(memory)
    return standing.length === 0 ? ok("not paused") : warn("recording is paused", "mettle pause off")
  }),
}

export const views: Check = {
  name: "views",
  look: onceRecorded(({ memory }) =>
    ok(
      `${memory.views.seq()} of ${memory.parts.log.head()} events folded, rules ${memory.preset.name} ${memory.fingerprint.slice(0, 8)}`,
    ),
  ),
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const clock: Check = {
  name: "clock",
  look: onceRecorded(({ memory }, context) => {
    const aside = wrongTimes(memory)
    if (aside !== null && aside.used > context.now() - WEEK)
      return warn(
        `events with a time that cannot be: ${aside.count}, the last is number ${aside.seq}, said ${day(aside.ts)}; ${day(aside.used)} is used instead`,
        "set this computer's clock; nothing is lost, and other sessions are not touched",
      )
    const last = memory.parts.log.read(Math.max(0, memory.parts.log.head() - 1), 1)[0]
    const lastAt = last && Number(last.data.recorded ?? last.ts)
    return lastAt !== undefined && lastAt > context.now() + AHEAD
      ? warn("the log holds events from the future", "set this computer's clock; order in the log is kept in any case")
      : ok(aside === null ? "agrees with the log" : `agrees with the log; ${aside.count} times set aside long ago`)
  }),
}

export const loop: Check = {
  name: "loop",
  look: async context => {
    const { proveLoop } = await import("../../../memory/measuring/liveness.ts")
    const config = context.config()
    const recorded = isRecorded(context)
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
  const { overview } = await import("../../../memory/measuring/overview.ts")
  const { memory } = await context.memory({ readOnly: true })
  memory.catchUp()
  return overview(memory, { scope: context.scope().id, since: context.now() }).moved.at
}
