// Log-odds of what the ear heard and of each trait, for a complaint, for praise and for a go-ahead. The first two were fitted on
// chances of the ear out of folds by person (data standing), the third on the labelled turns; what is known "abroad" is set so
// that a plain word speaks for itself where the ear has heard few voices. Other constants of the reading stand here too.
import type { Trait } from "./traits.ts"

export type Weights = Readonly<Partial<Record<Trait | "heard" | "bias", number>>>

const COMPLAINT: Weights = {
  heard: 0.8,
  displeased: 1.35,
  "displeased-abroad": 4,
  refuses: 2.4,
  denies: 0.6,
  but: 0.4,
  praises: -0.75,
  "praises-abroad": -1.5,
  asks: -0.25,
  "opens-task": -1.1,
  "failing-output": 1.05,
  interrupted: 0.9,
  bias: -0.3,
}
const PRAISE: Weights = {
  heard: 0.75,
  praises: 2.5,
  "praises-abroad": 6,
  displeased: -0.2,
  "displeased-abroad": -4,
  "opens-task": -1.2,
  bias: -0.9,
}
const GO_AHEAD: Weights = {
  go: 3.3,
  "go-abroad": 3.3,
  asked: 1.25,
  offered: 1.15,
  terse: 1.5,
  short: 0.65,
  asks: -1.55,
  "opens-task": 0.35,
  praises: 0.65,
  displeased: -0.5,
  "displeased-abroad": -4,
  refuses: -3,
  bias: -4.4,
}

export const FEEDBACK_PARAMS = {
  complaint: COMPLAINT,
  complaintThreshold: 0.45,
  praise: PRAISE,
  praiseThreshold: 0.4,
  goAhead: GO_AHEAD,
  goAheadThreshold: 0.33,
  /** retries and resends (D73) */
  retryOverlap: 0.6,
  minKeywords: 3,
  keywordLength: 3,
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
