// What the user's prompt says about the agent's turn before it. The reading itself is core/feedback; this rule decides
// when there is something to read: only the user's own prompts, never the first one of an episode (D11).
import { readFeedback } from "../../feedback/read-feedback.ts"
import { FEEDBACK_PARAMS } from "../../feedback/weights.ts"
import { defineRule } from "../rule.ts"

export const userWords = defineRule({
  question: "detect",
  name: "user-words",
  version: 6,
  source: "D09, D10, D11, D73; docs/ear.md says what was fitted, bench/judgement-feedback.ts measures it",
  params: FEEDBACK_PARAMS,
  decide(own, moment, params) {
    if (moment.what !== "prompt") return { answer: [], because: "not a prompt" }
    if (moment.author !== "user") return { answer: [], because: `author is ${moment.author}` }
    if (moment.prev === null) return { answer: [], because: "first prompt: nothing came before it" }
    const read = readFeedback(moment, own.hear?.(moment.text, moment.agentTail ?? "") ?? null, params)
    return {
      answer: [
        {
          signal: "feedback",
          type: read.type,
          polarity: 2 * read.sentiment - 1,
          confidence: read.confidence,
          because: read.because,
          facts: {
            sentiment: read.sentiment,
            target: read.target,
            complaint: read.complaint,
            goAhead: read.goAhead,
          },
        },
      ],
      because: `${read.type}: ${read.because}`,
    }
  },
})
