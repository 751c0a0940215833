// The user broke off the agent's turn: a weak sign of displeasure, apart from any words that follow. Ground truth: the
// client's own statement. Calls refused or stopped while they ran are read by the refusal rule, not here.
import { defineRule } from "../rule.ts"

export const interrupt = defineRule({
  question: "detect",
  name: "interrupt",
  version: 1,
  source: "two in five interrupted turns of data/feedback-turns are complaints, one in six of the others",
  params: { polarity: -0.4, confidence: 0.4 },
  decide(_own, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user" || !moment.interrupted || moment.prev === null)
      return { answer: [], because: "no turn was interrupted" }
    return {
      answer: [
        {
          signal: "interrupt",
          type: "turn_interrupted",
          polarity: params.polarity,
          confidence: params.confidence,
          because: "turn_interrupted",
        },
      ],
      because: "the client says the turn was interrupted",
    }
  },
})
