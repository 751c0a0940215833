// The rule that seed 000 replaces: errors without edits fail, any edit succeeds, the rest is partial (S0-01).

import { madeEdits, shownIn } from "../../outcome/episode-outcome.ts"
import { defineRule } from "../rule.ts"

export const oldBinary = defineRule({
  question: "judge",
  name: "old-binary",
  version: 1,
  source: "S0-01",
  notes: { success: "-1..1 score or credit of a success" },
  params: { failure: 0.3, success: 0.8, partial: 0.5 },
  decide(_own, input, params) {
    const edits = input.turns.reduce((total, turn) => total + turn.edits, 0)
    const errors = input.turns.reduce((total, turn) => total + turn.errors, 0)
    if (edits > 0) return { answer: { p: params.success, verdict: "success" }, because: "there was an edit" }
    if (errors > 0) return { answer: { p: params.failure, verdict: "failure" }, because: "errors and no edit" }
    return { answer: { p: params.partial, verdict: "mixed" }, because: "neither errors nor edits" }
  },
})

// The credit seed 000 replaces: every injected card gets the session's status, and a session with an edit is a success.
export const oldBinaryCredit = defineRule({
  question: "credit",
  name: "old-binary",
  version: 1,
  source: "S0-01",
  notes: { success: "-1..1 score or credit of a success" },
  params: { success: 1, otherwise: -1 },
  decide(_own, { episode }, params) {
    const good = madeEdits(episode)
    const amount = (good ? params.success : params.otherwise) as number
    const credits = shownIn(episode).map(c => ({
      card: c.id,
      prompt: c.prompt,
      amount,
      weight: 1,
      because: good ? "there was an edit" : "there was no edit",
    }))
    return { answer: { credits, rest: 0 }, because: good ? "success for all" : "no success for any" }
  },
})
