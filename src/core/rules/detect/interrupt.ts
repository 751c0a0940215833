// The user broke off the agent: a weak sign of displeasure, apart from any words that follow. Ground truth: the client's own
// statement; about two in five interrupted turns of the labelled data were complaints, against one in six of the others.
import type { Reading } from "../../model.ts"
import { defineRule } from "../rule.ts"

export const interrupt = defineRule<"detect">({
  question: "detect",
  name: "interrupt",
  version: 1,
  source: "design 6 (rejected and cancelled calls are user signals)",
  params: { promptPolarity: -0.4, promptConfidence: 0.4, toolPolarity: -0.2, toolConfidence: 0.3 },
  decide(_state, moment, params) {
    const reading = (type: string, at: "prompt" | "tool"): Reading => ({
      signal: "interrupt",
      type,
      polarity: params[`${at}Polarity`] as number,
      confidence: params[`${at}Confidence`] as number,
      because: type,
    })
    if (moment.what === "prompt" && moment.author === "user" && moment.interrupted)
      return { answer: [reading("turn_interrupted", "prompt")], because: "the client says the turn was interrupted" }
    if (moment.what === "tool" && (moment.interrupted || moment.cancelled))
      return { answer: [reading("call_interrupted", "tool")], because: "the client says the call was cut short" }
    return { answer: [], because: "nothing was interrupted" }
  },
})
