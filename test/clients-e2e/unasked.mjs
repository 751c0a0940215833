// A model that was switched on in the settings is asked about a session that ended without anybody running a command: the
// client's own hooks start a resident, the resident the worker, the worker the real program. Only claude.
import { mkdirSync, symlinkSync } from "node:fs"
import { delimiter, join } from "node:path"
import { check } from "./check.mjs"
import { endResidents, mettle, readLog } from "./sandbox.mjs"
import { normal, play } from "./scenes.mjs"

const WAIT_MS = 120_000
/** Long enough to be worth a question. */
const WISH = `play:twice bring the small project in order once more: ${"look at every file and say what it is for, ".repeat(6)}then stop`

export async function unasked(run) {
  const { client, sandbox, env, program, requests } = run
  if (client.name !== "claude-code") return []
  const bin = join(sandbox.place, "unasked-bin")
  mkdirSync(bin)
  symlinkSync(program[0], join(bin, "claude"))
  const settings = { "model.backend": "client", "model.dailyTokens": "1000000", "model.dailyMoney": "5" }
  const analysed = () => readLog(sandbox).filter(({ type }) => type === "episode.analysed").length
  // One that runs already knows nothing of the log-in.
  endResidents(sandbox.place)
  const before = analysed()
  for (const [name, value] of Object.entries(settings)) mettle(sandbox, "config", "set", name, value)
  const path = { PATH: `${bin}${delimiter}${sandbox.env.PATH}` }
  const { done } = await play({ ...run, env: { ...env, ...path } }, WISH)
  const heard = requests.length
  for (const limit = Date.now() + WAIT_MS; analysed() === before && Date.now() < limit; )
    await new Promise(again => setTimeout(again, 500))
  const after = analysed()
  for (const name of Object.keys(settings)) mettle(sandbox, "config", "unset", name)
  const sent = requests.slice(heard).filter(({ script }) => script === null)
  return [
    normal(done, "finished, model switched on"),
    check("[S2-67, D66] the worker ran by itself", after > before, `${after - before} episodes read`),
    check("it asked the program, without tools", sent.length > 0, `${sent.length} requests`),
  ]
}
