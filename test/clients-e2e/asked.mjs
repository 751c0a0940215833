// The model worker through the real program: it is asked about what was recorded, without tools, and its own hooks reach
// nobody. Only claude; the others are asked in test/model with a stand-in.
import { mkdirSync, symlinkSync } from "node:fs"
import { delimiter, join } from "node:path"
import { check } from "./check.mjs"
import { mettleJson, start } from "./sandbox.mjs"

export async function asked({ client, sandbox, env, program, requests }) {
  if (client.name !== "claude-code") return []
  const bin = join(sandbox.place, "asked-bin")
  mkdirSync(bin)
  symlinkSync(program[0], join(bin, "claude"))
  const events = () => mettleJson(sandbox, "status").known.events
  const [before, heard] = [events(), requests.length]
  const words = [join(sandbox.mettlePackage, "bin", "mettle"), "settle", "--model", "--json"]
  const ran = await start(sandbox, [process.execPath, ...words], {
    env: {
      ...env,
      PATH: `${bin}${delimiter}${sandbox.env.PATH}`,
      METTLE_HOME: sandbox.mettleHome,
      METTLE_MODEL_BACKEND: "client",
      METTLE_MODEL_DAILY_TOKENS: "1000000",
      METTLE_MODEL_DAILY_MONEY: "5",
    },
  })
  const worked = JSON.parse(ran.out || "{}").model?.worked
  const sent = requests.slice(heard)
  const used = mettleJson(sandbox, "config", "model").used
  return [
    check(
      "[S2-67] the worker asks the program",
      worked?.episodes > 0 && worked.stopped === null,
      JSON.stringify(worked),
    ),
    check("[D66] each call is one request", sent.length === used.calls && sent.length > 0, `${sent.length} requests`),
    check(
      "[security 16] without tools",
      sent.every(({ text }) => (JSON.parse(text).tools ?? []).length === 0),
      `${used.tokens} tokens`,
    ),
    check(
      "[security 16] its hooks record nothing",
      events() - before === worked.episodes + worked.proposed + worked.summaries,
      `${events() - before} events`,
    ),
  ]
}
