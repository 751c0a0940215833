// The thread in which long work is done: it opens the memory for itself, answers one route, tells how far it is, and ends. An
// entry of its own in the build; started by long-work.ts.
import { randomBytes } from "node:crypto"
import { tmpdir } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import type { Config } from "../config.ts"
import { MettleError } from "../core/errors.ts"
import { openMemoryAt } from "../open.ts"
import { resolvePaths, runDir } from "../paths.ts"
import type { Desk } from "./desk.ts"
import type { WorkOrder, WorkWord } from "./long-work.ts"
import { ROUTES } from "./routes.ts"

/** A page that looks for progress looks a few times a second. */
const TELL_MS = 100

const say = (word: WorkWord): void => parentPort!.postMessage(word)

async function work({ desk: given, method, path, params, query, body }: WorkOrder): Promise<void> {
  const { values, off, dataDir } = given
  const config: Config = { values, get: key => values[key], explain: () => [], notices: [], problems: [], off }
  const paths = resolvePaths(process.env)
  const folders = { state: paths.state, config: paths.config, run: runDir(paths, process.env), temp: tmpdir() }
  let told = 0
  const progress = (done: number, total: number): void => {
    if (Date.now() - told < TELL_MS && done < total) return
    told = Date.now()
    say({ say: "progress", done, total })
  }
  const { memory, store } = openMemoryAt({ dir: dataDir, config, now: Date.now, random: randomBytes, home: folders })
  const before = memory.parts.log.head()
  const desk: Desk = {
    ...given,
    ...{ memory, config, feed: { readers: 0, dropped: 0 }, work: [], progress },
  }
  try {
    const route = ROUTES.find(one => one.method === method && one.path === path)!
    const answer = await route.run(desk, { params, query: new URLSearchParams(query), body })
    say({ say: "answer", answer, changed: memory.parts.log.head() !== before })
  } finally {
    await memory.close()
    await store.close()
  }
}

work(workerData as WorkOrder).catch((thrown: unknown) => {
  if (!(thrown instanceof MettleError)) throw thrown
  const { code, message, still, hint } = thrown
  say({ say: "failed", code, message, told: { ...(still ? { still } : {}), ...(hint ? { hint } : {}) } })
})
