// Log-odds of what the ear heard and of each trait, for a complaint, for praise and for a go-ahead. The first two were fitted on
// chances of the ear out of folds by person (data standing), the third on the labelled turns. Other constants of the reading stand here too.
import type { Trait } from "./traits.ts"

export type Weights = Readonly<Partial<Record<Trait | "heard" | "bias", number>>>

const COMPLAINT: Weights = {
  heard: 0.85,
  displeased: 1.85,
  praises: -0.7,
  "opens-task": -1.1,
  "failing-output": 1.1,
  interrupted: 0.9,
  bias: -0.2,
}
const PRAISE: Weights = { heard: 0.75, praises: 2.7, "opens-task": -1.5, bias: -1 }
const GO_AHEAD: Weights = { go: 3.8, asked: 1.7, offered: 1.3, short: 1.45, asks: -2, displeased: -2, bias: -4.4 }

export const FEEDBACK_PARAMS = {
  complaint: COMPLAINT,
  complaintThreshold: 0.45,
  /** what a displeased word of another tongue counts: it stands in tasks nearly as often as in complaints */
  abroad: 0.4,
  praise: PRAISE,
  praiseThreshold: 0.4,
  goAhead: GO_AHEAD,
  goAheadThreshold: 0.33,
  /** overlap above this is the same request, with at least `minKeywords` on each side (D73) */
  retryOverlap: 0.6,
  minKeywords: 3,
  keywordLength: 3,
  /** overlap from which an unanswered prompt counts as an edited resend */
  editedOverlap: 0.3,
  /** continuation speaks softly (D10) */
  continuationOverlap: 0.2,
  continuationSentiment: 0.55,
  continuationConfidence: 0.3,
  /** sentiment given to each type, before the complaint's odds lean on it */
  praiseSentiment: 0.92,
  goAheadSentiment: 0.62,
  mixedSentiment: 0.3,
  retrySentiment: 0.32,
  complaintSentiment: 0.25,
  complaintSlope: 0.2,
  neutralLean: 0.4,
} as const
export type FeedbackParams = {
  readonly [K in keyof typeof FEEDBACK_PARAMS]: (typeof FEEDBACK_PARAMS)[K] extends number ? number : Weights
}
