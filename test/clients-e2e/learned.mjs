// A failure and what helped, met in two runs, must be before the model in the third, at the very call: nobody wrote a note.
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { check, END } from "./check.mjs"
import { mettle, mettleJson, put } from "./sandbox.mjs"
import { normal, play } from "./scenes.mjs"

const BUILD = 'import { readFileSync } from "node:fs"\nconsole.log(readFileSync("generated.txt", "utf8"))\n'
const GENERATE = 'import { writeFileSync } from "node:fs"\nwriteFileSync("generated.txt", "built")\n'
export const HELPED = "Run `node generate.mjs` before `node build.mjs`"

export const learnedScripts = client => {
  const step = command => ({ tools: [client.shell(command)] })
  return {
    learn: [step("node build.mjs"), step("node generate.mjs"), step("node build.mjs"), { text: END }],
    recall: [step("node build.mjs"), { text: END }],
  }
}

export async function learned(run) {
  const { client, sandbox, requests } = run
  if (client.slow) return []
  put(join(sandbox.project, "build.mjs"), BUILD)
  put(join(sandbox.project, "generate.mjs"), GENERATE)
  const runs = []
  for (const round of ["first", "second"]) {
    rmSync(join(sandbox.project, "generated.txt"), { force: true })
    runs.push((await play(run, `play:learn bring the build in order, ${round} time`)).done)
    mettle(sandbox, "settle")
  }
  rmSync(join(sandbox.project, "generated.txt"), { force: true })
  const card = mettleJson(sandbox, "cards").cards.find(({ kind }) => kind === "negative_result")
  const last = await play(run, "play:recall bring the build in order")
  const read = requests.filter(({ script, step }) => script === "recall" && step === 1).at(-1)?.text ?? ""
  const held = last.events.filter(({ type, data }) => type === "check.answered" && data.held).length
  return [
    ...runs.map((done, i) => normal(done, `finished, failing run ${i + 1}`)),
    check("failure and fix became a card", card, card ? card.statement : "none"),
    normal(last.done, "finished, third run"),
    check("the model was told what helped", read.includes(HELPED), `${held} call held`),
    check("nothing was done in its place", !existsSync(join(sandbox.project, "generated.txt")), ""),
  ]
}
