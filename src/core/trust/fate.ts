// What became of a proposal, as far as its source is answerable for it: the user's last word, else what was measured, else an
// open dispute. Silence says nothing: a card that was never judged is no ground for trust or distrust (D63).
import type { Stage, Value } from "../model.ts"

/** One act of the user on a card, as a word about who proposed it. */
export interface UserWord {
  /** the event, so that undo can take it back */
  readonly act: string
  readonly good: 0 | 1
  readonly weight: number
  readonly because: string
}
interface FateFacts {
  readonly words: readonly UserWord[]
  /** the user typed it: only the user's own later acts speak of who read it out of the words */
  readonly typed: boolean
  readonly stage: Stage
  readonly verdict: Value["verdict"] | null
}
export interface Fate {
  readonly good: number
  readonly weight: number
  readonly because: string
}

/** An open dispute is half a judgement: it may be settled either way. */
const DISPUTED = 0.5

export function fateOf(facts: FateFacts): Fate | null {
  const word = facts.words[facts.words.length - 1]
  if (word) return { good: word.good, weight: word.weight, because: word.because }
  if (facts.typed) return null
  if (facts.verdict === "harms") return { good: 0, weight: 1, because: "measured: it harms" }
  if (facts.stage === "deprecated") return { good: 0, weight: 1, because: "deprecated" }
  if (facts.stage === "superseded") return { good: 0, weight: 1, because: "the user's later words replaced it" }
  if (facts.stage === "needs_recheck") return { good: 0, weight: DISPUTED, because: "disputed" }
  if (facts.verdict === "helps") return { good: 1, weight: 1, because: "measured: it helps" }
  return null
}

/** What a user's act says of the card's source: good or not, how surely, in words. null = nothing. */
export function wordOf(type: string, data: Readonly<Record<string, unknown>>): Omit<UserWord, "act"> | null {
  switch (type) {
    case "card.confirmed":
      return { good: 1, weight: 1, because: "confirmed by the user" }
    case "card.pinned":
      return data.on === true ? { good: 1, weight: 1, because: "pinned by the user" } : null
    case "card.promoted":
      return data.by !== undefined ? null : { good: 1, weight: 1, because: "given a wider scope by the user" }
    case "card.verified":
      return { good: 1, weight: 1, because: "checked by the user, and it holds" }
    case "card.archived":
      // What a teammate took back, or what went on in another card, says nothing of whether it was right.
      return data.by !== undefined ? null : { good: 0, weight: 1, because: "put away by the user" }
    case "card.corrected":
      return { good: 0, weight: 1, because: "rewritten by the user" }
    case "feedback.given":
      return data.by === "user" ? marked(String(data.tag)) : null
    default:
      return null
  }
}

function marked(tag: string): Omit<UserWord, "act"> | null {
  if (tag === "keep" || tag === "useful") return { good: 1, weight: 1, because: `marked ${tag} by the user` }
  if (tag === "wrong") return { good: 0, weight: 1, because: "marked wrong by the user" }
  if (tag === "doubt" || tag === "artifact") return { good: 0, weight: DISPUTED, because: `marked ${tag} by the user` }
  return null
}

/** What somebody else's mark claims of a card: 1 that it stands, 0 that it does not, null nothing. */
export const claimOf = (tag: string): 0 | 1 | null =>
  tag === "keep" || tag === "useful" ? 1 : tag === "doubt" || tag === "artifact" || tag === "wrong" ? 0 : null
