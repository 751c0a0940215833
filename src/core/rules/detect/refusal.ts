// The user refused a tool call: a signal about the step proposed, never a failure of the tool (design 6).
import { defineRule } from "../rule.ts"

export const refusal = defineRule<"detect">({
  question: "detect",
  name: "refusal",
  version: 1,
  source: "design 6 (rejected calls are user signals, not failures)",
  params: { polarity: -0.5, confidence: 0.5 },
  decide(_state, moment, params) {
    if (moment.what !== "tool" || !moment.rejected) return { answer: [], because: "no call was refused" }
    return {
      answer: [
        {
          signal: "refusal",
          type: "call_refused",
          polarity: params.polarity as number,
          confidence: params.confidence as number,
          because: "call_refused",
          facts: { tool: moment.tool },
        },
      ],
      because: "the client says the user refused the call",
    }
  },
})
