// What the user's prompt says about the agent's turn before it. The reading itself is core/words/feedback; this rule decides
// when there is something to read: only the user's own prompts, never the first one of an episode (D11).

import { feedbackOf, says, silent } from "../../questions/detect.ts"
import { readFeedback } from "../../words/feedback/read-feedback.ts"
import { FEEDBACK_PARAMS } from "../../words/feedback/weights.ts"
import { defineRule } from "../rule.ts"

export const userWords = defineRule({
  question: "detect",
  name: "user-words",
  version: 11,
  source: "D09, D10, D11, D73; docs/ear.md says what was fitted, bench/judgement-feedback.ts measures it",
  hears: "prompt",
  params: FEEDBACK_PARAMS,
  decide(context, moment, params) {
    if (moment.what !== "prompt") return silent("not a prompt")
    if (moment.author !== "user") return silent(`author is ${moment.author}`)
    if (moment.prev === null) return silent("first prompt: nothing came before it")
    const read = readFeedback(moment, context.hear?.(moment.text, moment.agentTail ?? "") ?? null, params)
    const { type, sentiment, confidence, because, target, complaint, goAhead } = read
    const facts = { target, complaint, goAhead }
    return says(feedbackOf(type, sentiment, confidence, because, facts), `${type}: ${because}`)
  },
})
