// Seed 003's signals as they arise: a turn's duration step, and a call that failed by its structural result. The seed never
// reads words; counting errors and retries is the judge's (implicit-score).
import { durationScore, IMPLICIT_PARAMS } from "../../label/implicit-score.ts"
import { callSays, says, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

export const swarmSignals = defineRule({
  question: "detect",
  name: "swarm-signals",
  version: 1,
  source: "S3-02 … S3-05",
  params: { minutes: IMPLICIT_PARAMS.minutes, duration: IMPLICIT_PARAMS.duration },
  decide(_context, moment, steps) {
    if (moment.what === "turn") {
      const minutes = Math.max(0, moment.durationMs) / 60_000
      const score = durationScore(minutes, steps)
      const type = score === steps.duration[0] ? "short" : score === steps.duration[1] ? "medium" : "long"
      const facts = { minutes, score }
      return says(
        { signal: "duration", type, polarity: 2 * score - 1, confidence: 1, because: "duration step", facts },
        `${minutes.toFixed(1)} min scores ${score}`,
      )
    }
    if (moment.what !== "tool") return silent("neither a call nor the end of a turn")
    const ok = moment.ok ?? (moment.exitCode === null ? null : moment.exitCode === 0)
    return callSays(ok, ok === null ? "no structural result" : ok ? "structural success" : "structural failure")
  },
})
