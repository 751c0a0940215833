// One worker from settings to its end: who is asked, the meter, the lock. Answers null when there is nothing it may do.
import type { Config } from "../config.ts"
import type { Memory } from "../memory/memory.ts"
import { processLock } from "../store/process-lock.ts"
import { backendOver } from "./backend.ts"
import { chosenCompleter } from "./choose.ts"
import { capsOf, openMeter } from "./meter.ts"
import { queueOf, type Worked, work } from "./worker.ts"

export interface RunWorker {
  readonly memory: Memory
  readonly config: Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stateDir: string
  readonly signal?: AbortSignal
}
export type Ran = { readonly ran: true; readonly worked: Worked } | { readonly ran: false; readonly why: string }

export const samplingOf = (config: Config) => ({
  rate: config.get("sampling.rate"),
  burnIn: config.get("sampling.burnInEpisodes"),
})

/** Why no worker may run here; null when one may. */
export const workerBarred = ({ config, env }: Pick<RunWorker, "config" | "env">): string | null =>
  config.get("model.backend") === "none"
    ? "no model is switched on (model.backend is none)"
    : env.METTLE_INTERNAL
      ? "this runs inside a program that mettle started"
      : null

export async function runWorker({ memory, config, env, stateDir, signal }: RunWorker): Promise<Ran> {
  const why = workerBarred({ config, env })
  if (why !== null) return { ran: false, why }
  const lock = processLock(stateDir, "model")
  if (!lock) return { ran: false, why: "another worker is at it" }
  try {
    const sampling = samplingOf(config)
    if (queueOf(memory, sampling).length === 0)
      return { ran: true, worked: { episodes: 0, proposed: 0, summaries: 0, stopped: null } }
    const completer = (await chosenCompleter(config, { env, stateDir }))!
    const meter = openMeter(memory.parts.meta, memory.parts.now, capsOf(config))
    return { ran: true, worked: await work(memory, backendOver(completer, meter, signal), sampling, signal) }
  } finally {
    lock.release()
  }
}
