// The credit that seed 000 replaces, for comparison: every card shown gets the session's status, and a session with an edit is a success (S0-01).

import { creditsIn, madeEdits } from "../../outcome/episode-outcome.ts"
import { defineRule } from "../rule.ts"

export const oldBinaryCredit = defineRule({
  question: "credit",
  name: "old-binary",
  version: 1,
  source: "S0-01",
  notes: { success: "-1..1 score or credit of a success" },
  params: { success: 1, otherwise: -1 },
  decide(_context, { episode }, params) {
    const good = madeEdits(episode)
    const amount = good ? params.success : params.otherwise
    const because = good ? "there was an edit" : "there was no edit"
    const credits = creditsIn(episode, () => ({ amount, because }))
    return { answer: { credits, rest: 0 }, because: good ? "success for all" : "no success for any" }
  },
})
