// How long a turn took, all in all and per call. Weak evidence: slow work goes wrong a little more often (docs/credit.md).
import { says, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

export const duration = defineRule({
  question: "detect",
  name: "duration",
  version: 1,
  source: "docs/credit.md (slow); S3-02",
  params: { longMinutes: 30, shortMinutes: 5, polarity: 0.1, confidence: 0.3 },
  decide(_context, moment, params) {
    if (moment.what !== "turn") return silent("not the end of a turn")
    const minutes = Math.max(0, moment.durationMs) / 60_000
    const type = minutes < params.shortMinutes ? "short" : minutes <= params.longMinutes ? "medium" : "long"
    const { nTools } = moment
    const polarity = type === "short" ? params.polarity : type === "long" ? -params.polarity : 0
    const facts = { minutes, minutesPerCall: nTools > 0 ? minutes / nTools : null, nTools }
    return says(
      { signal: "duration", type, polarity, confidence: params.confidence, because: `${type} turn`, facts },
      `${minutes.toFixed(1)} min, ${nTools} calls`,
    )
  },
})
