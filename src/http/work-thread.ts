// The thread in which words are forgotten: it opens the memory for itself, does the one act, answers, and ends. An entry of its own
// in the build; started by long-work.ts.
import { randomBytes } from "node:crypto"
import { tmpdir } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import type { Config } from "../config.ts"
import { MettleError } from "../core/errors.ts"
import { openMemoryAt } from "../open.ts"
import { resolvePaths, runDir } from "../paths.ts"
import { forgetAct } from "./acts.ts"
import type { WorkOrder, WorkWord } from "./long-work.ts"
import type { ForgetAsked } from "./schemas.ts"

const say = (word: WorkWord): void => parentPort!.postMessage(word)

async function work({ body, values, off, ...desk }: WorkOrder): Promise<void> {
  const config: Config = { values, get: key => values[key], explain: () => [], notices: [], problems: [], off }
  const paths = resolvePaths(process.env)
  const folders = { state: paths.state, config: paths.config, run: runDir(paths, process.env), temp: tmpdir() }
  const parts = { dir: desk.dataDir, config, now: Date.now, random: randomBytes, home: folders }
  const { memory, store } = openMemoryAt(parts)
  const before = memory.parts.log.head()
  try {
    const asked = { params: {}, query: new URLSearchParams(), body: body as ForgetAsked }
    const answer = await forgetAct(
      { ...desk, memory, config, heard: () => true, feed: { readers: 0, dropped: 0 } },
      asked,
    )
    say({ answer, changed: memory.parts.log.head() !== before })
  } finally {
    await memory.close()
    await store.close()
  }
}

work(workerData as WorkOrder).catch((thrown: unknown) => {
  if (!(thrown instanceof MettleError)) throw thrown
  const { code, message, still, hint } = thrown
  say({ code, message, told: { ...(still ? { still } : {}), ...(hint ? { hint } : {}) } })
})
