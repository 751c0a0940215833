// Seed 003's signal as it arises: a call that failed by its structural result. The seed never reads words; how long work took,
// and counting errors and retries, is the judge's (implicit-score).
import { callSays, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

export const swarmSignals = defineRule({
  question: "detect",
  name: "swarm-signals",
  version: 1,
  source: "S3-03, S3-05",
  hears: "tool",
  params: {},
  decide(_context, moment) {
    if (moment.what !== "tool") return silent("not a tool call")
    const ok = moment.ok ?? (moment.exitCode === null ? null : moment.exitCode === 0)
    return callSays(ok, ok === null ? "no structural result" : ok ? "structural success" : "structural failure")
  },
})
