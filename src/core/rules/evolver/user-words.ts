// Seed 000's feedback reading as written: two positive and two negative patterns, then word overlap; first hit wins.
// Kept exactly, including what part 3 of the ledger shows to be wrong (C0-11, C0-12): it is a baseline, not the default.
import { defineRule } from "../rule.ts"

/** S0-36: lower case, split on non-word characters, words longer than 3, Jaccard; 0 when either set is empty. */
export function evolverOverlap(a: string, b: string, minLength: number): number {
  const words = (text: string) =>
    new Set(
      text
        .toLowerCase()
        .split(/\W+/)
        .filter(word => word.length > minLength),
    )
  const left = words(a)
  const right = words(b)
  if (left.size === 0 || right.size === 0) return 0
  let shared = 0
  for (const word of left) if (right.has(word)) shared++
  return shared / (left.size + right.size - shared)
}

export const evolverUserWords = defineRule({
  question: "detect",
  name: "evolver-user-words",
  version: 2,
  source: "S0-24..S0-36",
  params: {
    positive: [
      "\\b(thanks|thank you|perfect|great|awesome|works|excellent|nice|good job)\\b",
      "^(yes|yep|yeah|correct|exactly)[.!]?$",
    ],
    negative: [
      "\\b(wrong|incorrect|no[,.]|not what|undo|revert|rollback|broken|failed)\\b",
      "\\b(try again|start over|that's not|doesn't work)\\b",
    ],
    positiveSentiment: 1,
    negativeSentiment: 0,
    explicitConfidence: 0.9,
    retryOverlap: 0.6,
    retrySentiment: 0.2,
    retryConfidence: 0.7,
    continuationOverlap: 0.2,
    continuationSentiment: 0.7,
    continuationConfidence: 0.6,
    neutralSentiment: 0.5,
    neutralConfidence: 0.5,
    minLength: 3,
  },
  decide(_own, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return { answer: [], because: "not a prompt of the user" }
    // the seed's prompt_index (S0-35)
    const promptIndex = moment.index
    const say = (type: string, sentiment: number, confidence: number, because: string) => ({
      answer: [
        {
          signal: "feedback" as const,
          type,
          polarity: 2 * sentiment - 1,
          confidence,
          because,
          facts: { sentiment, promptIndex },
        },
      ],
      because: `${type}: ${because}`,
    })
    const hit = (patterns: readonly string[]) =>
      patterns.findIndex(pattern => new RegExp(pattern, "i").test(moment.text))
    const good = hit(params.positive)
    if (good >= 0)
      return say("explicit_positive", params.positiveSentiment, params.explicitConfidence, `positive-${good + 1}`)
    const bad = hit(params.negative)
    if (bad >= 0)
      return say("explicit_negative", params.negativeSentiment, params.explicitConfidence, `negative-${bad + 1}`)
    if (moment.prev !== null) {
      const shared = evolverOverlap(moment.text, moment.prev, params.minLength)
      if (shared > params.retryOverlap)
        return say("implicit_retry", params.retrySentiment, params.retryConfidence, "overlap-high")
      if (moment.nTools > 0 && shared < params.continuationOverlap)
        return say("implicit_continuation", params.continuationSentiment, params.continuationConfidence, "overlap-low")
    }
    return say("neutral", params.neutralSentiment, params.neutralConfidence, "no-pattern")
  },
})
