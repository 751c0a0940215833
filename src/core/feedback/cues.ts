// The vocabulary of cues: what a clause can express about the work before it. The tables per language fill it; how much
// each cue says is a weight of the rule that reads them, not here.
import type { Phrases } from "./phrases.ts"

export const CUES = [
  /** calls it wrong, bad, off, misleading */
  "wrong",
  /** says that something does not happen, fails, is missing */
  "fails",
  /** it persists: "still", "same error" */
  "still",
  /** reports what is seen since the change: "now I get", "I see" */
  "sees",
  /** speaks of what the agent did or left out: "you forgot", "I told you" */
  "blame",
  /** unwanted, disliked */
  "dislike",
  /** a reservation: not needed, not sure, too much */
  "reserve",
  /** asks to take work back or to stop */
  "undo",
  /** puts a claim right: "that's not", "X, not Y" */
  "correct",
  /** says how it ought to be: "should be", "instead of" */
  "ought",
  /** what the user expected */
  "expected",
  /** strong vexation */
  "vexed",
  /** hesitation: hmm, wait */
  "doubt",
  /** names a problem without saying whose */
  "problem",
  "praise",
  /** opens with a go-ahead */
  "go",
  /** opens with a mere acknowledgement */
  "ok",
  /** do it once more */
  "again",
] as const
export type Cue = (typeof CUES)[number]
export type CueTable = Readonly<Partial<Record<Cue, Pick<Phrases, "exec" | "test">>>>
