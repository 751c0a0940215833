// Seed 002's counter of tool failures, "from tool output": the seed gives no words, so the plain ones a shell prints.

import { outputOf } from "../../calls/read-tool.ts"
import { callSays, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

export const grooveCounters = defineRule({
  question: "detect",
  name: "groove-counters",
  version: 1,
  source: "S2-16 (tool failures), S2-37, S2-110",
  hears: "tool",
  params: {
    words: ["error:", "failed", "failure", "fatal:", "exception", "panic:", "command not found"],
    readsAtMost: 65_536,
  },
  decide(_context, moment, params) {
    if (moment.what !== "tool") return silent("not a tool call")
    const output = outputOf(moment).slice(0, params.readsAtMost).toLowerCase()
    const word = params.words.find(w => output.includes(w))
    const failed = moment.ok === false || (moment.exitCode !== null && moment.exitCode !== 0) || word !== undefined
    const because = word === undefined ? (failed ? "structural failure" : "no word") : `word ${word}`
    return callSays(!failed, because)
  },
})
