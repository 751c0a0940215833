// Seed 000's outcome score and fractional credit as written: tool success, sentiment, edits and errors, weighted (S0-42 … S0-51; an
// empty session scores 0.685 = success); each card's share by the calls and words after it was shown. And the credit they replace.

import { outputOf } from "../../calls/read-tool.ts"
import { blendScore, callFailed, creditsIn, madeEdits } from "../../outcome/episode-outcome.ts"
import { callSays, feedbackOf, says, silent, type TurnEvidence } from "../../questions/happened.ts"
import { mean } from "../../stats.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule } from "../rule.ts"
import { FEEDBACK_PARAMS, feedbackIn, HEARD, hearCall, heardIn, hearPrompt, outcomeSignals } from "./heard.ts"

const sum = (turns: readonly TurnEvidence[], of: (turn: TurnEvidence) => number): number =>
  turns.reduce((total, turn) => total + of(turn), 0)
const EXACT = 1e-9

export const weightedBlend = defineRule("judge", "weighted-blend@2", {
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

/** Outcome score, then the share of succeeding calls while the card was active, then the mean sentiment; stored as a = 2c − 1 (D40). */
export const fractional = defineRule("credit", "fractional@2", {
  source: "S0-52 … S0-58",
  byUse: true,
  params: { tools: 0.4, sentiment: 0.3 },
  reads: [TABLE.episode, HEARD],
  decide(context, { episode }, params) {
    // The judge's own score where it judged; a record alone has its signals only.
    const { first } = heardIn(context, episode.ep)
    const blend = blendScore(episode, first ? [first.sentiment] : [])
    const score = TABLE.episode.get(context.rows, episode.ep)?.p ?? blend.score
    const { sentiment } = blend
    const [tools, words] = [params.tools, params.sentiment]
    const credits = creditsIn(episode, card => {
      const calls = episode.prompts.filter(p => p.idx >= card.prompt).flatMap(p => p.tools)
      const reasons: string[] = []
      // a mean of shares of one, so it stays within 0 … 1 by itself (S0-56)
      let c = score
      if (calls.length > 0) {
        const rate = calls.filter(t => !callFailed(t)).length / calls.length
        c = (1 - tools) * c + tools * rate
        reasons.push(`tool_success=${Math.round(100 * rate)}%`)
      }
      if (sentiment !== null) {
        c = (1 - words) * c + words * sentiment
        reasons.push(`user_sentiment=${Math.round(100 * sentiment)}%`)
      }
      return { amount: 2 * c - 1, because: reasons.length > 0 ? reasons.join(", ") : "base_outcome" }
    })
    return { answer: { credits, rest: 0 }, because: `outcome score ${score.toFixed(3)}, ${credits.length} cards` }
  },
})

/** What the seed replaces (S0-01), in no preset: every card shown gets the session's status, and an edit is a success. */
export const oldBinaryCredit = defineRule("credit", "old-binary@1", {
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

// Seed 000's two readings of words as written, wrong as they often are: of a prompt two positive and two negative patterns, then word
// overlap; in an output four words anywhere mean that the call failed, a shell also fails on "exit code: N". A baseline, not the default.

export const evolverUserWords = defineRule("detect", "evolver-user-words@2", {
  source: "S0-24..S0-36",
  hears: "prompt",
  params: FEEDBACK_PARAMS,
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return silent("not a prompt of the user")
    const { type, sentiment, confidence, because } = feedbackIn(moment, params)
    // the seed's prompt_index (S0-35)
    const facts = { promptIndex: moment.index }
    return says(feedbackOf(type, sentiment, confidence, because, facts), `${type}: ${because}`)
  },
})

export const evolverToolWords = defineRule("detect", "evolver-tool-words@3", {
  source: "S0-39, S0-40",
  hears: "tool",
  params: { words: ["error", "failed", "exception", "denied"], exitMark: "exit code: " },
  decide(_context, moment, params) {
    if (moment.what !== "tool") return silent("not a tool call")
    const output = outputOf(moment).toLowerCase()
    const word = params.words.find(w => output.includes(w))
    const mark = params.exitMark
    const exit = moment.does === "runs" && hasExitMark(output, mark)
    const failed = word !== undefined || exit
    const because = word !== undefined ? `word ${word}` : exit ? "exit code mark" : "no word"
    return callSays(!failed, because)
  },
})

function hasExitMark(output: string, mark: string): boolean {
  for (let at = output.indexOf(mark); at >= 0; at = output.indexOf(mark, at + 1))
    if (/[1-9]/.test(output[at + mark.length] ?? "")) return true
  return false
}
