// How long a turn took, all in all and per call. Weak evidence: slow work goes wrong a little more often (docs/credit.md).
import { defineRule } from "../rule.ts"

export const duration = defineRule({
  question: "detect",
  name: "duration",
  version: 1,
  source: "docs/credit.md (slow); S3-02",
  params: { longMinutes: 30, shortMinutes: 5, polarity: 0.1, confidence: 0.3 },
  decide(_own, moment, params) {
    if (moment.what !== "turn") return { answer: [], because: "not the end of a turn" }
    const minutes = Math.max(0, moment.durationMs) / 60_000
    const type = minutes < params.shortMinutes ? "short" : minutes <= params.longMinutes ? "medium" : "long"
    const strength = params.polarity
    return {
      answer: [
        {
          signal: "duration",
          type,
          polarity: type === "short" ? strength : type === "long" ? -strength : 0,
          confidence: params.confidence,
          because: `${type} turn`,
          facts: { minutes, minutesPerCall: moment.nTools > 0 ? minutes / moment.nTools : null, nTools: moment.nTools },
        },
      ],
      because: `${minutes.toFixed(1)} min, ${moment.nTools} calls`,
    }
  },
})
