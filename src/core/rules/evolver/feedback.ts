// `analyzeUserFeedback` of seed 000: patterns first, then word overlap with the prompt before (S0-24 … S0-36).

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

export const FEEDBACK_PARAMS = {
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
}

/** `analyzeUserFeedback`: the first hit wins (S0-29 … S0-34). `because` names the pattern that fired. */
export function feedbackIn(
  { text, prev, nTools }: { readonly text: string; readonly prev: string | null; readonly nTools: number },
  p: typeof FEEDBACK_PARAMS,
): { readonly type: string; readonly sentiment: number; readonly confidence: number; readonly because: string } {
  const hit = (patterns: readonly string[]) => patterns.findIndex(pattern => new RegExp(pattern, "i").test(text))
  const say = (type: string, sentiment: number, confidence: number, because: string) => ({
    ...{ type, sentiment, confidence, because },
  })
  const good = hit(p.positive)
  if (good >= 0) return say("explicit_positive", p.positiveSentiment, p.explicitConfidence, `positive-${good + 1}`)
  const bad = hit(p.negative)
  if (bad >= 0) return say("explicit_negative", p.negativeSentiment, p.explicitConfidence, `negative-${bad + 1}`)
  if (prev !== null) {
    const shared = evolverOverlap(text, prev, p.minLength)
    if (shared > p.retryOverlap) return say("implicit_retry", p.retrySentiment, p.retryConfidence, "overlap-high")
    if (nTools > 0 && shared < p.continuationOverlap)
      return say("implicit_continuation", p.continuationSentiment, p.continuationConfidence, "overlap-low")
  }
  return say("neutral", p.neutralSentiment, p.neutralConfidence, "no-pattern")
}
