// Seed 000's two readings of words as written, wrong as they often are: of a prompt two positive and two negative patterns, then word
// overlap; in an output four words anywhere mean that the call failed, a shell also fails on "exit code: N". A baseline, not the default.
import { outputOf } from "../../calls/read-tool.ts"
import { callSays, feedbackOf, says, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"
import { FEEDBACK_PARAMS, feedbackIn } from "./heard.ts"

export const evolverUserWords = defineRule("detect", "evolver-user-words@2", {
  source: "S0-24..S0-36",
  hears: "prompt",
  params: FEEDBACK_PARAMS,
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return silent("not a prompt of the user")
    const { type, sentiment, confidence, because } = feedbackIn(moment, params)
    // the seed's prompt_index (S0-35)
    const facts = { promptIndex: moment.index }
    return says(feedbackOf(type, sentiment, confidence, because, facts), `${type}: ${because}`)
  },
})

export const evolverToolWords = defineRule("detect", "evolver-tool-words@3", {
  source: "S0-39, S0-40",
  hears: "tool",
  params: { words: ["error", "failed", "exception", "denied"], exitMark: "exit code: " },
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
