// judge: how did it go? From classified signals only (never text), so that it works where text is gone and in worlds.
import type { FeedbackType, Outcome, Unit, Verdict } from "../model.ts"

/** Everything visible about one prompt's work. null = not seen, and then it adds nothing. */
export interface TurnEvidence {
  readonly test: boolean | null
  readonly build: boolean | null
  readonly lint: boolean | null
  readonly typecheck: boolean | null
  /** share of failing non-test calls */
  readonly toolFailShare: Unit | null
  readonly nTools: number
  /** class of the next user message and how it reads, 0 … 1 */
  readonly feedback: FeedbackType | null
  readonly sentiment: Unit | null
  readonly feedbackConfidence: Unit | null
  readonly end: "normal" | "vanished" | null
  readonly minutesPerCall: number | null
  readonly minutes: number | null
  readonly interrupted: boolean
  readonly refused: number
  readonly edits: number
  readonly files: number
  readonly retries: number
  readonly errors: number
  readonly committed: boolean | null
  readonly reverted: boolean | null
  readonly survived: Unit | null
  /** an optional model's opinion, 0 … 1 */
  readonly judge: Unit | null
  readonly reported: boolean | null
}
export interface JudgeInput {
  readonly level: "turn" | "segment" | "episode"
  readonly turns: readonly TurnEvidence[]
  /** salient outcomes in log order */
  readonly outcomes: readonly Outcome[]
}
export interface JudgeAnswer {
  /** probability that the work succeeded; null = nothing to judge by */
  readonly p: Unit | null
  readonly verdict: Verdict
}
