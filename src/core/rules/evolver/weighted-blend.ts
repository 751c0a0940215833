// Seed 000's outcome score as written: tool success, sentiment, edits and errors, weighted (S0-42 … S0-51). An empty
// session scores 0.685 = success; kept as the baseline.
import type { TurnEvidence } from "../../questions/judge.ts"
import { mean } from "../../stats.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule } from "../rule.ts"
import { HEARD, hearCall, heardIn, hearPrompt, outcomeSignals } from "./heard.ts"

const sum = (turns: readonly TurnEvidence[], of: (turn: TurnEvidence) => number): number =>
  turns.reduce((total, turn) => total + of(turn), 0)
const EXACT = 1e-9

export const weightedBlend = defineRule({
  question: "judge",
  name: "weighted-blend",
  version: 2,
  source: "S0-42 … S0-51",
  params: {
    toolSuccess: 0.25,
    userSentiment: 0.35,
    madeEdits: 0.2,
    noErrors: 0.2,
    edited: 0.8,
    untouched: 0.3,
    perError: 0.2,
    neutral: 0.5,
    success: 0.65,
    failure: 0.35,
    countedWords: ["error", "failed"],
  },
  tables: [HEARD],
  reads: [TABLE.episode, TABLE.turn],
  on: {
    "prompt.submitted"(context, { event }) {
      if (event.episode !== null) hearPrompt(context, event.episode, event.data)
    },
    "tool.finished"(context, { event }, p) {
      if (event.episode !== null) hearCall(context, event.episode, event, p.countedWords)
    },
  },
  signals: outcomeSignals,
  decide(context, input, p) {
    const calls = sum(input.turns, turn => turn.nTools)
    const failed = sum(input.turns, turn => (turn.toolFailShare ?? 0) * turn.nTools)
    const rate = calls === 0 ? 1 : 1 - failed / calls
    const heard = input.episode === undefined ? null : heardIn(context, input.episode)
    const sentiments = [
      ...(heard?.first ? [heard.first.sentiment] : []),
      ...input.turns.flatMap(t => t.sentiment ?? []),
    ]
    const sentiment = sentiments.length === 0 ? p.neutral : mean(sentiments)
    const edits = sum(input.turns, turn => turn.edits)
    const errors = heard?.errors ?? sum(input.turns, turn => turn.errors)
    const score =
      p.toolSuccess * rate +
      p.userSentiment * sentiment +
      p.madeEdits * (edits > 0 ? p.edited : p.untouched) +
      p.noErrors * Math.max(0, 1 - p.perError * errors)
    const verdict = score >= p.success - EXACT ? "success" : score <= p.failure + EXACT ? "failure" : "mixed"
    return {
      answer: { p: score, verdict },
      because: `tools ${rate.toFixed(2)}, sentiment ${sentiment.toFixed(2)}, edits ${edits}, errors ${errors}: ${score.toFixed(3)}`,
    }
  },
})
