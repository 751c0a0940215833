// What does a prompt say about the agent's work just before it? Combines resend and retry detection, the traits of the
// prompt and two weighted sums into one answer, and abstains when neither is sure.
import type { HearWork } from "../ear/hear.ts"
import type { FeedbackType } from "../model.ts"
import { produced, repeated } from "./resent.ts"
import { type FeedbackInput, type Traits, traitsOf } from "./traits.ts"
import { FEEDBACK_PARAMS, type FeedbackParams, type Weights } from "./weights.ts"
import { keywords, overlap } from "./words.ts"

interface Feedback {
  readonly type: FeedbackType
  /** 0 negative, 0.5 neutral, 1 positive */
  readonly sentiment: number
  readonly confidence: number
  /** what it speaks of: the agent's turn before this prompt, or nothing */
  readonly target: "previous_turn" | null
  /** names of the traits that spoke, never the user's words */
  readonly because: string
  /** chance that it complains, and that it gives the go-ahead, before any type was chosen */
  readonly complaint: number
  readonly goAhead: number
}

const MAX_REASONS = 6

const chance = (sum: number): number => 1 / (1 + Math.exp(-sum))
const odds = (p: number): number => Math.log((p + 0.001) / (1.001 - p))
const together = (heard: number, seen: number, by: FeedbackParams): number =>
  chance(by.heardComplaint * odds(heard) + by.seenComplaint * odds(seen) + by.bothBias)

function chanceOf(traits: Traits, weights: Weights, bias: number): number {
  let sum = bias
  for (const [name, value] of Object.entries(traits)) sum += (weights[name] ?? 0) * value
  return chance(sum)
}

function reasons(traits: Traits, weights: Weights): string {
  const spoke = Object.entries(traits)
    .map(([name, value]) => [name, (weights[name] ?? 0) * value] as const)
    .filter(([, part]) => part > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_REASONS)
  return spoke.length === 0 ? "nothing-said" : spoke.map(([name]) => name).join(" ")
}

const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
const SPEAKS_OF_NOTHING: readonly FeedbackType[] = ["resend", "neutral"]

const NAMED_PRAISE = ["praise-strong", "praise-first", "praise"] as const

/** `heard`: chances by the ear, which learned from more people; the traits know the tools and what was pasted. */
export function readFeedback(
  input: FeedbackInput,
  heard: ReturnType<HearWork> | null = null,
  params: FeedbackParams = FEEDBACK_PARAMS,
): Feedback {
  const traits = traitsOf(input)
  const seen = chanceOf(traits, params.complaint, params.complaintBias)
  // Of short words in a language that few wrote in, the ear knows less than the traits.
  const complaint = heard === null ? seen : Math.max(seen, together(heard.complaint, seen, params))
  const goAhead = chanceOf(traits, params.goAhead, params.goAheadBias)
  const answer = (type: FeedbackType, sentiment: number, confidence: number, because: string): Feedback => ({
    type,
    sentiment: round(sentiment),
    confidence: round(confidence),
    target: SPEAKS_OF_NOTHING.includes(type) ? null : "previous_turn",
    because,
    complaint: round(complaint),
    goAhead: round(goAhead),
  })
  if (input.text.trim() === "") return answer("neutral", 0.5, 0, "empty")
  const complains = complaint >= params.complaintThreshold

  const again = repeated(input.text, input.prev, params)
  const worked = produced(input.agentTail, input.tools, input.nTools)
  if (worked === false && input.prev !== null) {
    if (again.same) return answer("resend", 0.5, 0.95, "same-text unanswered")
    if (!complains && (again.edited || input.interrupted === false))
      return answer("resend", 0.5, again.edited ? 0.85 : 0.6, again.edited ? "edited-text unanswered" : "unanswered")
  }
  if (again.same) return answer("implicit_retry", params.retrySentiment, 0.7, "same-text")

  const praised = NAMED_PRAISE.filter(name => traits[name] !== undefined)
  if (complains) {
    const mixed = traits["praise-strong"] !== undefined || traits["praise-but"] !== undefined
    const sentiment = mixed ? params.mixedSentiment : params.complaintSentiment - params.complaintSlope * complaint
    return answer(
      "explicit_negative",
      sentiment,
      complaint,
      `${heard === null ? "" : "heard "}${reasons(traits, params.complaint)}${mixed ? " mixed" : ""}`,
    )
  }
  const invited = traits["agent-asked"] !== undefined || traits["agent-offered"] !== undefined
  const agrees = goAhead >= params.goAheadThreshold
  const judges =
    traits["praise-strong"] !== undefined ||
    (praised.length > 0 && !invited && !agrees) ||
    (heard !== null && heard.praise >= params.praiseThreshold && !agrees)
  if (judges && !traits.asks && !traits["asks-why"] && !traits["handed-on"])
    return answer(
      "explicit_positive",
      params.praiseSentiment - params.neutralLean * complaint,
      Math.max(0.5, 0.9 - complaint),
      praised.join(" ") || "heard-praise",
    )
  if (agrees) return answer("accept", params.goAheadSentiment, goAhead, reasons(traits, params.goAhead))
  if (again.similar) return answer("implicit_retry", params.retrySentiment, 0.6, "similar-text")
  if (traits.again && !traits["handed-on"] && (traits.terse || traits.short) && !traits.asks)
    return answer("implicit_retry", params.retrySentiment, 0.5, "asks-again")

  const shared =
    input.prev === null
      ? null
      : overlap(
          keywords(input.text.slice(0, 4000), params.keywordLength),
          keywords(input.prev.slice(0, 4000), params.keywordLength),
        )
  const movedOn = traits.ships !== undefined || traits["opens-task"] !== undefined
  const lean = params.neutralLean * complaint
  if (movedOn && worked === true && shared !== null && shared < params.continuationOverlap)
    return answer(
      "implicit_continuation",
      params.continuationSentiment - lean,
      params.continuationConfidence,
      "moved-on",
    )
  return answer("neutral", 0.5 - lean, 0.5 * (1 - complaint), reasons(traits, params.complaint))
}
