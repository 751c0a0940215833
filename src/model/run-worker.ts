// One worker from settings to its end: who is asked, the meter, the lock. Answers null when there is nothing it may do.
import type { Config } from "../config.ts"
import type { Memory } from "../memory/memory.ts"
import { analysisDue, samplingOf } from "../memory/tending/analysis-due.ts"
import { processLock } from "../store/process-lock.ts"
import { backendOver, type Completer } from "./backend.ts"
import { capsOf, openMeter } from "./meter.ts"
import { workerBarred } from "./start-worker.ts"
import { type Worked, work } from "./worker.ts"

interface RunWorker {
  readonly memory: Memory
  readonly config: Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stateDir: string
  readonly signal?: AbortSignal
}
export type Ran = { readonly ran: true; readonly worked: Worked } | { readonly ran: false; readonly why: string }

export async function runWorker({ memory, config, env, stateDir, signal }: RunWorker): Promise<Ran> {
  const why = workerBarred({ config, env })
  if (why !== null) return { ran: false, why }
  const lock = processLock(stateDir, "model")
  if (!lock) return { ran: false, why: "another worker is at it" }
  try {
    const sampling = samplingOf(config)
    if (analysisDue(memory, sampling).episodes.length === 0)
      return { ran: true, worked: { episodes: 0, proposed: 0, summaries: 0, stopped: null } }
    const completer = await chosenCompleter(config, env, stateDir)
    const meter = openMeter(memory.parts.meta, memory.parts.now, capsOf(config))
    try {
      return { ran: true, worked: await work(memory, backendOver(completer, meter, signal), sampling, signal) }
    } finally {
      completer.close?.()
    }
  } finally {
    lock.release()
  }
}

/** The model that the user's settings name: the one place where settings become a Completer. */
async function chosenCompleter(config: Config, env: RunWorker["env"], stateDir: string): Promise<Completer> {
  const vendor = config.get("model.backend")
  const model = config.get("model.name")
  // "none" was turned away before (workerBarred).
  if (vendor === "client" || vendor === "none") {
    const { clientCompleter } = await import("./client.ts")
    return clientCompleter({ program: config.get("model.client"), model, stateDir, env })
  }
  const { sdkCompleter } = await import("./sdk.ts")
  return sdkCompleter({ vendor, url: config.get("model.url"), model, env })
}
