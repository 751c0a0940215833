// Seed 000 as written: four words anywhere in the output mean that the call failed; a shell also fails on "exit code: N".
// Kept exactly, wrong as it often is, as the baseline.

import { outputOf } from "../../calls/read-tool.ts"
import { callSays, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

export const evolverToolWords = defineRule({
  question: "detect",
  name: "evolver-tool-words",
  version: 3,
  source: "S0-39, S0-40",
  hears: "tool",
  params: {
    words: ["error", "failed", "exception", "denied"],
    exitMark: "exit code: ",
  },
  decide(_context, moment, params) {
    if (moment.what !== "tool") return silent("not a tool call")
    const output = outputOf(moment).toLowerCase()
    const word = params.words.find(w => output.includes(w))
    const mark = params.exitMark
    const exit = moment.does === "runs" && hasExitMark(output, mark)
    const failed = word !== undefined || exit
    const because = word !== undefined ? `word ${word}` : exit ? "exit code mark" : "no word"
    return callSays(!failed, because)
  },
})

function hasExitMark(output: string, mark: string): boolean {
  for (let at = output.indexOf(mark); at >= 0; at = output.indexOf(mark, at + 1))
    if (/[1-9]/.test(output[at + mark.length] ?? "")) return true
  return false
}
