// The user broke off the agent's turn: a weak sign of displeasure, apart from any words that follow. Ground truth: the
// client's own statement. Calls refused or stopped while they ran are read by the refusal rule, not here.
import { says, silent } from "../../questions/detect.ts"
import { defineRule } from "../rule.ts"

export const interrupt = defineRule({
  question: "detect",
  name: "interrupt",
  version: 1,
  source: "two in five interrupted turns of data/feedback-turns are complaints, one in six of the others",
  hears: "prompt",
  params: { polarity: -0.4, confidence: 0.4 },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user" || !moment.interrupted || moment.prev === null)
      return silent("no turn was interrupted")
    return says(
      { signal: "interrupt", type: "turn_interrupted", because: "turn_interrupted", ...params },
      "the client says the turn was interrupted",
    )
  },
})
