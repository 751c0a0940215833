// [W20] A session found again by what it was about, and taken up in its client with the command that `mettle left` prints: the
// client knows the id, and the model is told what was said then.
import { check, END, unless } from "./check.mjs"
import { mettleJson, start } from "./sandbox.mjs"
import { play } from "./scenes.mjs"

const ABOUT = "how often the heron feeder is filled"
export const resumedScripts = () => ({ heron: [{ text: END }], again: [{ text: END }] })

export async function resumed(run) {
  const { client, sandbox, requests } = run
  await play(run, `play:heron tell me ${ABOUT}`)
  const { episodes } = mettleJson(sandbox, "left", ...ABOUT.split(" "))
  const command = episodes.find(({ prompt }) => prompt?.includes("heron"))?.resume ?? ""
  const [, ...printed] = command.split(" ")
  const done = await start(sandbox, [...run.program, ...client.resume(printed, "play:again and on Sundays?")], {
    env: run.env,
  })
  const asked = requests.findLast(({ script }) => script === "again")?.text ?? ""
  return [
    check("left: names the command", printed.length === 2, command || JSON.stringify(episodes).slice(0, 300)),
    check("left: the client takes it up", done.code === 0 && asked !== "", `exit ${done.code}`),
    unless(
      client.lacks?.retold,
      check(
        "left: the model is told of it",
        asked.includes("heron feeder"),
        `exit ${done.code}, told what was said: ${asked.includes("heron feeder")} ${asked.includes("heron feeder") ? "" : `${done.err}${done.out}`.slice(-300)}`,
      ),
    ),
  ]
}
