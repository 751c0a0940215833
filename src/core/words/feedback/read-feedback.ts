// What does a prompt say about the agent's work just before it? Combines resend and retry detection, the ear's chances and the
// traits of the prompt into one answer, and abstains when nothing is sure.

import type { FeedbackType } from "../../model.ts"
import type { HearWork } from "../ear/hear.ts"
import { produced, repeated } from "./resent.ts"
import { type FeedbackInput, type Trait, type Traits, traitsOf } from "./traits.ts"
import { FEEDBACK_PARAMS, type FeedbackParams, type Weights } from "./weights.ts"

interface Feedback {
  readonly type: FeedbackType
  /** 0 negative, 0.5 neutral, 1 positive */
  readonly sentiment: number
  readonly confidence: number
  /** what it speaks of: the agent's turn before this prompt, or nothing */
  readonly target: "previous_turn" | null
  /** names of what spoke, never the user's words */
  readonly because: string
  /** chance that it complains, and that it gives the go-ahead, before any type was chosen */
  readonly complaint: number
  readonly goAhead: number
}

const MAX_REASONS = 6
const odds = (p: number): number => Math.log((p + 0.001) / (1.001 - p))
const traitNames = (traits: Traits) => Object.keys(traits) as Trait[]

/** What the ear says, and the traits. */
function chanceOf(heard: number | null, traits: Traits, weights: Weights, displeased = 1): number {
  const worth = (name: Trait): number => (weights[name] ?? 0) * (name === "displeased" ? displeased : 1)
  const ear = heard === null ? 0 : (weights.heard ?? 0) * odds(heard)
  const sum = traitNames(traits).reduce((sum, name) => sum + worth(name), (weights.bias ?? 0) + ear)
  return 1 / (1 + Math.exp(-sum))
}

function reasons(heard: number, traits: Traits, weights: Weights): string {
  const spoke = traitNames(traits)
    .filter(name => (weights[name] ?? 0) > 0)
    .sort((a, b) => weights[b]! - weights[a]! || (a < b ? -1 : 1))
    .slice(0, MAX_REASONS)
  const said = heard >= 0.5 ? ["heard", ...spoke] : spoke
  return said.length === 0 ? "nothing-said" : said.join(" ")
}

const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
const SPEAKS_OF_NOTHING: readonly FeedbackType[] = ["resend", "neutral"]

/** Where nobody listens: about what may be expected of any prompt. */
const UNHEARD: ReturnType<HearWork> = { complaint: 0.25, praise: 0.1, abroad: true }

/** `ear`: chances by the ear, which learned from many people; the traits know the tools and what was pasted. */
export function readFeedback(
  input: FeedbackInput,
  ear: ReturnType<HearWork> | null,
  params: FeedbackParams = FEEDBACK_PARAMS,
): Feedback {
  const heard = ear ?? UNHEARD
  const traits = traitsOf(input, heard.abroad)
  const complaint = chanceOf(heard.complaint, traits, params.complaint, ear?.abroad ? params.abroad : 1)
  const praise = chanceOf(heard.praise, traits, params.praise)
  const goAhead = chanceOf(null, traits, params.goAhead)
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
    // whatever it says, it said so before anybody worked
    if (again.edited) return answer("resend", 0.5, 0.85, "edited-text unanswered")
    if (!complains && input.interrupted === false) return answer("resend", 0.5, 0.6, "unanswered")
  }
  if (again.same) return answer("implicit_retry", params.retrySentiment, 0.7, "same-text")

  const praises = praise >= params.praiseThreshold
  if (complains) {
    const because = reasons(heard.complaint, traits, params.complaint)
    return praises
      ? answer("explicit_negative", params.mixedSentiment, complaint, `${because} mixed`)
      : answer("explicit_negative", params.complaintSentiment - params.complaintSlope * complaint, complaint, because)
  }
  const lean = params.neutralLean * complaint
  const agrees = goAhead >= params.goAheadThreshold
  if (praises && !traits.asks && !(agrees && (traits.asked || traits.offered)))
    return answer(
      "explicit_positive",
      params.praiseSentiment - lean,
      Math.max(0.5, 0.9 - complaint),
      reasons(heard.praise, traits, params.praise),
    )
  if (agrees) return answer("accept", params.goAheadSentiment, goAhead, reasons(0, traits, params.goAhead))
  if (again.similar) return answer("implicit_retry", params.retrySentiment, 0.6, "similar-text")
  if (traits.again && traits.short && !traits.asks)
    return answer("implicit_retry", params.retrySentiment, 0.5, "asks-again")

  const movedOn = again.shared !== null && again.shared < params.continuationOverlap
  if (traits["opens-task"] && worked === true && movedOn)
    return answer(
      "implicit_continuation",
      params.continuationSentiment - lean,
      params.continuationConfidence,
      "moved-on",
    )
  return answer("neutral", 0.5 - lean, 0.5 * (1 - complaint), reasons(heard.complaint, traits, params.complaint))
}
