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
  /** speaks of what the agent did or left out: "you forgot", "I told you" */
  "blame",
  /** unwanted, disliked */
  "dislike",
  /** asks to take work back or to stop */
  "undo",
  /** strong vexation */
  "vexed",
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
