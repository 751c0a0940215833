// judge: how did it go? From classified signals only (never text), so that it works where text is gone and in worlds.
import type { FeedbackType, Outcome, Unit, Verdict } from "../model.ts"

/** Everything visible about one prompt's work. null = not seen, and then it adds nothing. */
export interface TurnEvidence {
  readonly test: boolean | null
  /** the last test was not the only one */
  readonly testAgain: boolean
  readonly build: boolean | null
  readonly lint: boolean | null
  readonly typecheck: boolean | null
  /** share of failing non-test calls */
  readonly toolFailShare: Unit | null
  readonly nTools: number
  /** judged calls that are no tests, and how many of them failed: what runs, what looks, what changes something */
  readonly calls: Readonly<Record<"runs" | "looks" | "acts", readonly [all: number, failed: number]>>
  /** class of the next user message and how it reads, 0 … 1 */
  readonly feedback: FeedbackType | null
  readonly sentiment: Unit | null
  readonly feedbackConfidence: Unit | null
  /** share of this prompt's words that the next message says again */
  readonly echo: Unit | null
  /** the next message carries an error */
  readonly trace: boolean
  /** other messages of the session that could have held a verdict, and those that did */
  readonly heard: number
  readonly spoke: number
  readonly end: "normal" | "vanished" | null
  readonly minutes: number | null
  readonly interrupted: boolean
  readonly refused: number
  readonly edits: number
  readonly retries: number
  /** attempts at the whole, where a run counts them */
  readonly tries: number | null
  readonly errors: number
  readonly committed: boolean | null
  readonly reverted: boolean | null
  readonly survived: Unit | null
  /** an optional model's opinion, 0 … 1 */
  readonly judge: Unit | null
  readonly reported: boolean | null
  /** what a report said of the whole task; null parts = it left them out. Absent = no report */
  readonly told?: { readonly minutes: number | null; readonly errors: number | null; readonly retries: number | null }
}
export interface JudgeInput {
  readonly level: "turn" | "segment" | "episode"
  /** the episode that is judged as a whole */
  readonly episode?: string
  readonly turns: readonly TurnEvidence[]
  /** salient outcomes in log order */
  readonly outcomes: readonly Outcome[]
  /** of an episode: what was answered for its stretches */
  readonly segments?: readonly Pick<JudgeAnswer, "p" | "verdict">[]
}
export interface JudgeAnswer {
  /** probability that the work succeeded; null = nothing to judge by */
  readonly p: Unit | null
  readonly verdict: Verdict
  /** what was seen as a log likelihood ratio, for whoever has an expectation of their own */
  readonly llr?: number
}
